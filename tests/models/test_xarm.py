"""The xArm 7 against its lengths as modified Denavit-Hartenberg parameters."""

from __future__ import annotations

import numpy as np
from numpy import pi

import memetik as mk
from tests.models.denavit_hartenberg import Row, forward_modified
from tests.models.random_targets import unsolved

ROBOT = mk.Robot.load("xarm7")

# From UFactory's lengths (267, 293, 52.5, 77.5, 342.5, 76 and 97 mm): a, alpha, d.
TABLE: tuple[Row, ...] = (
    (0.0, 0.0, 0.267),
    (0.0, -pi / 2, 0.0),
    (0.0, pi / 2, 0.293),
    (0.0525, pi / 2, 0.0),
    (0.0775, pi / 2, 0.3425),
    (0.0, pi / 2, 0.0),
    (0.076, -pi / 2, 0.097),
)


def test_flange_agrees_with_the_table() -> None:
    for q in ROBOT.random(200, rng=1):
        np.testing.assert_allclose(ROBOT.fk(q, "link_eef"), forward_modified(TABLE, q), atol=1e-12)


def test_zero_posture() -> None:
    """At zero the flange is 206 mm before and 120.5 mm above the base and faces the ground."""
    expected = mk.transform((0.206, 0, 0.1205), rpy=(pi, 0, 0))
    np.testing.assert_allclose(ROBOT.fk(np.zeros(7), "link_eef"), expected, atol=1e-12)


def test_limits() -> None:
    turn = 2 * pi
    np.testing.assert_array_equal(ROBOT.lower, [-turn, -2.059, -turn, -0.19198, -turn, -1.69297, -turn])
    np.testing.assert_array_equal(ROBOT.upper, [turn, 2.0944, turn, 3.927, turn, pi, turn])
    np.testing.assert_array_equal(ROBOT.velocity_limits, [3.14] * 7)


def test_names() -> None:
    assert ROBOT.joint_names == tuple(f"joint{number}" for number in range(1, 8))
    assert (ROBOT.root, ROBOT.tips) == ("link_base", ("link_eef",))


def test_random_poses_are_reached() -> None:
    assert unsolved(ROBOT, poses=["link_eef"]) == []
