"""Queries are reachable, and starts have the stated distance from the solution."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import memetik as mk
from memetik_bench.arms import ARMS, load_arm
from memetik_bench.targets import PoseTargets, near_solution, random_reachable, warm_starts
from tests.naive_kinematics import forward

DOF = {"ur5": 6, "valkyrie leg": 6, "kr120": 6, "m10ia": 6}
GENERATORS = [random_reachable, near_solution, warm_starts]


@pytest.mark.parametrize("name", ARMS)
def test_arms_are_serial_chains_of_six_or_seven_joints(name: str) -> None:
    arm = load_arm(name)
    assert arm.robot.dof == len(arm.robot.joint_names) == DOF.get(name, 7)
    moved = np.abs(arm.robot.jacobian(arm.robot.random(rng=1), arm.link)).max(axis=0) > 0
    assert moved.all(), "a joint does not move the tip"


def test_an_unknown_arm_names_the_others() -> None:
    with pytest.raises(mk.UnknownNameError, match="did you mean 'pr2 arm'"):
        load_arm("pr2arm")


@pytest.mark.parametrize("generate", GENERATORS)
@pytest.mark.parametrize("name", ARMS)
def test_the_solution_reaches_its_pose(name: str, generate: Callable[..., PoseTargets]) -> None:
    arm = load_arm(name)
    targets = generate(arm.robot, arm.link, count=20, random_seed=3)
    for q, pose in zip(targets.solutions, targets.poses, strict=True):
        np.testing.assert_allclose(forward(arm.robot, q)[arm.link], pose, rtol=0, atol=1e-12)
    assert np.all(arm.robot.within_limits(targets.solutions))
    assert np.all(arm.robot.within_limits(targets.starts))


@pytest.mark.parametrize(("generate", "distance"), [(near_solution, 0.3), (warm_starts, 0.05)])
def test_starts_are_near(generate: Callable[..., PoseTargets], distance: float) -> None:
    arm = load_arm("panda")
    targets = generate(arm.robot, arm.link, count=2000, random_seed=4)
    off = np.abs(targets.starts - targets.solutions)
    assert off.max() <= distance
    assert off.max() > 0.99 * distance
    assert 0.45 * distance < off.mean() < 0.5 * distance, "uniform, but for the clipped"


def test_the_random_seed_decides() -> None:
    arm = load_arm("ur5")
    first, again, other = (random_reachable(arm.robot, arm.link, count=9, random_seed=s) for s in (7, 7, 8))
    np.testing.assert_array_equal(first.poses, again.poses)
    np.testing.assert_array_equal(first.starts, again.starts)
    assert (first.starts != other.starts).all()


def test_the_first_few_are_the_first_of_all() -> None:
    arm = load_arm("ur5")
    targets = random_reachable(arm.robot, arm.link, count=50, random_seed=1)
    few = targets.first(10)
    assert len(few) == 10
    for name in ("starts", "solutions", "poses"):
        np.testing.assert_array_equal(getattr(few, name), getattr(targets, name)[:10])
    assert len(targets.first(1000)) == 50
