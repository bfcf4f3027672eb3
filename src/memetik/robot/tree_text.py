"""A robot's tree as text: chains run straight down, only branches are indented."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .description import Joint
from .joint_types import VARIABLES, has_rotation_vector
from .topology import Topology
from .variables import Variables

_ROWS_SHOWN = 200


def tree_text(topology: Topology, variables: Variables) -> str:
    """The tree as text: one row per link, with the joint that leads to it and the limits of its variables."""
    rows = [topology.root]
    stack = list(_reversed_children(topology, topology.root, ""))
    while stack:
        joint, indent, is_last = stack.pop()
        only = len(topology.children[joint.parent]) == 1
        rows.append(f"{indent}{'' if only else '└─ ' if is_last else '├─ '}{_describe(joint, variables)}")
        below = indent if only else indent + ("   " if is_last else "│  ")
        stack += _reversed_children(topology, joint.child, below)
    if len(rows) > _ROWS_SHOWN:
        rows = [*rows[:_ROWS_SHOWN], f"... and {len(rows) - _ROWS_SHOWN} more"]
    return "\n".join(rows)


def _reversed_children(topology: Topology, link: str, indent: str) -> Iterator[tuple[Joint, str, bool]]:
    """The joints below ``link``, the last first, with their indent and whether they are the last."""
    own = topology.children.get(link, [])
    return ((joint, indent, joint is own[-1]) for joint in reversed(own))


def _describe(joint: Joint, variables: Variables) -> str:
    if joint.type == "fixed":
        return joint.child
    text = f"{joint.child}  ← {joint.name}, {joint.type}"
    if joint.mimic is not None:
        return f"{text} = {joint.mimic.multiplier:g}·{joint.mimic.joint} + {joint.mimic.offset:g}"
    if joint.type == "continuous" and variables.is_unlimited(joint.name):
        return text
    return f"{text} {', '.join(_ranges(joint, variables))}"


def _ranges(joint: Joint, variables: Variables) -> Iterator[str]:
    """The limits of a joint's variables; those of a rotation vector are one largest angle."""
    if variables.is_unlimited(joint.name):
        yield "unlimited"
        return
    where = variables.slices[joint.name]
    components = VARIABLES[joint.type]
    limits = zip(components, variables.lower[where], variables.upper[where], strict=True)
    turns = has_rotation_vector(joint.type)
    for component, lower, upper in limits:
        unit = "rad" if component.startswith("r") else "m"
        prefix = f"{component} " if len(components) > 1 else ""
        if turns and component == "rx":
            yield "any rotation" if np.isinf(upper) else f"rotation up to {upper:.4g} rad"
        elif not (turns and unit == "rad"):
            is_free = np.isinf(lower) and np.isinf(upper)
            yield f"{prefix}unlimited" if is_free else f"{prefix}{lower:.4g} … {upper:.4g} {unit}"
