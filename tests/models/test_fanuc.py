"""The M-10iA against a formula that shares nothing with it: OPW forward kinematics."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numpy import cos, pi, sin

import memetik as mk

# Published by ROS-Industrial (fanuc_m10ia_support): lengths [m], joint offsets [rad] and directions.
A1, A2, B, C1, C2, C3, C4 = 0.15, -0.20, 0.0, 0.45, 0.60, 0.64, 0.10
OFFSETS = np.array([0.0, 0.0, -pi / 2, 0.0, 0.0, pi])
SIGNS = np.array([1, 1, -1, -1, -1, -1])


def test_tool0_agrees_with_opw_kinematics() -> None:
    robot = mk.Robot.load("m10ia")
    rng = np.random.default_rng(2014)
    for q in rng.uniform(robot.lower, robot.upper, (200, 6)):
        np.testing.assert_allclose(robot.fk(q, "tool0"), opw_forward(q), rtol=0, atol=1e-9)


def test_opw_formula_at_zero() -> None:
    """At zero the arm points forward: tool0 lies in front of and above the base, its z axis along x."""
    expected = [[0, 0, 1, A1 + C3 + C4], [0, -1, 0, 0], [1, 0, 0, C1 + C2 - A2], [0, 0, 0, 1]]
    np.testing.assert_allclose(opw_forward(np.zeros(6)), expected, rtol=0, atol=1e-12)


def opw_forward(joints: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Pose of the flange of an arm with ortho-parallel basis and spherical wrist.

    Brandstötter, Angerer, Hofbaur: An analytical solution of the inverse kinematics problem of industrial
    serial manipulators with an ortho-parallel basis and a spherical wrist, Austrian Robotics Workshop 2014.
    """
    q1, q2, q3, q4, q5, q6 = SIGNS * joints - OFFSETS
    psi, k = np.arctan2(A2, C3), np.hypot(A2, C3)

    # the wrist's centre: first in the arm's plane, then turned about the base axis
    x = C2 * sin(q2) + k * sin(q2 + q3 + psi) + A1
    z = C2 * cos(q2) + k * cos(q2 + q3 + psi) + C1
    wrist = np.array([x * cos(q1) - B * sin(q1), x * sin(q1) + B * cos(q1), z])

    base_to_arm = rotation_z(q1) @ rotation_y(q2 + q3)
    hand = rotation_z(q4) @ rotation_y(q5) @ rotation_z(q6)
    pose = np.eye(4)
    pose[:3, :3] = base_to_arm @ hand
    pose[:3, 3] = wrist + C4 * pose[:3, 2]
    return pose


def rotation_y(angle: float) -> npt.NDArray[np.float64]:
    return np.array([[cos(angle), 0, sin(angle)], [0, 1, 0], [-sin(angle), 0, cos(angle)]])


def rotation_z(angle: float) -> npt.NDArray[np.float64]:
    return np.array([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])
