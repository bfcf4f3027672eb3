"""The bounds of variables that a configuration is at: limits of the robot, and those of max_change."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..robot.joint_types import has_rotation_vector
from ..robot.sampling import angle_mask
from ..transforms import Array
from .explanation import SetBy, Side

if TYPE_CHECKING:
    from ..robot.robot import Robot

_AT_A_BOUND = 1e-6  # [rad, m]
_NEAR = 1e-2  # [rad, m] the largest distance of a bound that counts as reached
_EQUAL = 1e-3  # the selection rule takes costs as equal whose relative difference is smaller


@dataclass(frozen=True)
class Bound:
    """A bound that a variable, or the rotation vector of a joint, is at; ``outwards`` (dof,) leads beyond."""

    name: str
    side: Side
    value: float
    unit: str
    set_by: SetBy
    locked: bool
    outwards: Array


def bounds_at(robot: Robot, q: Array, lower: Array, upper: Array, cost: float, slope: Array) -> list[Bound]:
    """The bounds that q (dof,) is at; ``lower`` and ``upper`` (dof,) are those of the query.

    A bound also counts as reached if the way there gains so little of the ``cost``, whose gradient is
    ``slope`` (dof,), that the selection rule does not prefer it to q.
    An angle that may turn a full turn is never at a bound: it can continue one turn back.
    """
    with np.errstate(over="ignore"):  # a large quotient is clipped
        near = np.clip(_EQUAL * cost / np.maximum(np.abs(slope), 1e-300), _AT_A_BOUND, _NEAR)
    near_lower, near_upper = np.where(slope > 0, near, _AT_A_BOUND), np.where(slope < 0, near, _AT_A_BOUND)
    return [
        *_of_single_variables(robot, q, (lower, near_lower), (upper, near_upper)),
        *_of_rotation_vectors(robot, q),
    ]


def _of_single_variables(
    robot: Robot, q: Array, lowest: tuple[Array, Array], highest: tuple[Array, Array]
) -> Iterator[Bound]:
    (lower, near_lower), (upper, near_upper) = lowest, highest
    angles = angle_mask(robot.joints.values())
    for i, name in enumerate(robot.variable_names):
        part = robot._is_part_of_rotation(name)
        if angles[i] and upper[i] - lower[i] >= 2 * math.pi:
            continue
        sides: tuple[tuple[Side, float, float, float], ...] = (
            ("lower", lower[i], robot.lower[i], near_lower[i]),
            ("upper", upper[i], robot.upper[i], near_upper[i]),
        )
        for side, bound, limit, near in sides:
            if abs(q[i] - bound) > near:
                continue
            outwards = np.zeros_like(q)
            outwards[i] = -1.0 if side == "lower" else 1.0
            yield Bound(
                name,
                side,
                float(bound),
                "rad" if angles[i] else "m",
                "robot" if bound == limit and not part else "max_change",
                bool(upper[i] - lower[i] <= _AT_A_BOUND),
                outwards,
            )


def _of_rotation_vectors(robot: Robot, q: Array) -> Iterator[Bound]:
    for name in robot.joint_names:
        where = robot._slice(name)
        if not has_rotation_vector(robot.joints[name].type):
            continue
        ball = slice(where.stop - 3, where.stop)
        angle, largest = float(np.linalg.norm(q[ball])), float(robot.upper[where.stop - 1])
        if largest < math.pi and angle > 0 and abs(angle - largest) <= _AT_A_BOUND:
            outwards = np.zeros_like(q)
            outwards[ball] = q[ball] / angle
            yield Bound(name, "upper", largest, "rad", "robot", False, outwards)
