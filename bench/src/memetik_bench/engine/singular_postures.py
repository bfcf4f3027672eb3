"""Configurations of six-joint arms at and near wrist, shoulder and elbow singularities."""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

from memetik import Robot
from memetik.transforms import Array

_STEPS = 24  # of a joint's range, between which a sign of the determinant changes
_ZERO = 1e-9  # of the determinant, relative to its usual size
_JOINT = {"shoulder": 1, "elbow": 2}

SINGULARITIES: tuple[str, ...] = ("wrist", "shoulder", "elbow")


def singular(robot: Robot, link: str, kind: str, count: int, rng: np.random.Generator) -> Array:
    """Return configurations (count, 6) within 1e-3 rad of a singularity, every fourth exactly there.

    In arms with parallel second and third axes the determinant of the Jacobian is a product of three factors:
    of the fifth angle (wrist), of the third (elbow), and of the second and its followers (shoulder).
    """
    found: list[Array] = []
    while len(found) < count:
        q = robot.random(rng=rng)
        joint = 4
        if kind == "wrist":
            q[joint] = 0.0
        else:
            joint = _JOINT[kind]
            q[4] = np.sign(q[4]) * max(abs(q[4]), 0.3)
            if not _move_to_zero(robot, link, q, joint) or (kind == "elbow") != _is_elbow(robot, link, q):
                continue
        if len(found) % 4:
            q[joint] += rng.uniform(-1e-3, 1e-3)
        if robot.within_limits(q):
            found.append(q)
    return np.array(found)


def _determinant(robot: Robot, link: str, q: Array) -> float:
    return float(np.linalg.det(robot.jacobian(q, link)))


def _move_to_zero(robot: Robot, link: str, q: Array, joint: int) -> bool:
    """Move a joint to the first zero of the determinant, if there is one."""

    def at(value: float) -> float:
        return _determinant(robot, link, np.where(np.arange(6) == joint, value, q))

    grid = np.linspace(max(robot.lower[joint], -np.pi), min(robot.upper[joint], np.pi), _STEPS)
    values = [at(value) for value in grid]
    for low, high, before, after in zip(grid, grid[1:], values, values[1:], strict=False):
        if before * after < 0:
            q[joint] = brentq(at, low, high, xtol=1e-15)
            return True
    return False


def _is_elbow(robot: Robot, link: str, q: Array) -> bool:
    """Whether the determinant vanishes for every second angle."""
    usual = max(abs(_determinant(robot, link, q + 0.3 * np.eye(6)[2] + a * np.eye(6)[1])) for a in (0.2, 0.5))
    moved = (abs(_determinant(robot, link, q + a * np.eye(6)[1])) for a in (0.2, 0.5))
    return max(moved) < _ZERO * usual + 1e-12
