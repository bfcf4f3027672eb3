"""Postures in which an arm loses freedom of motion: stretched, at its limits, axes aligned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from memetik import Robot
from memetik.transforms import Array

from ..arms import load_arm
from .reach import farthest

OFFSETS = (0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2)
"""Distances from the posture [rad], used for successive queries."""

_BISECTIONS = 60

Aligned: TypeAlias = Mapping[str, tuple[float, ...]]
"""Joint -> values at which the axes before and after it are parallel."""

_STRAIGHT: dict[str, Aligned] = {  # the panda's elbow reaches its limit before it is straight
    "ur5": {"elbow_joint": (0.0,)},
    "iiwa14": {"joint_a4": (0.0,)},
    "panda": {"panda_joint4": (-0.0698,)},
}
_WRIST: dict[str, Aligned] = {
    "ur5": {"wrist_2_joint": (0.0, np.pi, -np.pi)},
    "iiwa14": {"joint_a6": (0.0,)},
    "panda": {"panda_joint6": (0.0, np.pi)},
}
_SHOULDER: dict[str, Aligned] = {"iiwa14": {"joint_a2": (0.0,)}, "panda": {"panda_joint2": (0.0,)}}

SPECIAL_ARMS: tuple[str, ...] = tuple(_STRAIGHT)


def stretched(arm: str, count: int, rng: np.random.Generator) -> Array:
    """Return postures with the elbow as straight as limits allow, the other joints random."""
    return _aligned(arm, _STRAIGHT[arm], count, rng)


def outstretched(arm: str, count: int, rng: np.random.Generator) -> Array:
    """Return postures with the tip as far from the shoulder as possible, randomly turned about that line."""
    robot, posture = load_arm(arm).robot, farthest(arm, load_arm(arm).link)[1]
    q, ends = np.tile(posture, (count, 1)), [0, robot.dof - 1]
    q[:, ends] = robot.random(count, rng)[:, ends]
    return _near(robot, q, np.ones(robot.dof, dtype=bool), rng)


def at_limits(arm: str, count: int, rng: np.random.Generator) -> Array:
    """Return postures with half of the joints, on average, at a limit."""
    robot = load_arm(arm).robot
    q, side = robot.random(count, rng), rng.random((count, robot.dof))
    q = np.where(side < 0.25, robot.lower, np.where(side > 0.75, robot.upper, q))
    return _near(robot, q, np.ones(q.shape, dtype=bool), rng)


def wrist_aligned(arm: str, count: int, rng: np.random.Generator) -> Array:
    """Return postures with parallel first and last wrist axes."""
    return _aligned(arm, _WRIST[arm], count, rng)


def shoulder_aligned(arm: str, count: int, rng: np.random.Generator) -> Array:
    """Return postures with the wrist over the first axis (ur5), or parallel first and last shoulder axes."""
    if arm != "ur5":
        return _aligned(arm, _SHOULDER[arm], count, rng)
    robot, lift = load_arm(arm).robot, 1
    q = _over_the_first_axis(robot, count, rng, lift)
    return _near(robot, q, np.arange(robot.dof) == lift, rng)


def both_aligned(arm: str, count: int, rng: np.random.Generator) -> Array:
    """Return postures with shoulder and wrist both aligned."""
    q = shoulder_aligned(arm, count, rng)
    wrist = [load_arm(arm).robot.variable_names.index(joint) for joint in _WRIST[arm]]
    q[:, wrist] = wrist_aligned(arm, count, rng)[:, wrist]
    return q


BOUNDARIES: dict[str, Callable[[str, int, np.random.Generator], Array]] = {
    "stretched": stretched,
    "outstretched": outstretched,
    "at limits": at_limits,
}
SINGULARITIES: dict[str, Callable[[str, int, np.random.Generator], Array]] = {
    "wrist aligned": wrist_aligned,
    "shoulder aligned": shoulder_aligned,
    "shoulder and wrist aligned": both_aligned,
}


def _aligned(arm: str, joints: Aligned, count: int, rng: np.random.Generator) -> Array:
    robot = load_arm(arm).robot
    q = robot.random(count, rng)
    special = np.zeros(robot.dof, dtype=bool)
    for joint, values in joints.items():
        i = robot.variable_names.index(joint)
        q[:, i], special[i] = rng.choice(values, count), True
    return _near(robot, q, special, rng)


def _near(robot: Robot, q: Array, special: npt.NDArray[np.bool_], rng: np.random.Generator) -> Array:
    """Return ``q`` with the ``special`` variables shifted by the offsets, to either side, within limits."""
    off = np.resize(OFFSETS, len(q))[:, None] * rng.choice((-1.0, 1.0), q.shape)
    return robot.clip(q + np.where(special, off, 0.0))


def _over_the_first_axis(robot: Robot, count: int, rng: np.random.Generator, lift: int) -> Array:
    """Return random configurations of a ur5 with a shoulder lift at which the Jacobian's determinant is zero.

    The determinant is a product of sin(elbow), sin(wrist 2) and the factor that vanishes here, so its roots
    as a function of the lift are the roots of that factor.
    """
    rows: list[Array] = []
    while sum(map(len, rows)) < count:
        q = robot.random(count, rng)
        low, high = q.copy(), q.copy()
        high[:, lift] = robot.clip(q + 1.0)[:, lift]
        low_value, high_value = _determinant(robot, low), _determinant(robot, high)
        crossing = low_value * high_value < 0.0
        low, high, low_value = low[crossing], high[crossing], low_value[crossing]
        for _ in range(_BISECTIONS):
            middle = 0.5 * (low + high)
            left = low_value * _determinant(robot, middle) <= 0.0
            high[left], low[~left] = middle[left], middle[~left]
        rows.append(0.5 * (low + high))
    return np.concatenate(rows)[:count]


def _determinant(robot: Robot, q: Array) -> Array:
    return np.asarray(np.linalg.det(robot.jacobian(q, load_arm("ur5").link)))
