"""All branches of a ur5's inverse kinematics in closed form, by EAIK: an oracle for ``solve_all``.

EAIK (Ostermeier et al., "Automatic Geometric Decomposition for Analytical Inverse Kinematics", 2025) is on
PyPI as ``eaik``. What it returns is verified before it counts.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import numpy as np

from memetik import Robot
from memetik.transforms import Array

from ..arms import load_arm
from ..solvers.rival import INSTALL_RIVALS, MissingRivalError
from ..verify import verify

TURN = 2.0 * np.pi

_TRUE = 1e-6
"""[m and rad]: what a branch of the oracle may miss the pose by."""

_SAME = 1e-4
"""[rad]: closer branches, in every joint, are one."""


class AnalyticUr5:
    """The branches at a pose of the tip; ``name`` says by whom."""

    def __init__(self) -> None:
        try:
            from eaik.IK_HP import HPRobot
        except ImportError as error:
            raise MissingRivalError("the analytic oracle (EAIK)", INSTALL_RIVALS) from error
        self.name = f"EAIK {version('eaik')}"
        arm = load_arm("ur5")
        self.robot, self.link = arm.robot, arm.link
        axes, offsets, self._tip_rotation = _product_of_exponentials(self.robot, self.link)
        self._oracle: Any = HPRobot(axes, offsets)

    def branches(self, pose: Array) -> Array:
        """(K, 6): the distinct configurations that have ``pose`` (4, 4), angles from -π to π."""
        asked = np.array(pose)
        asked[:3, :3] = pose[:3, :3] @ self._tip_rotation.T
        found = wrapped(np.reshape(self._oracle.IK(asked).Q, (-1, 6)))
        poses = np.tile(pose, (len(found), 1, 1))
        return distinct(found[verify(self.robot, self.link, poses, found, tolerance=_TRUE).solved])


def _product_of_exponentials(robot: Robot, link: str) -> tuple[Array, Array, Array]:
    """At q = 0, in the root's axes: joint axes (6, 3), the ways between joints (7, 3), the tip's rotation."""
    poses = robot.fk(np.zeros(robot.dof))
    moving = [robot.joints[name] for name in robot.joint_names]
    axes = np.array([poses[joint.child][:3, :3] @ joint.axis for joint in moving])
    origins = np.array([np.zeros(3), *(poses[joint.child][:3, 3] for joint in moving), poses[link][:3, 3]])
    return axes, np.diff(origins, axis=0), poses[link][:3, :3]


def wrapped(q: Array) -> Array:
    """Angles moved to -π to π by whole turns."""
    return np.asarray(q - TURN * np.round(q / TURN))


def distances(first: Array, second: Array) -> Array:
    """(N, M): the largest difference [rad] of any joint modulo a turn, between (N, dof) and (M, dof)."""
    return np.asarray(np.abs(wrapped(first[:, None] - second[None])).max(axis=2, initial=0.0))


def distinct(rows: Array) -> Array:
    """``rows`` without those that repeat an earlier one modulo a turn."""
    near = np.tril(distances(rows, rows) <= _SAME, -1)
    return rows[~near.any(axis=1)]
