"""Shoulder, elbow and wrist are found on published arms, also below trunks and above fingers."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik.robot.seven_joint_arm import seven_joint_arm

PUBLISHED = {  # distances from shoulder to elbow and from elbow to wrist [m]
    ("iiwa14", "tool0"): (0.42, 0.4),
    ("iiwa14_shadow_hand", "fftip"): (0.42, 0.4),
    ("lwr4", "tool0"): (0.4, 0.39),
    ("lwr4_shadow_hand", "lftip"): (0.4, 0.39),
    ("panda", "panda_hand"): (np.hypot(0.316, 0.0825), np.hypot(0.384, 0.0825)),
    ("pr2", "r_gripper_tool_frame"): (0.4, 0.321),
    ("valkyrie", "leftThumbTip"): (np.hypot(0.33, 0.0254), np.hypot(0.287, 0.0254)),
    ("baxter", "left_gripper"): (np.hypot(0.36435, 0.069), 0.37429),
}


@pytest.mark.parametrize(("name", "link"), PUBLISHED)
def test_the_distances_are_those_of_the_data_sheet(name: str, link: str) -> None:
    robot = mk.Robot.load(name)
    arm = seven_joint_arm(robot, link)
    for q in robot.random(3, rng=1):
        shoulder, elbow, wrist = (robot.fk(q, at.link) @ [*at.point, 1.0] for at in arm)
        lengths = np.linalg.norm(elbow - shoulder), np.linalg.norm(wrist - elbow)
        np.testing.assert_allclose(lengths, PUBLISHED[name, link], rtol=0, atol=1e-3)


def test_fixed_and_locked_joints_do_not_matter() -> None:
    valkyrie = mk.Robot.load("valkyrie")
    locked = valkyrie.lock({"torsoYaw": 0.1, "torsoPitch": 0.2, "torsoRoll": 0.05})
    arms = [seven_joint_arm(robot, "leftPalm") for robot in (valkyrie, locked)]
    assert [at.link for at in arms[0]] == [at.link for at in arms[1]]


@pytest.mark.parametrize(("name", "link"), [("ur5", "tool0"), ("ur10e_elise", "endo_tool"), ("wolf", "eyes")])
def test_other_chains_have_none(name: str, link: str) -> None:
    with pytest.raises(mk.RobotError, match="spherical shoulder or wrist"):
        seven_joint_arm(mk.Robot.load(name), link)
