"""A robot's tree as text: chains run straight down, only branches are indented."""

from __future__ import annotations

from collections.abc import Iterator

from .description import Joint
from .topology import Topology

_ROWS_SHOWN = 200


def tree_text(topology: Topology) -> str:
    """The tree as text: one row per link, with the joint that leads to it."""
    rows = [topology.root]
    stack = list(_reversed_children(topology, topology.root, ""))
    while stack:
        joint, indent, is_last = stack.pop()
        only = len(topology.children[joint.parent]) == 1
        rows.append(f"{indent}{'' if only else '└─ ' if is_last else '├─ '}{_describe(joint)}")
        below = indent if only else indent + ("   " if is_last else "│  ")
        stack += _reversed_children(topology, joint.child, below)
    if len(rows) > _ROWS_SHOWN:
        rows = [*rows[:_ROWS_SHOWN], f"... and {len(rows) - _ROWS_SHOWN} more"]
    return "\n".join(rows)


def _reversed_children(topology: Topology, link: str, indent: str) -> Iterator[tuple[Joint, str, bool]]:
    """The joints below ``link``, the last first, with their indent and whether they are the last."""
    own = topology.children.get(link, [])
    return ((joint, indent, joint is own[-1]) for joint in reversed(own))


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
