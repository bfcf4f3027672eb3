"""Arms with the Shadow hand: which joints they have, and where the hand is."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk

HAND = mk.Robot.load("shadow_hand")
PR2_ARM = [f"r_{joint}_joint" for joint in ("shoulder_pan", "shoulder_lift", "upper_arm_roll")]
PR2_ARM += ["r_elbow_flex_joint", "r_forearm_roll_joint"]
ARMS = {
    "iiwa14_shadow_hand": mk.Robot.load("iiwa14").joint_names,
    "lwr4_shadow_hand": mk.Robot.load("lwr4").joint_names,
    "pr2_arm_shadow_hand": tuple(PR2_ARM),
}


@pytest.mark.parametrize("name", ARMS)
class TestEach:
    def test_has_the_joints_of_the_arm_and_of_the_hand(self, name: str) -> None:
        assert mk.Robot.load(name).joint_names == ARMS[name] + HAND.joint_names

    def test_hand_moves_as_it_does_alone(self, name: str) -> None:
        robot = mk.Robot.load(name)
        for q in robot.random(20, rng=1):
            poses, alone = robot.fk(q), HAND.fk(q[-HAND.dof :])
            forearm = poses["forearm"]
            for link, pose in alone.items():
                np.testing.assert_allclose(poses[link], forearm @ pose, rtol=0, atol=1e-12, err_msg=link)

    def test_weighs_what_its_parts_do(self, name: str) -> None:
        robot = mk.Robot.load(name)
        arm = sum(
            link.inertial.mass
            for link in robot.links.values()
            if link.inertial and link.name not in HAND.links
        )
        assert robot.mass == pytest.approx(arm + HAND.mass)


@pytest.mark.parametrize("arm", ["iiwa14", "lwr4"])
def test_hand_is_on_the_flange(arm: str) -> None:
    alone, robot = mk.Robot.load(arm), mk.Robot.load(f"{arm}_shadow_hand")
    for q in robot.random(20, rng=2):
        expected = alone.fk(q[: alone.dof], "tool0")
        np.testing.assert_allclose(robot.fk(q, "forearm"), expected, rtol=0, atol=1e-12)


class TestPr2:
    ROBOT = mk.Robot.load("pr2_arm_shadow_hand")

    def test_arm_is_the_right_one(self) -> None:
        pr2 = mk.Robot.load("pr2").subtree("torso_lift_link")
        for q in self.ROBOT.random(20, rng=3):
            values = {name: self.ROBOT.unpack(q)[name] for name in PR2_ARM}
            expected = pr2.fk(pr2.pack(values), "r_forearm_roll_link")
            np.testing.assert_allclose(self.ROBOT.fk(q, "r_forearm_roll_link"), expected, atol=1e-12)

    def test_hand_continues_the_forearm(self) -> None:
        """Fingers along x, thumb (the palm's x) up along z, palm (its -y) to the left along y."""
        hand = self.ROBOT.fk(self.ROBOT.neutral, "forearm")
        roll = self.ROBOT.fk(self.ROBOT.neutral, "r_forearm_roll_link")
        expected = [[0, 0, 1, 0.118], [0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1]]
        np.testing.assert_allclose(np.linalg.inv(roll) @ hand, expected, atol=1e-12)

    def test_forearm_and_gripper_are_gone(self) -> None:
        left = [name for name in self.ROBOT.link_names if "gripper" in name or "forearm" in name]
        assert left == ["r_forearm_roll_link", "forearm"]
