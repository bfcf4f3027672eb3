"""Converts the skeleton of a BVH file to links and joints: one joint for every channel."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np

from ...errors import RobotError, UnknownNameError
from ...robot import Joint, Link
from ...transforms import Array, transform
from ..safe_text import located
from .skeleton import Node, UniqueNames

Up: TypeAlias = Literal["x", "y", "z"]
Unit: TypeAlias = Literal["m", "cm", "mm", "in", "ft"] | float
Limits: TypeAlias = Mapping[str, tuple[float, float]]
Parts: TypeAlias = tuple[tuple[Link, ...], tuple[Joint, ...]]

ROOT_LINK = "world"
UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254, "ft": 0.3048}

# The key is the file's axis that points up. The value is the file's axes that become x, y and z.
_AXES = {"x": "yzx", "y": "zxy", "z": "xyz"}


def unit_in_meters(unit: Unit) -> float:
    """The length of a unit, given by its name or as a number [m]."""
    if isinstance(unit, str):
        if unit not in UNITS:
            raise UnknownNameError("unit", unit, UNITS)
        return UNITS[unit]
    try:
        meters = float(unit)
    except (TypeError, ValueError, OverflowError):
        meters = math.nan
    if not 1e-9 <= meters <= 1e9:
        raise RobotError(f"unit: expected one of {', '.join(UNITS)}, or a length in metres, got {unit!r}")
    return meters


def robot_parts(skeleton: Sequence[Node], meters: float, up: Up, limits: Limits | None) -> Parts:
    """Links and joints [m, rad] of ``skeleton``, whose unit of length is ``meters`` [m].

    A node becomes a link of the same name. A prismatic joint for every position channel and a revolute joint
    for every rotation channel lead to it, in their order; these joints, and the links between them, are
    called ``node.x`` and ``node.rx``. A node without channels has a fixed joint. The root link is the ground.
    """
    if up not in _AXES:
        raise UnknownNameError("value of up", up, _AXES)
    bounds = _checked_limits(limits)
    unused = dict(bounds)
    unique = UniqueNames()
    for node in skeleton:
        unique.take(node.name)
    root = unique.take(ROOT_LINK)
    links, joints = [Link(root)], []
    for node in skeleton:
        place = meters * np.array(node.offset)
        with located(str(node)):
            origin = _turn(up) @ transform(place) if node.parent < 0 else transform(place)
            parent = root if node.parent < 0 else skeleton[node.parent].name
            left = len(node.channels)
            for _, channel in node.moves:
                left -= 1
                component = ("r" if channel.endswith("rotation") else "") + channel[0].lower()
                name = unique.take(f"{node.name}.{component}")
                child = name if left else node.name
                joints.append(_joint(name, component, parent, child, origin, bounds.get(name)))
                unused.pop(name, None)
                links.append(Link(child))
                parent, origin = child, np.eye(4)
            if not node.channels:
                joints.append(Joint(node.name, "fixed", parent, node.name, origin))
                links.append(Link(node.name))
    if unused:
        names = (joint.name for joint in joints if joint.type != "fixed")
        raise UnknownNameError("variable", next(iter(unused)), names)
    return tuple(links), tuple(joints)


def _joint(
    name: str, component: str, parent: str, child: str, origin: Array, bounds: tuple[float, float] | None
) -> Joint:
    axis = np.eye(3)["xyz".index(component[-1])]
    if bounds is None:
        return Joint(name, "continuous" if len(component) == 2 else "prismatic", parent, child, origin, axis)
    kind: Literal["revolute", "prismatic"] = "revolute" if len(component) == 2 else "prismatic"
    with located(f"limits of {name!r}"):
        return Joint(name, kind, parent, child, origin, axis, bounds[:1], bounds[1:])


def _turn(up: Up) -> Array:
    result = np.eye(4)
    result[:3, :3] = np.eye(3)[["xyz".index(axis) for axis in _AXES[up]]]
    return result


def _checked_limits(limits: Any) -> dict[str, tuple[float, float]]:
    if limits is None:
        return {}
    try:
        return {str(name): (float(low), float(high)) for name, (low, high) in dict(limits).items()}
    except (TypeError, ValueError, OverflowError):
        expected = "a mapping from variable to (lower, upper) [rad, m]"
        raise RobotError(f"limits: expected {expected}, got {limits!r}") from None
