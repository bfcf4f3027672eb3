"""What holds for every goal: derivatives, costs, acceptance, and that goals are values."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests import naive_kinematics as naive
from tests.goal_cases import GOALS, MET_KINDS, SUBJECTS, make_goal, met_by, subject

every_goal_everywhere = pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name in SUBJECTS for kind in GOALS]
)
PLAIN_KINDS = [kind for kind in GOALS if not kind.startswith("custom")]


def problem_and_point(name: str, kind: str) -> tuple[mk.Problem, Any]:
    s, rng = subject(name), np.random.default_rng(SUBJECTS.index(name) * 100 + GOALS.index(kind))
    return mk.Problem(s.robot, make_goal(kind, s, rng)), s.robot.random(rng=rng)


@every_goal_everywhere
def test_the_jacobian_is_the_derivative_of_the_residuals(name: str, kind: str) -> None:
    problem, q = problem_and_point(name, kind)
    expected = naive.derivative(problem.residuals, q)
    np.testing.assert_allclose(
        problem.jacobian(q), expected, rtol=1e-6, atol=1e-7 * max(1.0, np.abs(expected).max())
    )


@every_goal_everywhere
def test_the_gradient_is_twice_the_jacobian_times_the_residuals(name: str, kind: str) -> None:
    problem, q = problem_and_point(name, kind)
    residuals, gradient = problem.residuals(q), problem.gradient(q)
    scale = max(1.0, np.abs(gradient).max())
    np.testing.assert_allclose(gradient, 2 * problem.jacobian(q).T @ residuals, atol=1e-12 * scale)
    expected = naive.derivative(lambda rows: problem.cost(rows)[:, None], q)[0]
    np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-7 * scale)


@every_goal_everywhere
def test_the_cost_is_the_sum_of_squares(name: str, kind: str) -> None:
    problem, q = problem_and_point(name, kind)
    assert problem.cost(q) == pytest.approx(np.sum(problem.residuals(q) ** 2), rel=1e-13)


@every_goal_everywhere
def test_rows_of_a_batch_are_single_calls(name: str, kind: str) -> None:
    problem, _ = problem_and_point(name, kind)
    rows = problem.robot.random(3, rng=7)
    for method in (problem.cost, problem.gradient, problem.residuals, problem.jacobian, problem.accepts):
        np.testing.assert_array_equal(method(rows), np.stack([method(q) for q in rows]))
    errors, singles = problem.errors(rows), [problem.errors(q) for q in rows]
    for goal, by_name in errors.items():
        for what, values in by_name.items():
            np.testing.assert_array_equal(values, [single[goal][what] for single in singles])


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name in SUBJECTS for kind in MET_KINDS])
def test_a_goal_that_is_met_has_no_residual_and_is_accepted(name: str, kind: str) -> None:
    s, rng = subject(name), np.random.default_rng(GOALS.index(kind))
    q = s.robot.clip(s.robot.random(rng=rng))
    problem = mk.Problem(s.robot, met_by(kind, s, q, rng))
    np.testing.assert_allclose(problem.residuals(q), 0, atol=1e-13)
    assert problem.accepts(q) is True
    for error in problem.errors(q)[next(iter(problem.goals))].values():
        assert error == pytest.approx(0, abs=1e-13)


@pytest.mark.parametrize("kind", GOALS)
def test_the_weight_scales_the_cost_but_not_the_errors(kind: str) -> None:
    s = subject("panda")
    q = s.robot.random(rng=1)
    goal = make_goal(kind, s, np.random.default_rng(2))
    values = {f.name: getattr(goal, f.name) for f in dataclasses.fields(goal)}
    heavier = type(goal)(**{**values, "weight": 4.0 * goal.weight})
    one, four = mk.Problem(s.robot, goal), mk.Problem(s.robot, heavier)
    np.testing.assert_allclose(four.residuals(q), 2 * one.residuals(q), rtol=1e-14)
    assert four.cost(q) == pytest.approx(4 * one.cost(q), rel=1e-13)
    assert four.errors(q) == one.errors(q)


@pytest.mark.parametrize("kind", GOALS)
def test_without_weight_a_goal_is_switched_off(kind: str) -> None:
    s = subject("panda")
    goal = make_goal(kind, s, np.random.default_rng(2))
    values = {f.name: getattr(goal, f.name) for f in dataclasses.fields(goal)}
    problem = mk.Problem(s.robot, type(goal)(**{**values, "weight": 0}))
    q = s.robot.random(rng=1)
    assert problem.cost(q) == 0
    assert not problem.gradient(q).any()
    assert problem.accepts(q) is True


@pytest.mark.parametrize("kind", GOALS)
def test_a_secondary_goal_never_decides(kind: str) -> None:
    s = subject("panda")
    goal = make_goal(kind, s, np.random.default_rng(2))
    values = {f.name: getattr(goal, f.name) for f in dataclasses.fields(goal)}
    problem = mk.Problem(s.robot, goal)
    q = next(q for q in s.robot.random(50, rng=1) if not problem.accepts(q))
    assert mk.Problem(s.robot, type(goal)(**{**values, "priority": "secondary"})).accepts(q) is True


def arrays_of(goal: mk.Goal) -> list[Any]:
    """All arrays among its fields, those in mappings too."""
    values = [getattr(goal, field.name) for field in dataclasses.fields(goal)]
    values += [item for value in values if isinstance(value, Mapping) for item in value.values()]
    return [value for value in values if isinstance(value, np.ndarray)]


class TestValues:
    @pytest.mark.parametrize("kind", GOALS)
    def test_fields_cannot_be_set(self, kind: str) -> None:
        goal = make_goal(kind, subject("panda"), np.random.default_rng(2))
        with pytest.raises(dataclasses.FrozenInstanceError):
            goal.weight = 2.0  # type: ignore[misc]

    @pytest.mark.parametrize("kind", GOALS)
    def test_arrays_are_read_only(self, kind: str) -> None:
        goal = make_goal(kind, subject("panda"), np.random.default_rng(2))
        for array in arrays_of(goal):
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0

    def test_mappings_are_read_only(self) -> None:
        goal = mk.StayClose({"root": np.zeros(6)}, joint_weights={"root": 1.0})
        for mapping in (goal.target, goal.joint_weights):
            with pytest.raises(TypeError, match="does not support item assignment"):
                mapping["root"] = 2.0  # type: ignore[index]

    def test_arrays_are_copied(self) -> None:
        pose, place, q = np.eye(4), np.zeros(3), np.zeros(7)
        goals = (
            mk.Pose("panda_hand", pose, offset=pose),
            mk.Position("panda_hand", place, offset=place),
            mk.LookAt("panda_hand", place + 1, axis=(0, 0, 1), offset=place),
            mk.StayClose(target=q),
        )
        before = [goal.to_dict() for goal in goals]
        pose[0, 3] = place[0] = q[0] = 1
        assert [goal.to_dict() for goal in goals] == before

    def test_mappings_are_copied(self) -> None:
        root = np.zeros(6)
        target, weights = {"root": root}, {"root": 1.0}
        goal = mk.StayClose(target=target, joint_weights=weights)
        same = mk.StayClose(target=target, joint_weights=weights)
        target["root"], weights["root"] = np.ones(6), 9.0
        root[0] = 5
        assert goal == same
        assert goal.to_dict()["target"] == {"root": [0.0] * 6}
        assert goal.joint_weights == {"root": 1.0}

    @pytest.mark.parametrize("kind", GOALS)
    def test_equal_goals_are_equal_and_hash_alike(self, kind: str) -> None:
        s = subject("panda")
        one, two = (make_goal(kind, s, np.random.default_rng(2)) for _ in range(2))
        assert one == two
        assert hash(one) == hash(two)
        assert len({one, two}) == 1

    @pytest.mark.parametrize("kind", PLAIN_KINDS)
    def test_other_numbers_make_another_goal(self, kind: str) -> None:
        s = subject("panda")
        one, two = (make_goal(kind, s, np.random.default_rng(seed)) for seed in (2, 3))
        assert one != two
        assert one != "goal"

    def test_kinds_are_told_apart(self) -> None:
        assert mk.Position("a", (0, 0, 1)) != mk.LookAt("a", (0, 0, 1))

    @pytest.mark.parametrize("kind", PLAIN_KINDS)
    @pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))])
    def test_copies_are_equal_and_as_immutable(self, kind: str, again: Any) -> None:
        goal = make_goal(kind, subject("panda"), np.random.default_rng(2))
        assert again(goal) == goal
        assert hash(again(goal)) == hash(goal)
        assert not any(array.flags.writeable for array in arrays_of(again(goal)))

    @pytest.mark.parametrize("kind", PLAIN_KINDS)
    def test_one_with_another_weight_is_made_by_replace(self, kind: str) -> None:
        goal = make_goal(kind, subject("panda"), np.random.default_rng(2))
        heavier = dataclasses.replace(goal, weight=9.0)
        assert heavier.weight == 9.0
        assert dataclasses.replace(heavier, weight=goal.weight) == goal

    @pytest.mark.parametrize("kind", GOALS)
    def test_the_repr_is_one_line_that_names_the_kind(self, kind: str) -> None:
        goal = make_goal(kind, subject("panda"), np.random.default_rng(2))
        assert repr(goal).startswith(type(goal).__name__ + "(")


class TestRefused:
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"name": ""}, "name: expected a non-empty string"),
            ({"name": 3}, "name: expected a non-empty string"),
            ({"weight": -1}, "weight: expected a number from 0"),
            ({"weight": np.nan}, "weight"),
            ({"weight": np.inf}, "weight"),
            ({"weight": "much"}, "weight"),
            ({"weight": None}, "weight"),
            ({"weight": 10**400}, "weight"),
            ({"priority": "first"}, "priority: expected 'primary' or 'secondary', got 'first'"),
            ({"tolerance": -1e-9}, "tolerance: expected a non-negative number"),
            ({"tolerance": np.nan}, "tolerance"),
            ({"tolerance": "tight"}, "tolerance"),
            ({"tolerance": [1e-3] * 5}, "tolerance"),
            ({"tolerance": [[1e-3]]}, "tolerance"),
            ({"tolerance": 10**400}, "tolerance"),
        ],
        ids=lambda value: repr(value)[:30],
    )
    @pytest.mark.parametrize(
        "make",
        [
            lambda **o: mk.Pose("a", np.eye(4), **o),
            lambda **o: mk.Position("a", (0, 0, 0), **o),
            lambda **o: mk.Orientation("a", rpy=(0, 0, 0), **o),
            lambda **o: mk.LookAt("a", (1, 0, 0), **o),
            lambda **o: mk.StayClose(**o),
            lambda **o: mk.Custom(lambda poses, q: q, joints="a", **o),
        ],
        ids=["Pose", "Position", "Orientation", "LookAt", "StayClose", "Custom"],
    )
    def test_options_of_all_goals(self, make: Any, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.GoalError, match=message):
            make(**options)

    @pytest.mark.parametrize("link", [None, "", 3, ["a"]], ids=repr)
    @pytest.mark.parametrize(
        "make",
        [
            lambda link: mk.Pose(link, np.eye(4)),
            lambda link: mk.Position(link, (0, 0, 0)),
            lambda link: mk.Orientation(link, rpy=(0, 0, 0)),
            lambda link: mk.LookAt(link, (1, 0, 0)),
            lambda link: mk.Pose("a", np.eye(4), frame=link if link is not None else 5),
        ],
    )
    def test_links_that_are_no_names(self, make: Any, link: Any) -> None:
        with pytest.raises(mk.GoalError, match="expected the name of a link"):
            make(link)

    def test_a_goal_of_no_kind(self) -> None:
        with pytest.raises(TypeError, match="abstract class Goal"):
            mk.Goal()  # type: ignore[abstract]

    def test_goals_take_no_unknown_options(self) -> None:
        with pytest.raises(TypeError, match="wieght"):
            mk.Position("a", (0, 0, 0), wieght=2)  # type: ignore[call-arg]
