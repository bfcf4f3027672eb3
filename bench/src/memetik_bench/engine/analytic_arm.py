"""All branches of an arm's inverse kinematics in closed form, by EAIK: an oracle for ``solve_all``.

EAIK (Ostermeier et al., "Automatic Geometric Decomposition for Analytical Inverse Kinematics", 2025) is on
PyPI as ``eaik``. Its solutions are verified before they are used.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import numpy as np

from memetik import Robot
from memetik.transforms import Array

from ..arms import Arm
from ..missing import require
from ..solvers.measured_solver import INSTALL_RIVALS
from ..verify import verify

TURN = 2.0 * np.pi

_TRUE = 1e-6
"""[m and rad]: the largest accepted error of the oracle's branches."""

_SAME = 1e-4
"""[rad]: branches that are closer in every joint count as one."""


class AnalyticArm:
    """Computes all branches for a pose of the tip; ``name`` is the name of the oracle."""

    def __init__(self, arm: Arm) -> None:
        hp = require("eaik.IK_HP", "the analytic oracle (EAIK)", INSTALL_RIVALS)
        self.name = f"EAIK {version('eaik')}"
        self.robot, self.link = arm.robot, arm.link
        axes, offsets, self._tip_rotation = _product_of_exponentials(self.robot, self.link)
        self._oracle: Any = hp.HPRobot(axes, offsets)

    def branches(self, pose: Array) -> Array:
        """Return the distinct configurations (K, 6) for ``pose`` (4, 4), with angles from -π to π."""
        found = wrapped(np.reshape(self.solve(self.base_pose(pose)), (-1, 6)))
        poses = np.tile(pose, (len(found), 1, 1))
        return distinct(found[verify(self.robot, self.link, poses, found, tolerance=_TRUE).solved])

    def base_pose(self, pose: Array) -> Array:
        """Return the pose as EAIK takes it: relative to the tip's rotation at q = 0."""
        base_pose = np.array(pose)
        base_pose[:3, :3] = pose[:3, :3] @ self._tip_rotation.T
        return base_pose

    def solve(self, base_pose: Array) -> Any:
        """Return EAIK's own answer: configurations that reach the pose, and best approximations."""
        return self._oracle.IK(base_pose).Q


def _product_of_exponentials(robot: Robot, link: str) -> tuple[Array, Array, Array]:
    """Return joint axes (6, 3), vectors between joints (7, 3) and the tip's rotation at q = 0."""
    poses = robot.fk(np.zeros(robot.dof))
    moving = [robot.joints[name] for name in robot.joint_names]
    axes = np.array([poses[joint.child][:3, :3] @ joint.axis for joint in moving])
    origins = np.array([np.zeros(3), *(poses[joint.child][:3, 3] for joint in moving), poses[link][:3, 3]])
    return axes, np.diff(origins, axis=0), poses[link][:3, :3]


def wrapped(q: Array) -> Array:
    """Return angles shifted into -π to π by whole turns."""
    return np.asarray(q - TURN * np.round(q / TURN))


def distances(first: Array, second: Array) -> Array:
    """Return the largest joint difference modulo a turn [rad] between (N, dof) and (M, dof), as (N, M)."""
    return np.asarray(np.abs(wrapped(first[:, None] - second[None])).max(axis=2, initial=0.0))


def distinct(rows: Array) -> Array:
    """Return ``rows`` without those that equal an earlier one modulo a turn."""
    near = np.tril(distances(rows, rows) <= _SAME, -1)
    return rows[~near.any(axis=1)]
