"""Where to search: a finite interval for every variable."""

from __future__ import annotations

import numpy as np

from ...robot.robot import Robot
from ...robot.sampling import angle_mask, search_interval
from ...transforms import Array


def search_box(robot: Robot, center: Array) -> tuple[Array, Array]:
    """Lower and upper ends (dof,): the limits; ±π or ± the robot's reach about ``center`` without.

    >>> low, high = search_box(Robot.load("ur5"), np.zeros(6))
    >>> bool((high > low).all())
    True
    """
    angles = angle_mask(robot.joints.values())
    low, high = search_interval(robot.lower, robot.upper, robot.reach, angles)
    unlimited = np.isinf(robot.lower) & np.isinf(robot.upper)
    return np.where(unlimited, low + center, low), np.where(unlimited, high + center, high)
