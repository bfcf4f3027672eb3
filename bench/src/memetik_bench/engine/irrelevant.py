"""The variables that cannot matter to goals of links, found by pinocchio's kinematics."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..verify import pinocchio_link_poses

_CHANGE = 0.1  # [rad, m]


def irrelevant_variables(robot: mk.Robot, links: Iterable[str]) -> list[int]:
    """Return the indices of the variables that move none of ``links``.

    >>> irrelevant_variables(mk.Robot.load("ur5"), ["wrist_1_link"])  # it turns about its own origin's axis
    [4, 5]
    """
    q = robot.random(rng=0)
    rows = np.vstack([q, q + _CHANGE * np.eye(robot.dof)])
    moved = np.zeros(robot.dof, dtype=bool)
    for poses in pinocchio_link_poses(robot, set(links), rows).values():
        moved |= (poses[1:] != poses[0]).any(axis=(1, 2))
    return [int(i) for i in np.flatnonzero(~moved)]


def largest_motion(start: Array, answer: Array, variables: list[int]) -> float:
    """Return the largest change [rad, m] of ``variables`` between two configurations (dof,); 0 for none."""
    return float(np.abs(answer - start)[variables].max(initial=0.0))
