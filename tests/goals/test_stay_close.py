"""StayClose: differences by the type of joint."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.spatial.transform import Rotation

import memetik as mk
from tests.goal_cases.subjects import subject
from tests.naive_kinematics import Array
from tests.random_trees import random_configurations, robots, seeds

PANDA = mk.Robot.load("panda")
FLOATING = PANDA.with_floating_base()


def difference(robot: mk.Robot, target: Array, q: Array) -> Array:
    """The difference by the type of joint; rotations as 2 sin(angle / 2) along their axis."""
    result = robot.difference(target, q)
    for i, name in enumerate(robot.variable_names):
        if name.endswith(".rx"):
            wanted, there = (Rotation.from_rotvec(v[i : i + 3]) for v in (target, q))
            vector = (wanted.inv() * there).as_rotvec()
            angle = np.linalg.norm(vector)
            result[i : i + 3] = vector * (2 * np.sin(angle / 2) / angle if angle > 0 else 1)
    return result


@settings(max_examples=50)
@given(robot=robots(max_joints=8), seed=seeds)
@pytest.mark.filterwarnings("ignore:target. .* is far outside its limit")
def test_the_error_is_the_norm_of_the_differences(robot: mk.Robot, seed: int) -> None:
    rng = np.random.default_rng(seed)
    target, q = random_configurations(robot, rng), random_configurations(robot, rng)
    problem = mk.Problem(robot, mk.StayClose(target=target))
    expected = difference(robot, target, q)
    np.testing.assert_allclose(np.abs(problem.residuals(q)), np.abs(expected), atol=1e-9)
    distance = problem.errors(q)["stay_close"]["distance"]
    assert distance == pytest.approx(np.linalg.norm(expected), rel=1e-9, abs=1e-9)


def test_whole_turns_of_a_continuous_joint_do_not_count() -> None:
    b = mk.RobotBuilder("wheel")
    b.continuous("spin", "a", "b")
    robot = b.build()
    problem = mk.Problem(robot, mk.StayClose(target=[0.5]))
    np.testing.assert_allclose(problem.residuals([0.5 + 6 * np.pi]), 0, atol=1e-14)
    np.testing.assert_allclose(problem.residuals([0.4 - 2 * np.pi]), -0.1, atol=1e-14)


def test_limited_joints_do_not_wrap() -> None:
    ur5 = mk.Robot.load("ur5")
    residuals = mk.Problem(ur5, mk.StayClose(target=np.full(6, -3.0))).residuals(np.full(6, 3.0))
    np.testing.assert_allclose(residuals[[0, 1]], 6.0)


def test_rotations_of_any_length_of_vector_are_compared_as_rotations() -> None:
    w = np.array((0.3, -0.5, 0.2))
    longer = w * (1 - 2 * np.pi / np.linalg.norm(w))  # the same rotation
    q, target = FLOATING.neutral, FLOATING.neutral
    q[3:6], target[3:6] = w, longer
    np.testing.assert_allclose(mk.Problem(FLOATING, mk.StayClose(target=target)).residuals(q), 0, atol=1e-14)


def test_only_the_named_joints_count() -> None:
    q = PANDA.random(rng=1)
    problem = mk.Problem(PANDA, mk.StayClose(target=np.zeros(7), joints=("panda_joint5", "panda_joint2")))
    np.testing.assert_allclose(problem.residuals(q), q[[1, 4]])  # in the order of q
    assert problem.active_variables == ("panda_joint2", "panda_joint5")
    one = mk.Problem(PANDA, mk.StayClose(target=np.zeros(7), joints="panda_joint5"))
    np.testing.assert_allclose(one.residuals(q), q[[4]])


def test_a_mapping_names_its_joints() -> None:
    q = FLOATING.random(rng=1)
    goal = mk.StayClose(target={"panda_joint2": 0.5, "root": np.zeros(6)})
    problem = mk.Problem(FLOATING, goal)
    assert problem.residuals(q).shape == (7,)
    expected = difference(FLOATING, FLOATING.pack({"panda_joint2": 0.5}), q)
    np.testing.assert_allclose(problem.residuals(q), expected[[0, 1, 2, 3, 4, 5, 7]], atol=1e-12)


def test_joint_weights_are_factors_of_squared_differences() -> None:
    q = PANDA.random(rng=1)
    plain = mk.Problem(PANDA, mk.StayClose(target=np.zeros(7)))
    weighted = mk.Problem(
        PANDA, mk.StayClose(target=np.zeros(7), joint_weights={"panda_joint2": 4, "panda_joint3": 0})
    )
    expected = plain.residuals(q) ** 2 * (1, 4, 0, 1, 1, 1, 1)
    np.testing.assert_allclose(weighted.residuals(q) ** 2, expected, rtol=1e-12)
    assert weighted.errors(q) == plain.errors(q)


def test_without_a_target_a_problem_means_the_neutral_posture() -> None:
    q = PANDA.random(rng=1)
    np.testing.assert_allclose(mk.Problem(PANDA, mk.StayClose()).residuals(q), q - PANDA.neutral)


def test_is_secondary_unless_told_otherwise() -> None:
    assert mk.StayClose().priority == "secondary"
    assert mk.StayClose(priority="primary").priority == "primary"


def test_the_first_argument_is_the_target() -> None:
    assert mk.StayClose(np.zeros(7)) == mk.StayClose(target=np.zeros(7))
    assert mk.StayClose({"panda_joint2": 0.5}).priority == "secondary"


@pytest.mark.parametrize("inside", [True, False])
def test_the_tolerance_is_for_the_norm(inside: bool) -> None:
    q = np.full(7, 0.1 * (0.9999 if inside else 1.0001)) / np.sqrt(7) + PANDA.neutral
    goal = mk.StayClose(target=PANDA.neutral, tolerance=0.1, priority="primary", weight=7.0)
    assert mk.Problem(PANDA, goal).accepts(PANDA.clip(q)) is inside


class TestTargets:
    """A solver takes whole configurations, mappings, or the values of the goal's own variables."""

    def test_are_the_same_in_every_form(self) -> None:
        joints = ("panda_joint2", "panda_joint5")
        wanted = PANDA.pack({"panda_joint2": 0.5, "panda_joint5": -0.3})
        goal = mk.StayClose(joints=joints, priority="primary")
        answers = [
            mk.Solver(PANDA, goal).solve(targets={"stay_close": value}).q
            for value in (wanted, wanted[[1, 4]], {"panda_joint2": 0.5, "panda_joint5": -0.3}, list(wanted))
        ]
        for answer in answers:
            np.testing.assert_array_equal(answer, answers[0])
            np.testing.assert_allclose(answer[[1, 4]], (0.5, -0.3), atol=1e-5)

    @pytest.mark.parametrize(
        "value", [np.zeros(3), np.full(2, np.nan), "ab", np.zeros((7, 7)), [1e9, 0.0], None]
    )
    def test_of_another_shape_are_refused(self, value: Any) -> None:
        solver = mk.Solver(PANDA, mk.StayClose(joints=("panda_joint2", "panda_joint5")))
        with pytest.raises(mk.MemetikError):
            solver.solve(targets={"stay_close": value})


class TestRefused:
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"target": [[1, 2], [3]]}, "target"),
            ({"target": np.zeros((2, 7))}, r"target: expected a configuration, got shape \(2, 7\)"),
            ({"target": {}}, "target: expected at least one joint"),
            ({"joints": ()}, "joints: expected at least one name"),
            ({"joints": 5}, "joints: expected a name"),
            ({"joints": [1, 2]}, "joints: expected a name"),
            ({"joint_weights": {"a": -1}}, "joint_weights: expected numbers from 0"),
            ({"joint_weights": {"a": np.nan}}, "joint_weights"),
            ({"joint_weights": {"a": 1e13}}, "joint_weights"),
            ({"joint_weights": {"a": "x"}}, "joint_weights"),
            ({"joint_weights": 5}, "joint_weights"),
        ],
        ids=repr,
    )
    def test_at_once(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.GoalError, match=message):
            mk.StayClose(**options)

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"target": np.zeros(6)}, "a configuration"),
            ({"target": np.full(7, np.nan)}, "not a usable value"),
            ({"target": {"panda_joint9": 0.0}}, "no joint 'panda_joint9'; did you mean 'panda_joint"),
            ({"target": {"panda_joint2": np.nan}}, "panda_joint2"),
            ({"target": {"panda_joint2": 1e9}}, "panda_joint2 = 1000000000.0: not a usable value"),
            ({"target": {"panda_joint2": (0, 0)}}, "panda_joint2"),
            ({"joints": ("elbow",)}, "no joint 'elbow'; joints are: panda_joint1"),
            (
                {"joints": ("panda_joint2", "panda_joint3"), "target": {"panda_joint2": 0.1}},
                "target: no value for panda_joint3",
            ),
            ({"joint_weights": {"elbow": 1.0}}, "no joint 'elbow'"),
        ],
        ids=repr,
    )
    def test_when_it_meets_a_robot(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.MemetikError, match=message):
            mk.Problem(PANDA, mk.StayClose(**options))

    @pytest.mark.parametrize("part", ["root.rx", "root.rz"])
    def test_parts_of_a_rotation(self, part: str) -> None:
        for options in ({"joints": (part,)}, {"target": {part: 0.1}}, {"joint_weights": {part: 2.0}}):
            with pytest.raises(mk.MemetikError, match="root"):
                mk.Problem(FLOATING, mk.StayClose(**options))

    def test_followers(self) -> None:
        s = subject("tree")
        follower = next(name for name, joint in s.robot.joints.items() if joint.mimic)
        with pytest.raises(mk.ConfigurationError, match="mimics"):
            mk.Problem(s.robot, mk.StayClose(joints=follower))


class TestPerVelocity:
    def test_differences_are_times(self) -> None:
        """With per_velocity, a difference is the time that a joint takes at its maximum speed."""
        q, target = PANDA.random(2, rng=3)
        problem = mk.Problem(PANDA, mk.StayClose(target, per_velocity=True))
        np.testing.assert_allclose(problem.residuals(q), (q - target) / PANDA.velocity_limits, rtol=1e-12)

    def test_is_true_or_false(self) -> None:
        with pytest.raises(mk.GoalError, match="per_velocity: expected True or False, got 'no'"):
            mk.StayClose(per_velocity="no")  # type: ignore[arg-type]

    def test_joints_without_a_limit_are_named(self) -> None:
        b = mk.RobotBuilder("slide")
        b.prismatic("x", "base", "tip", lower=-1, upper=1)
        with pytest.raises(
            mk.GoalError, match="per_velocity: expected joints with a velocity limit, unlike x"
        ):
            mk.Problem(b.build(), mk.StayClose(per_velocity=True))
