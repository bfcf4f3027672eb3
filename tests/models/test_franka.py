"""Franka's Research 3 against its published Denavit-Hartenberg parameters."""

from __future__ import annotations

import numpy as np
from numpy import pi, sqrt

import memetik as mk
from tests.models.denavit_hartenberg import Row, forward_modified
from tests.models.random_targets import unsolved

ROBOT = mk.Robot.load("fr3")
PANDA = mk.Robot.load("panda")

# As in the documentation of Franka's control interface (Craig's convention), to the flange: a, alpha, d.
TABLE: tuple[Row, ...] = (
    (0.0, 0.0, 0.333),
    (0.0, -pi / 2, 0.0),
    (0.0, pi / 2, 0.316),
    (0.0825, pi / 2, 0.0),
    (-0.0825, -pi / 2, 0.384),
    (0.0, pi / 2, 0.0),
    (0.088, pi / 2, 0.0),
    (0.0, 0.0, 0.107),
)


def test_flange_agrees_with_the_table() -> None:
    for q in ROBOT.random(200, rng=1):
        np.testing.assert_allclose(ROBOT.fk(q, "fr3_link8"), forward_modified(TABLE, [*q, 0.0]), atol=1e-12)


def test_tool_is_between_the_fingertips() -> None:
    """The hand is turned by -45° on the flange; its tool centre point is 103.4 mm before it."""
    for q in ROBOT.random(20, rng=2):
        expected = ROBOT.fk(q, "fr3_link8") @ mk.transform((0, 0, 0.1034), rpy=(0, 0, -pi / 4))
        np.testing.assert_allclose(ROBOT.fk(q, "fr3_hand_tcp"), expected, atol=1e-12)


def test_ready_posture() -> None:
    """In the posture in which the arm is usually started, the forearm is level and the hand points down."""
    tool = ROBOT.fk((0, -pi / 4, 0, -3 * pi / 4, 0, pi / 2, pi / 4), "fr3_hand_tcp")
    lean = sqrt(0.5)  # the upper arm leans back by 45°
    x = (-0.316 + 0.0825) * lean + 0.384 + 0.088
    z = 0.333 + (0.316 + 0.0825) * lean + 0.0825 - 0.107 - 0.1034
    np.testing.assert_allclose(tool, mk.transform((x, 0, z), rpy=(pi, 0, 0)), atol=1e-12)


def test_moves_as_the_panda_does() -> None:
    for q in PANDA.random(50, rng=3):
        np.testing.assert_allclose(ROBOT.fk(q, "fr3_hand_tcp"), PANDA.fk(q, "panda_hand_tcp"), atol=1e-15)


def test_limits() -> None:
    expected = [
        (-2.7437, 2.7437, 2.62),
        (-1.7837, 1.7837, 2.62),
        (-2.9007, 2.9007, 2.62),
        (-3.0421, -0.1518, 2.62),
        (-2.8065, 2.8065, 5.26),
        (0.5445, 4.5169, 4.18),
        (-3.0159, 3.0159, 5.26),
    ]
    limits = np.column_stack((ROBOT.lower, ROBOT.upper, ROBOT.velocity_limits))
    np.testing.assert_array_equal(limits, expected)


def test_names_begin_with_fr3() -> None:
    assert ROBOT.joint_names == tuple(f"fr3_joint{number}" for number in range(1, 8))
    assert all(name.startswith("fr3_") for name in (*ROBOT.link_names, *ROBOT.joints))


def test_random_poses_are_reached() -> None:
    assert unsolved(ROBOT, poses=["fr3_hand_tcp"]) == []
