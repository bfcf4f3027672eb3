"""The errors of goals in numpy are right, and the verification rejects false solutions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import memetik as mk
from memetik.transforms import Array, quaternion_from_rotation
from memetik_bench.arms import load_arm
from memetik_bench.engine.goal_errors import goal_errors, goals_met, other_joints_held

ARM = load_arm("panda")
POSES = ARM.robot.fk(ARM.robot.random(20, 1), ARM.link)
TURN = Rotation.from_rotvec([0.0, 0.03, 0.04]).as_matrix()  # by 0.05 rad
STEP = np.array([2e-3, -1e-3, 2e-3])  # 3 mm


def quaternions(poses: Array) -> Array:
    return np.array([quaternion_from_rotation(pose[:3, :3]) for pose in poses])


def test_of_a_pose() -> None:
    moved = POSES.copy()
    moved[:, :3, 3] += STEP
    moved[:, :3, :3] = moved[:, :3, :3] @ TURN
    goal = mk.Pose(ARM.link, np.eye(4), tolerance=(1e-4, 1e-3))
    (distance, metres), (angle, radians) = goal_errors(goal, POSES, moved)
    np.testing.assert_allclose(distance, 3e-3, rtol=1e-12)
    np.testing.assert_allclose(angle, 0.05, rtol=1e-12)
    assert (metres, radians) == (1e-4, 1e-3)


def test_of_a_position_and_an_orientation() -> None:
    ((distance, _),) = goal_errors(mk.Position(ARM.link, (0, 0, 0)), POSES, POSES[:, :3, 3] + STEP)
    np.testing.assert_allclose(distance, 3e-3, rtol=1e-12)
    turned = POSES.copy()
    turned[:, :3, :3] = POSES[:, :3, :3] @ TURN
    goal = mk.Orientation(ARM.link, (1, 0, 0, 0))
    ((angle, _),) = goal_errors(goal, POSES, quaternions(turned))
    np.testing.assert_allclose(angle, 0.05, rtol=1e-12)


@pytest.mark.parametrize("angle", [0.0, 1e-8, 0.1, 3.0])
def test_of_a_gaze(angle: float) -> None:
    """The target is off the axis by a known angle, at any distance."""
    goal = mk.LookAt(ARM.link, (1, 0, 0), axis=(1, 0, 0))
    aside = POSES[:, :3, 0] * np.cos(angle) + POSES[:, :3, 1] * np.sin(angle)
    ((error, _),) = goal_errors(goal, POSES, POSES[:, :3, 3] + 1.7 * aside)
    np.testing.assert_allclose(error, angle, rtol=1e-6, atol=1e-15)


def test_other_goals_are_refused() -> None:
    with pytest.raises(NotImplementedError, match="OnPlane"):
        goal_errors(mk.OnPlane(ARM.link, (0, 0, 0), (0, 0, 1)), POSES, POSES)


class TestVerdict:
    q = ARM.robot.random(20, 1)
    goals = mk.Problem(ARM.robot, [mk.Pose(ARM.link, np.eye(4), name="tip"), mk.StayClose()]).goals

    def test_the_witness_is_accepted_whatever_the_posture(self) -> None:
        assert goals_met(ARM.robot, self.goals, {"tip": POSES}, self.q).all()

    def test_a_tampered_answer_is_refused(self) -> None:
        for joint in range(6):
            tampered = self.q.copy()
            tampered[3, joint] += 1e-3 * (1 if tampered[3, joint] < 0 else -1)
            met = goals_met(ARM.robot, self.goals, {"tip": POSES}, tampered)
            assert np.flatnonzero(~met).tolist() == [3]

    def test_a_whole_turn_outside_the_limits_is_refused(self) -> None:
        turned = self.q.copy()
        turned[5, 0] += 2 * np.pi
        met = goals_met(ARM.robot, self.goals, {"tip": POSES}, turned)
        assert np.flatnonzero(~met).tolist() == [5]

    def test_joints_that_may_not_move_are_watched(self) -> None:
        answers = self.q.copy()
        answers[2, 1] += 1e-15 + abs(answers[2, 1]) * 1e-15
        answers[4, 6] += 0.1
        held = other_joints_held(ARM.robot, [ARM.robot.joint_names[6]], self.q, answers)
        assert np.flatnonzero(~held).tolist() == [2]
