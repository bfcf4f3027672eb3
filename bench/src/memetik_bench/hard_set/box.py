"""The search box: a finite interval for every variable."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from memetik import Joint, Robot
from memetik.transforms import Array


def search_box(robot: Robot, center: Array) -> tuple[Array, Array]:
    """Return lower and upper ends (dof,): the limits, or without them ``center`` ± π or ± the robot's reach.

    >>> low, high = search_box(Robot.load("ur5"), np.zeros(6))
    >>> bool((high > low).all())
    True
    """
    half = np.where(_is_length(robot), robot.reach, np.pi)
    low = np.where(np.isfinite(robot.lower), robot.lower, center - half)
    high = np.where(np.isfinite(robot.upper), robot.upper, center + half)
    return low, high


def _is_length(robot: Robot) -> npt.NDArray[np.bool_]:
    """Return for every variable (dof,) whether it is a length [m]; the others are angles [rad]."""
    return np.array([is_length for joint in robot.joints.values() for is_length in _lengths(joint)])


def _lengths(joint: Joint) -> list[bool]:
    """Return this for the variables of one joint: ``"base.x"`` is a length, ``"base.rx"`` is not."""
    names = joint.variable_names
    if len(names) == 1:
        return [joint.type == "prismatic"]
    return [name.rpartition(".")[2] in ("x", "y", "z") for name in names]
