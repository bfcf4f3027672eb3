"""CenterJoints, AvoidJointLimits, JointValue, LinearJoints: their arguments, and that they are met."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.goals import goal_from_dict
from tests.solve_cases import HAND, PANDA, PLACE, assert_pose_reached

MIDDLE, WIDTH = (PANDA.lower + PANDA.upper) / 2, PANDA.upper - PANDA.lower
FLOATING = PANDA.with_floating_base()


def mixed() -> mk.Robot:
    """Joints with two limits, with one, and with none; a ball; a follower."""
    b = mk.RobotBuilder("mixed")
    b.revolute("hinge", "a", "b", lower=-1, upper=3)
    b.continuous("spin", "b", "c")
    b.prismatic("half", "c", "d", lower=0, upper=math.inf)
    b.spherical("ball", "d", "e", max_angle=1.0)
    b.cylindrical("screw", "e", "f", lower=(-1, -2), upper=(3, 6))
    b.revolute("finger", "f", "g", lower=-9, upper=9, mimic=mk.Mimic("hinge", 2.0, 0.1))
    return b.build()


def bare() -> mk.Robot:
    b = mk.RobotBuilder("bare")
    b.continuous("spin", "a", "b")
    return b.build()


MIXED, BARE = mixed(), bare()
both_ranges = pytest.mark.parametrize("kind", [mk.CenterJoints, mk.AvoidJointLimits])


def value(**options: Any) -> mk.Goal:
    return mk.JointValue(**{"joint": "panda_joint2", "target": 0.5, **options})


def linear(**options: Any) -> mk.Goal:
    return mk.LinearJoints(**{"factors": {"panda_joint2": 2, "panda_joint4": 1}, "target": 0.5, **options})


both_sums = pytest.mark.parametrize("make", [value, linear])


class TestValues:
    @both_ranges
    def test_postures_are_secondary_unless_told_otherwise(self, kind: Any) -> None:
        assert kind().priority == "secondary"
        assert kind(priority="primary").priority == "primary"

    @both_sums
    def test_wanted_values_are_primary(self, make: Any) -> None:
        assert make().priority == "primary"

    @pytest.mark.parametrize(
        "goal",
        [
            mk.CenterJoints(joints="a", tolerance=np.float64(0.5), name="x", weight=2),
            mk.AvoidJointLimits(joints=("a", "b"), priority="primary"),
            mk.AvoidJointLimits(),
            mk.JointValue("a", np.array([0.5]), tolerance=1e-3),
            mk.LinearJoints({"a": 1, "b": np.float64(-2)}, 3, priority="secondary"),
        ],
        ids=repr,
    )
    def test_all_options_survive_json(self, goal: mk.Goal) -> None:
        again = goal_from_dict(json.loads(json.dumps(goal.to_dict())))
        assert again == goal
        assert repr(again) == repr(goal)

    def test_kinds_are_told_apart(self) -> None:
        goals: list[mk.Goal] = [mk.CenterJoints(), mk.AvoidJointLimits(), mk.StayClose()]
        assert len(set(goals)) == 3
        assert mk.LinearJoints({"a": 1}, 2) != mk.JointValue("a", 2)

    def test_factors_are_read_only_and_in_any_order(self) -> None:
        given = {"a": 1.0, "b": 2.0}
        goal = mk.LinearJoints(given)
        given["a"] = 9.0
        assert goal == mk.LinearJoints({"b": 2, "a": 1}, 0)
        assert goal != mk.LinearJoints({"b": 1, "a": 2}, 0)
        with pytest.raises(TypeError, match="item assignment"):
            goal.factors["a"] = 9.0  # type: ignore[index]

    def test_names_are_those_of_the_kind_or_of_the_joint(self) -> None:
        goals = [mk.CenterJoints(), mk.AvoidJointLimits(), linear(), value(), value()]
        names = ["center_joints", "avoid_joint_limits", "linear_joints", "panda_joint2", "panda_joint2_2"]
        assert list(mk.Problem(PANDA, goals).goals) == names

    @both_ranges
    def test_joints_without_two_limits_are_left_out(self, kind: Any) -> None:
        active = mk.Problem(MIXED, kind(priority="primary")).active_variables
        assert active[:2] == ("hinge", "screw.z")

    @both_ranges
    def test_the_angle_of_a_screw_is_a_joint_with_limits(self, kind: Any) -> None:
        assert mk.Problem(MIXED, kind(joints="screw")).active_variables == ("screw.z", "screw.rz")

    @both_ranges
    def test_a_joint_may_have_any_name(self, kind: Any) -> None:
        b = mk.RobotBuilder("dotted")
        b.revolute("leg.rx", "a", "b", lower=-1, upper=1)
        assert mk.Problem(b.build(), kind()).active_variables == ("leg.rx",)

    @both_ranges
    def test_only_the_named_joints_count(self, kind: Any) -> None:
        problem = mk.Problem(PANDA, kind(joints=("panda_joint5", "panda_joint2")))
        assert problem.active_variables == ("panda_joint2", "panda_joint5")
        np.testing.assert_allclose(abs(problem.residuals(PANDA.upper)), WIDTH[[1, 4]] / 2)

    def test_single_variables_may_be_named(self) -> None:
        q = FLOATING.random(rng=1)
        for goal in (mk.JointValue("root.y", 0.5), mk.LinearJoints({"root.y": 1}, 0.5)):
            problem = mk.Problem(FLOATING, goal)
            assert problem.active_variables == ("root.y",)
            np.testing.assert_allclose(problem.residuals(q), q[1] - 0.5)

    def test_whole_turns_of_a_continuous_joint_count(self) -> None:
        problem = mk.Problem(BARE, mk.JointValue("spin", 1.0))
        np.testing.assert_allclose(problem.residuals([1 + 2 * np.pi]), 2 * np.pi)
        np.testing.assert_allclose(mk.solve(BARE, mk.JointValue("spin", 10.0)).q, 10.0, atol=1e-5)


class TestRefused:
    @both_ranges
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"joints": ()}, "joints: expected at least one name"),
            ({"joints": 3}, "joints: expected a name or a list of names, got 3"),
            ({"joints": ("a", 3)}, "joints: expected a name"),
            ({"tolerance": (1, 2)}, "tolerance: expected a non-negative number, got"),
            ({"weight": -1}, "weight"),
        ],
        ids=repr,
    )
    def test_options_of_ranges(self, kind: Any, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.GoalError, match=message):
            kind(**options)

    @both_ranges
    @pytest.mark.parametrize("joint", ["spin", "half", "ball"])
    def test_named_joints_without_two_limits(self, kind: Any, joint: str) -> None:
        with pytest.raises(
            mk.GoalError, match=f"joints: expected variables with a lower and an upper limit, unlike {joint}"
        ):
            mk.Problem(MIXED, kind(joints=("hinge", joint)))

    @both_ranges
    def test_robots_without_any_limits(self, kind: Any) -> None:
        message = f"{kind.__name__}: no joint has a lower and an upper limit"
        with pytest.raises(mk.GoalError, match=message):
            mk.Problem(BARE, kind())

    @pytest.mark.parametrize(
        "goal",
        [
            mk.CenterJoints(joints="panda_jont2"),
            mk.AvoidJointLimits(joints="panda_jont2"),
            mk.JointValue("panda_jont2", 0),
            mk.LinearJoints({"panda_jont2": 1}),
        ],
        ids=repr,
    )
    def test_joints_that_the_robot_does_not_have(self, goal: mk.Goal) -> None:
        with pytest.raises(mk.UnknownNameError, match="no joint 'panda_jont2'; did you mean 'panda_joint2'"):
            mk.Problem(PANDA, goal)

    @pytest.mark.parametrize("make", [lambda j: mk.JointValue(j, 0), lambda j: mk.LinearJoints({j: 1})])
    def test_joints_with_several_variables_and_followers(self, make: Any) -> None:
        with pytest.raises(mk.GoalError, match=r"'root' has 6 variables: name one of root\.x"):
            mk.Problem(FLOATING, make("root"))
        with pytest.raises(mk.ConfigurationError, match=r"'root\.rx' is a component of a rotation vector"):
            mk.Problem(FLOATING, make("root.rx"))
        with pytest.raises(mk.ConfigurationError, match="'finger' mimics 'hinge'"):
            mk.Problem(MIXED, make("finger"))

    @both_ranges
    def test_ranges_of_followers(self, kind: Any) -> None:
        with pytest.raises(mk.ConfigurationError, match="'finger' mimics 'hinge'"):
            mk.Problem(MIXED, kind(joints="finger"))

    @both_sums
    @pytest.mark.parametrize("target", [None, "x", np.nan, np.inf, 1e9, [1, 2], [[1]], [], 10**400], ids=str)
    def test_targets_that_are_no_numbers(self, make: Any, target: Any) -> None:
        with pytest.raises(mk.GoalError, match="target: expected a number, got"):
            make(target=target)
        with pytest.raises(mk.GoalError, match="targets of 'x': target: expected a number, got"):
            mk.Solver(PANDA, make(name="x")).solve(targets={"x": target})

    @both_sums
    def test_batches_of_another_shape(self, make: Any) -> None:
        with pytest.raises(mk.GoalError, match=r"targets of 'x': expected an array \(N, 1\), got \(2,\)"):
            mk.Solver(PANDA, make(name="x")).solve_batch([0.1, 0.2])

    @pytest.mark.parametrize("joint", ["", 3, None, ("a",)], ids=repr)
    def test_joints_that_are_no_names(self, joint: Any) -> None:
        with pytest.raises(mk.GoalError, match="joint: expected the name of a joint, got"):
            mk.JointValue(joint, 0)

    @pytest.mark.parametrize(
        "factors", [{}, None, 5, "ab", ["a"], {"a": "x"}, {"a": None}, {"a": np.nan}, {"a": np.inf}], ids=repr
    )
    def test_factors_that_are_no_mapping_to_numbers(self, factors: Any) -> None:
        with pytest.raises(mk.GoalError, match="factors: expected a mapping from joints to numbers"):
            mk.LinearJoints(factors)

    @both_ranges
    def test_targets_of_goals_that_have_none(self, kind: Any) -> None:
        solver = mk.Solver(PANDA, kind(name="x", priority="primary"))
        with pytest.raises(mk.GoalError, match=f"targets of 'x': {kind.__name__} has no target"):
            solver.solve(targets={"x": 1.0})
        with pytest.raises(mk.GoalError, match=r"targets of 'x': .* has no target"):
            solver.solve_batch({"x": np.zeros((3, 1))})
        with pytest.raises(mk.GoalError, match="targets: none of the goals has a target"):
            solver.solve(targets=1.0)


class TestSolved:
    def test_all_joints_in_the_middle(self) -> None:
        solution = mk.solve(PANDA, mk.CenterJoints(priority="primary"), start=PANDA.lower)
        assert solution.success
        assert np.linalg.norm(solution.q - MIDDLE) <= 1e-5

    def test_a_place_reached_in_the_middle_half_of_all_joints(self) -> None:
        goals = [mk.Position(HAND, PLACE), mk.AvoidJointLimits(priority="primary")]
        solution = mk.solve(PANDA, goals, start=PANDA.upper)
        assert solution.success
        assert (abs(solution.q - MIDDLE) <= WIDTH / 4 + 1e-5).all()

    @both_ranges
    def test_a_secondary_posture_draws_the_answer_towards_it(self, kind: Any) -> None:
        position, posture = mk.Position(HAND, PLACE), kind()
        start = PANDA.clip(PANDA.lower + 0.1)
        without, with_it = (mk.solve(PANDA, goals, start=start) for goals in (position, [position, posture]))
        assert without.success
        assert with_it.success
        cost = mk.Problem(PANDA, posture).cost
        assert cost(with_it.q) < cost(without.q)

    def test_a_pose_with_one_joint_where_it_is_wanted(self) -> None:
        q = PANDA.random(rng=1)
        target = PANDA.fk(q, HAND)
        solution = mk.solve(PANDA, [mk.Pose(HAND, target), mk.JointValue("panda_joint1", q[0])])
        assert_pose_reached(PANDA, HAND, solution.q, target)
        assert abs(solution.q[0] - q[0]) <= 1e-5

    def test_a_place_with_coupled_joints(self) -> None:
        goals = [mk.Position(HAND, PLACE), mk.LinearJoints({"panda_joint2": 2, "panda_joint4": 1}, -1.0)]
        solution = mk.solve(PANDA, goals)
        assert solution.success
        assert abs(2 * solution.q[1] + solution.q[3] + 1) <= 1e-5

    def test_a_value_beyond_the_limit_is_approached(self) -> None:
        solution = mk.solve(PANDA, mk.JointValue("panda_joint1", PANDA.upper[0] + 0.5))
        assert not solution.success
        assert solution.errors["panda_joint1"]["difference"] == pytest.approx(0.5, abs=1e-6)

    @both_sums
    def test_again_with_other_values(self, make: Any) -> None:
        solver = mk.Solver(PANDA, make(name="x"))
        for target in (0.3, [0.2], np.array(-0.4), np.array([0.1])):
            assert solver.solve(targets={"x": target}).success
        batch = solver.solve_batch([[0.1], [-0.3]])
        for q, target in zip(batch.q, (0.1, -0.3), strict=True):
            np.testing.assert_array_equal(q, solver.solve(targets=target).q)
