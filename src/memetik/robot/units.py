"""Signs that numbers of a robot, or of a configuration, are in degrees or millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..transforms import Array
from .description import Joint
from .sampling import angle_mask
from .topology import Topology

if TYPE_CHECKING:
    from .robot import Robot

_TURNS = 4 * math.pi  # [rad] no usual joint turns farther from zero, ...
_DEGREES = 720.0  # ... and none turns farther if these are degrees; larger limits mean that there is none
_LONGEST = 20.0  # [m] no usual robot is longer
_FAR_BEYOND = 2 * math.pi  # [rad, m]

SI_UNITS = "angles are in radians, lengths in metres"


def in_degrees(joint: Joint) -> bool:
    """Whether the limits of a revolute joint look like degrees: more than two turns, but not unlimited."""
    if joint.type != "revolute":
        return False
    return _TURNS < max(abs(joint.lower[0]), abs(joint.upper[0])) <= _DEGREES


def odd_units(topology: Topology, remedy: str = "") -> Iterator[str]:
    """What looks like degrees or millimetres in the description of a robot, as sentences.

    The travel of joints does not count as length, because mobile bases move far. The sentence about lengths
    ends with ``remedy``.
    """
    odd = [joint for joint in topology.joints if in_degrees(joint)]
    if odd:
        first = odd[0]
        more = f" and of {len(odd) - 1} more" if len(odd) > 1 else ""
        yield (
            f"the limits of joint {first.name!r}{more} look like degrees: {first.lower[0]:g} and "
            f"{first.upper[0]:g}; they are read as radians"
        )
    length = _length(topology)
    if length > _LONGEST:
        read = f"; lengths are read as metres{remedy}"
        yield f"the robot is {length:.4g} m long, which looks like mm or cm{read}"


def _length(topology: Topology) -> float:
    """The length [m] of the longest chain of links from the root."""
    lengths = {topology.root: 0.0}
    for joint in topology.joints:
        lengths[joint.child] = lengths[joint.parent] + float(np.linalg.norm(joint.origin[:3, 3]))
    return max(lengths.values())


def first_far_beyond(robot: Robot, values: Array, variables: list[int]) -> str | None:
    """Describe the first value (n,) of these variables that is more than a turn, or as many metres, beyond a
    limit; None if there is none.
    """
    beyond = np.maximum(values - robot.upper[variables], robot.lower[variables] - values)
    if not (beyond > _FAR_BEYOND).any():
        return None
    k = int(np.argmax(beyond > _FAR_BEYOND))
    i = variables[k]
    limit = robot.upper[i] if values[k] > robot.upper[i] else robot.lower[i]
    return f"{robot.variable_names[i]} = {values[k]:g} is far outside its limit {limit:g}; {SI_UNITS}"


def useful_changes(robot: Robot) -> Array:
    """The largest change (dof,) [rad, m] of each variable that makes sense: its range, for angles without
    limits a turn, infinite for translations without limits; at least a turn, or as many metres.
    """
    ranges = robot.upper - robot.lower
    angles = angle_mask(robot.joints.values())
    return np.maximum(np.where(angles & np.isinf(ranges), 2 * math.pi, ranges), 2 * math.pi)
