"""An inverted chain has the poses that its links have in the frame of the tip."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik.robot.inversion import inverted
from memetik.transforms import inverse


def _chain() -> mk.Robot:
    """All kinds of joints that can be inverted, with limits, a follower, a branch and a mass."""
    b = mk.RobotBuilder("chain")
    b.link("upper", mass=2.0, com=(0.1, 0.0, 0.2))
    b.revolute("a", "base", "one", lower=-1.0, upper=2.0, xyz=(0.1, 0.2, 0.3), rpy=(0.3, 0.1, 0.7))
    b.prismatic("b", "one", "upper", lower=-0.2, upper=0.5, xyz=(0, 0.4, 0), axis=(0.6, 0.0, 0.8))
    b.fixed("c", "upper", "three", xyz=(0.1, 0, 0), rpy=(0, 1, 0))
    b.continuous("d", "three", "four", xyz=(0, 0, 0.3), axis=(1, 0, 0))
    b.revolute("e", "four", "tip", lower=-3, upper=3, xyz=(0.2, 0, 0), mimic=mk.Mimic("a", -0.5, 0.25))
    b.fixed("tool_mount", "tip", "tool", xyz=(0, 0.1, 0))
    b.fixed("camera_mount", "upper", "camera", xyz=(0, 0, 0.05), rpy=(0.2, 0, 0))
    robot = b.build()
    slide = mk.Joint("f", "cylindrical", "tool", "end", mk.transform((0.1, 0, 0)), np.array([0.0, 1.0, 0.0]))
    return mk.Robot("chain", [*robot.links.values(), mk.Link("end")], [*robot.joints.values(), slide])


def _check(robot: mk.Robot, turned: mk.Robot, tip: str, rows: np.ndarray) -> None:
    for q in rows:
        named = {name: robot.unpack(q)[name] for name in turned.joint_names}
        poses, seen = robot.fk(q), turned.fk(turned.pack(named))
        for link in set(poses) & set(seen):
            assert abs(seen[link] - inverse(poses[tip]) @ poses[link]).max() < 1e-12, link


@pytest.mark.parametrize("tip", ["end", "tip", "camera", "one"])
def test_poses_are_those_seen_from_the_tip(tip: str) -> None:
    robot = _chain()
    turned = inverted(robot, tip)
    assert turned.root == tip
    assert "base" in turned.link_names
    _check(robot, turned, tip, robot.random(20, rng=1))


@pytest.mark.parametrize(
    ("name", "tip"), [("ur10e_elise", "endo_tool"), ("pr2", "l_gripper_l_finger_tip_link")]
)
def test_of_bundled_robots_too(name: str, tip: str) -> None:
    robot = mk.Robot.load(name)
    _check(robot, inverted(robot, tip), tip, robot.random(10, rng=3))


def test_twice_inverted_is_as_before() -> None:
    robot = _chain()
    _check(robot, inverted(inverted(robot, "end"), "base"), "base", robot.random(10, rng=2))


def test_joints_keep_limits_followers_and_speeds() -> None:
    robot = _chain()
    turned = inverted(robot, "end")
    assert set(turned.variable_names) == set(robot.variable_names)
    for name in robot.variable_names:
        i, k = robot.variable_names.index(name), turned.variable_names.index(name)
        assert (turned.lower[k], turned.upper[k]) == (robot.lower[i], robot.upper[i])
    assert turned.joints["e"].mimic == robot.joints["e"].mimic
    assert turned.mass == robot.mass
    assert turned.links["upper"] is robot.links["upper"]


def test_only_what_lies_between_is_kept() -> None:
    turned = inverted(mk.Robot.load("ur10e_elise"), "endo_tool", "endo_base_link")
    assert set(turned.joint_names) == {
        "endo_first_joint",
        "endo_second_joint_first_dof",
        "endo_second_joint_second_dof",
    }
    assert "wrist_3_link" not in turned.link_names


def test_the_root_alone_stays_as_it_is() -> None:
    robot = mk.Robot.load("ur5")
    assert inverted(robot, robot.root).dof == 0


def test_joints_without_an_inverse_are_refused() -> None:
    ball = mk.Robot("ball", [mk.Link("a"), mk.Link("b")], [mk.Joint("shoulder", "spherical", "a", "b")])
    with pytest.raises(mk.RobotError, match=r"'shoulder' cannot be inverted: it is spherical"):
        inverted(ball, "b")


def test_links_that_do_not_exist_are_named() -> None:
    with pytest.raises(mk.UnknownNameError, match="tool0"):
        inverted(mk.Robot.load("ur5"), "tool")
