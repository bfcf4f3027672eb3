"""The SO-ARM101 against its published joint origins."""

from __future__ import annotations

import numpy as np
import pytest
from numpy import pi

import memetik as mk
from tests.models.published_joints import FIXED, Row, Vector, forward
from tests.models.random_targets import unsolved

ROBOT = mk.Robot.load("so101")
Z: Vector = (0.0, 0.0, 1.0)

# Of so101_new_calib.urdf, from the base to the tool frame; its 1.5708 and 3.14159 are π/2 and π here.
CHAIN: tuple[Row, ...] = (
    ((0.0388353, -8.97657e-09, 0.0624), (pi, 0.0, -pi), Z),
    ((-0.0303992, -0.0182778, -0.0542), (-pi / 2, -pi / 2, 0.0), Z),
    ((-0.11257, -0.028, 0.0), (0.0, 0.0, pi / 2), Z),
    ((-0.1349, 0.0052, 0.0), (0.0, 0.0, -pi / 2), Z),
    ((0.0, -0.0611, 0.0181), (pi / 2, 0.0486795, pi), Z),
    ((-0.0079, -0.000218121, -0.0981274), (0.0, pi, 0.0), FIXED),
)


def test_tool_agrees_with_the_published_origins() -> None:
    for q in ROBOT.random(200, rng=1):
        np.testing.assert_allclose(ROBOT.fk(q, "gripper_frame_link"), forward(CHAIN, q[:5]), atol=1e-8)


@pytest.mark.parametrize(
    ("link", "place"),
    [
        ("shoulder_link", (0.0388353, 0.0, 0.0624)),
        ("upper_arm_link", (0.0692345, -0.0182778, 0.1166)),
        ("lower_arm_link", (0.0972345, -0.0182778, 0.22917)),
        ("wrist_link", (0.2321345, -0.0182778, 0.23437)),
        ("gripper_link", (0.2932345, -0.0001778, 0.23437)),
    ],
)
def test_joints_at_zero(link: str, place: tuple[float, float, float]) -> None:
    """In the middle of all ranges the upper arm points up, the forearm forward."""
    np.testing.assert_allclose(ROBOT.fk(np.zeros(6), link)[:3, 3], place, atol=1e-7)


def test_tool_points_forward_at_zero() -> None:
    np.testing.assert_allclose(ROBOT.fk(np.zeros(6), "gripper_frame_link")[:3, 2], (1, 0, 0), atol=1e-12)


def test_variables_are_the_motors_of_lerobot() -> None:
    joints = ("shoulder_pan", "shoulder_lift", "elbow_flex", "wrist_flex", "wrist_roll", "gripper")
    assert ROBOT.joint_names == joints
    np.testing.assert_array_equal(ROBOT.lower, [-1.91986, -1.74533, -1.69, -1.65806, -2.74385, -0.174533])
    np.testing.assert_array_equal(ROBOT.upper, [1.91986, 1.74533, 1.69, 1.65806, 2.84121, 1.74533])


def test_gripper_moves_only_the_jaw() -> None:
    closed, opened = ROBOT.fk(np.zeros(6)), ROBOT.fk(ROBOT.pack({"gripper": 1.5}))
    moved = {link for link in closed if not np.array_equal(closed[link], opened[link])}
    assert moved == {"moving_jaw_so101_v1_link"}


def test_random_poses_are_reached() -> None:
    """Five joints meet six conditions only at points; by default, the search gives up a few too early."""
    assert unsolved(ROBOT, poses=["gripper_frame_link"], thorough=True) == []
    assert len(unsolved(ROBOT, poses=["gripper_frame_link"])) <= 5


def test_places_are_reached_while_the_jaws_point_down() -> None:
    """A position and a direction: as much as five joints can do."""
    goals = [
        mk.Position("gripper_frame_link", (0.22, 0.08, 0.03)),
        mk.AlignAxis("gripper_frame_link", (0, 0, -1)),
    ]
    assert mk.solve(ROBOT, goals).success
