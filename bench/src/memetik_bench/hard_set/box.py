"""Where to search: a finite interval for every variable."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from memetik import Joint, Robot
from memetik.transforms import Array


def search_box(robot: Robot, center: Array) -> tuple[Array, Array]:
    """Lower and upper ends (dof,): the limits; ±π or ± the robot's reach about ``center`` without.

    >>> low, high = search_box(Robot.load("ur5"), np.zeros(6))
    >>> bool((high > low).all())
    True
    """
    half = np.where(_is_length(robot), robot.reach, np.pi)
    low = np.where(np.isfinite(robot.lower), robot.lower, center - half)
    high = np.where(np.isfinite(robot.upper), robot.upper, center + half)
    return low, high


def _is_length(robot: Robot) -> npt.NDArray[np.bool_]:
    """(dof,): whether a variable is measured in metres; the others are angles or of rotation vectors."""
    return np.array([is_length for joint in robot.joints.values() for is_length in _lengths(joint)])


def _lengths(joint: Joint) -> list[bool]:
    """The same for a joint's own variables: ``"base.x"`` is a length, ``"base.rx"`` is not."""
    names = joint.variable_names
    if len(names) == 1:
        return [joint.type == "prismatic"]
    return [name.rpartition(".")[2] in ("x", "y", "z") for name in names]
