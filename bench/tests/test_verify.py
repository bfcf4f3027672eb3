"""The verification accepts true solutions and rejects all others."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import memetik as mk
from memetik_bench.arms import ARMS, load_arm
from memetik_bench.targets import random_reachable
from memetik_bench.verify import pinocchio_poses, rotation_angle, verify

PANDA = load_arm("panda")
TARGETS = random_reachable(PANDA.robot, PANDA.link, count=50, random_seed=2)
TOLERANCE = 1e-5


@pytest.mark.parametrize("name", ARMS)
def test_true_solutions_are_solved_to_rounding(name: str) -> None:
    arm = load_arm(name)
    targets = random_reachable(arm.robot, arm.link, count=50, random_seed=1)
    checked = verify(arm.robot, arm.link, targets.poses, targets.solutions, tolerance=1e-12)
    assert checked.solved.all()


def test_errors_are_those_put_in() -> None:
    """A target moved by a known distance and turned by a known angle has exactly these errors."""
    moved = TARGETS.poses.copy()
    moved[:, :3, 3] += 3e-3 * np.array([2.0, -1.0, 2.0]) / 3.0
    moved[:, :3, :3] = moved[:, :3, :3] @ Rotation.from_rotvec([0.0, 3e-7, 4e-7]).as_matrix()
    checked = verify(PANDA.robot, PANDA.link, moved, TARGETS.solutions, tolerance=TOLERANCE)
    np.testing.assert_allclose(checked.position_error, 3e-3, rtol=1e-12)
    np.testing.assert_allclose(checked.rotation_error, 5e-7, rtol=1e-8)
    assert not checked.solved.any()


@pytest.mark.parametrize(("share", "solved"), [(0.999, True), (1.001, False)])
@pytest.mark.parametrize("kind", ["position", "rotation"])
def test_the_tolerance_is_in_norm_for_each(kind: str, share: float, solved: bool) -> None:
    along = share * TOLERANCE * np.array([1.0, 1.0, 1.0]) / np.sqrt(3.0)
    moved = TARGETS.poses.copy()
    if kind == "position":
        moved[:, :3, 3] += along
    else:
        moved[:, :3, :3] = moved[:, :3, :3] @ Rotation.from_rotvec(along).as_matrix()
    checked = verify(PANDA.robot, PANDA.link, moved, TARGETS.solutions, tolerance=TOLERANCE)
    assert (checked.solved == solved).all()


def test_answers_outside_the_limits_are_refused() -> None:
    """A further turn reaches the same pose, but is not a solution."""
    turned = TARGETS.solutions.copy()
    turned[:, 2] += 2 * np.pi
    checked = verify(PANDA.robot, PANDA.link, TARGETS.poses, turned, tolerance=TOLERANCE)
    assert (checked.position_error < 1e-12).all()
    assert not checked.within_limits.any()
    assert not checked.solved.any()


@pytest.mark.parametrize(("beyond", "solved"), [(0.0, True), (5e-10, True), (2e-9, False)])
def test_a_limit_itself_is_allowed_and_hardly_more(beyond: float, solved: bool) -> None:
    q = TARGETS.solutions[:1].copy()
    q[0, 0] = PANDA.robot.upper[0] * (1.0 + beyond)
    poses = pinocchio_poses(PANDA.robot, PANDA.link, q)
    checked = verify(PANDA.robot, PANDA.link, poses, q, tolerance=TOLERANCE)
    assert checked.solved.tolist() == [solved]


def test_no_answer_is_not_solved() -> None:
    answers = TARGETS.solutions.copy()
    answers[3] = np.nan
    answers[5, 2] = np.inf
    checked = verify(PANDA.robot, PANDA.link, TARGETS.poses, answers, tolerance=TOLERANCE)
    assert np.flatnonzero(~checked.solved).tolist() == [3, 5]
    assert np.isinf(checked.position_error[[3, 5]]).all()


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-5, 1.0, np.pi - 1e-9, np.pi])
def test_rotation_angle_is_exact_everywhere(angle: float) -> None:
    rng = np.random.default_rng(0)
    axes = rng.normal(size=(100, 3))
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    first = Rotation.random(100, rng=rng).as_matrix()
    second = first @ Rotation.from_rotvec(angle * axes).as_matrix()
    np.testing.assert_allclose(rotation_angle(first, second), angle, rtol=0, atol=2e-15)


def test_poses_by_pinocchio_are_in_the_frame_of_the_root() -> None:
    q = mk.Robot.load("pr2").random(5, 1)
    robot = mk.Robot.load("pr2")
    expected = robot.fk(q, "l_gripper_tool_frame")
    np.testing.assert_allclose(
        pinocchio_poses(robot, "l_gripper_tool_frame", q), expected, rtol=0, atol=1e-12
    )
