"""A robot's tree as text: chains run straight down, only branches are indented."""

from __future__ import annotations

from .description import Joint

_ROWS_SHOWN = 200


def tree_text(root: str, joints: tuple[Joint, ...]) -> str:
    """One row per link, with the joint that leads to it."""
    children: dict[str, list[Joint]] = {}
    for joint in joints:
        children.setdefault(joint.parent, []).append(joint)
    rows = [root]
    stack = [(joint, "", i == last) for i, joint, last in _reversed_children(children, root)]
    while stack:
        joint, indent, is_last = stack.pop()
        only = len(children[joint.parent]) == 1
        rows.append(f"{indent}{'' if only else '└─ ' if is_last else '├─ '}{_describe(joint)}")
        below = indent if only else indent + ("   " if is_last else "│  ")
        stack += [(child, below, i == last) for i, child, last in _reversed_children(children, joint.child)]
    if len(rows) > _ROWS_SHOWN:
        rows = [*rows[:_ROWS_SHOWN], f"... and {len(rows) - _ROWS_SHOWN} more"]
    return "\n".join(rows)


def _reversed_children(children: dict[str, list[Joint]], link: str) -> list[tuple[int, Joint, int]]:
    own = children.get(link, [])
    return [(i, joint, len(own) - 1) for i, joint in reversed(list(enumerate(own)))]


def _describe(joint: Joint) -> str:
    if joint.type == "fixed":
        return joint.child
    text = f"{joint.child}  ← {joint.name}, {joint.type}"
    if joint.mimic is not None:
        return f"{text} = {joint.mimic.multiplier:g}·{joint.mimic.joint} + {joint.mimic.offset:g}"
    if joint.size == 1 and joint.type != "continuous":
        unit = "m" if joint.type == "prismatic" else "rad"
        text += f" {joint.lower[0]:.4g} … {joint.upper[0]:.4g} {unit}"
    return text
