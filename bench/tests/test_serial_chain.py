"""A serial chain of constants and motions about z has the kinematics of its arm."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik.transforms import Array, transform
from memetik_bench.arms import ARMS, load_arm
from memetik_bench.serial_chain import SerialChain, serial_chain


def tip_pose(chain: SerialChain, q: Array) -> Array:
    pose = chain.constants[0]
    for value, slides, constant in zip(q, chain.is_prismatic, chain.constants[1:], strict=True):
        motion = transform((0, 0, value)) if slides else transform(rpy=(0, 0, value))
        pose = pose @ motion @ constant
    return pose


def slide_and_turn() -> mk.Robot:
    """A prismatic and a continuous joint, with axes that are not aligned with coordinate axes."""
    joints = [
        mk.Joint("slide", "prismatic", "a", "b", transform((1, 2, 3)), np.array([1.0, 2, -2]), (-1,), (2,)),
        mk.Joint("mount", "fixed", "b", "c", transform((0, 0, 1), rpy=(0.1, 0.2, 0.3))),
        mk.Joint("turn", "continuous", "c", "d", axis=np.array([0.0, -1.0, 0.0])),
    ]
    return mk.Robot("odd", [mk.Link(name) for name in "abcd"], joints)


@pytest.mark.parametrize("name", ARMS)
def test_pose_of_the_tip(name: str) -> None:
    arm = load_arm(name)
    chain = serial_chain(arm.robot, arm.link)
    for q in arm.robot.random(10, 1):
        np.testing.assert_allclose(tip_pose(chain, q), arm.robot.fk(q, arm.link), rtol=0, atol=1e-13)


def test_slides_and_odd_axes() -> None:
    robot = slide_and_turn()
    chain = serial_chain(robot, "d")
    assert chain.is_prismatic.tolist() == [True, False]
    assert (chain.lower.tolist(), chain.upper.tolist()) == ([-1.0, -np.pi], [2.0, np.pi])
    for q in robot.random(10, 1):
        np.testing.assert_allclose(tip_pose(chain, q), robot.fk(q, "d"), rtol=0, atol=1e-13)


def test_angles_come_back_by_whole_turns_only_where_needed() -> None:
    chain = serial_chain(slide_and_turn(), "d")
    np.testing.assert_allclose(chain.shift_into_limits(np.array([1.5, 7.0])), [1.5, 7.0 - 2 * np.pi])
    np.testing.assert_allclose(chain.shift_into_limits(np.array([1.5, -20.0])), [1.5, -20.0 + 6 * np.pi])
    np.testing.assert_array_equal(chain.shift_into_limits(np.array([-1.0, 3.0])), [-1.0, 3.0])
    assert chain.shift_into_limits(np.array([2.5, 0.0])) is None, "a slide has no turns"


def test_no_turn_fits_into_a_gap_between_limits() -> None:
    arm = load_arm("panda")
    q = arm.robot.neutral
    q[0] = 3.0  # between upper and lower + 2π
    assert serial_chain(arm.robot, arm.link).shift_into_limits(q) is None


def test_more_than_a_chain_is_refused() -> None:
    with pytest.raises(mk.RobotError, match=r"use robot\.subtree"):
        serial_chain(mk.Robot.load("baxter"), "right_gripper")


def test_joints_without_limits_are_refused() -> None:
    with pytest.raises(mk.RobotError, match="'pelvis_x': rivals need a lower and an upper limit"):
        serial_chain(mk.Robot.load("valkyrie").subtree("world", "pelvis"), "pelvis")
