"""Requirements on every goal: derivatives, costs, acceptance, refused arguments."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests import naive_kinematics as naive
from tests.goal_cases import (
    AUTOMATIC,
    GOALS,
    KINDS,
    PLAIN_GOALS,
    make_goal,
    rng_of,
    unmet_goal,
)
from tests.goal_cases.automatic import parameters_of
from tests.goal_cases.met import MET, met_by
from tests.goal_cases.subjects import SUBJECTS, subject

every_goal_everywhere = pytest.mark.parametrize(
    ("name", "case"), [(name, case) for name in SUBJECTS for case in GOALS]
)
every_goal = pytest.mark.parametrize("case", GOALS)
every_plain_goal = pytest.mark.parametrize("case", PLAIN_GOALS)
every_kind = pytest.mark.parametrize("kind", KINDS)


def on_panda(case: str, seed: int = 2) -> mk.Goal:
    return make_goal(case, subject("panda"), np.random.default_rng(seed))


def problem_and_point(name: str, case: str) -> tuple[mk.Problem, Any]:
    """A goal alone, and a configuration that does not meet it, not at a corner of its residuals."""
    s, rng = subject(name), rng_of(name, case)
    for _ in range(20):
        goal, q = unmet_goal(case, s, rng)
        problem = mk.Problem(s.robot, goal)
        wide, narrow = (naive.derivative(problem.residuals, q, step) for step in (naive.STEP, 1e-5))
        if np.allclose(wide, narrow, atol=1e-4 * max(1.0, np.abs(wide).max())):
            return problem, q
    raise AssertionError(f"there are corners everywhere in {goal}")


@every_goal_everywhere
def test_the_jacobian_is_the_derivative_of_the_residuals(name: str, case: str) -> None:
    problem, q = problem_and_point(name, case)
    expected = naive.derivative(problem.residuals, q)
    np.testing.assert_allclose(
        problem.jacobian(q), expected, rtol=1e-6, atol=1e-7 * max(1.0, np.abs(expected).max())
    )


@every_goal_everywhere
def test_the_gradient_is_twice_the_jacobian_times_the_residuals(name: str, case: str) -> None:
    problem, q = problem_and_point(name, case)
    residuals, gradient = problem.residuals(q), problem.gradient(q)
    scale = max(1.0, np.abs(gradient).max())
    np.testing.assert_allclose(gradient, 2 * problem.jacobian(q).T @ residuals, atol=1e-12 * scale)
    expected = naive.derivative(lambda rows: problem.cost(rows)[:, None], q)[0]
    np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-7 * scale)


@every_goal_everywhere
def test_the_cost_is_the_sum_of_squares(name: str, case: str) -> None:
    problem, q = problem_and_point(name, case)
    assert problem.cost(q) == pytest.approx(np.sum(problem.residuals(q) ** 2), rel=1e-13)


@every_goal_everywhere
def test_rows_of_a_batch_are_single_calls(name: str, case: str) -> None:
    problem, _ = problem_and_point(name, case)
    rows = problem.robot.random(3, rng=7)
    for method in (problem.cost, problem.gradient, problem.residuals, problem.jacobian, problem.accepts):
        np.testing.assert_array_equal(method(rows), np.stack([method(q) for q in rows]))
    errors, singles = problem.errors(rows), [problem.errors(q) for q in rows]
    for goal, by_name in errors.items():
        for what, values in by_name.items():
            np.testing.assert_array_equal(values, [single[goal][what] for single in singles])


@every_goal_everywhere
def test_lanes_are_single_calls(name: str, case: str) -> None:
    """Residuals and Jacobians as searches compute them, each lane with its own configuration and target."""
    problem, _ = problem_and_point(name, case)
    rows = problem.robot.random(5, rng=8)  # one more than lanes
    factors = np.linspace(1.0, 1.01, 5)[:, None]  # other numbers in every lane
    parameters = np.ascontiguousarray(factors * problem._parameters)
    residuals = np.empty((5, problem._row_count))
    jacobians = np.empty((5, problem._row_count, problem.robot.dof))
    problem._native.linearize_lanes(parameters, rows, residuals, jacobians)
    for i, own in enumerate(parameters):
        expected, derivative = np.empty((1, problem._row_count)), np.empty_like(jacobians[:1])
        problem._native.residuals(own, rows[i : i + 1], expected)
        problem._native.jacobians(own, rows[i : i + 1], derivative)
        found = residuals[i], jacobians[i]
        wanted = expected[0], derivative[0]
        if case.startswith("KeepClear"):  # searches use other rows, with the same cost and gradient
            found, wanted = ((r @ r, j.T @ r) for r, j in (found, wanted))
        for ours, theirs in zip(found, wanted, strict=True):
            np.testing.assert_allclose(ours, theirs, atol=1e-10 * max(1.0, np.abs(theirs).max()))


@every_goal_everywhere
@pytest.mark.filterwarnings("ignore:tolerance. .* accepts almost anything")
def test_errors_are_accepted_up_to_the_tolerance(name: str, case: str) -> None:
    problem, q = problem_and_point(name, case)
    (goal,), (errors,) = problem.goals.values(), problem.errors(q).values()
    assert tuple(errors) == goal.error_names
    assert any(errors.values())
    for i, error in enumerate(errors.values()):
        for factor in (1 + 1e-6, 1 - 1e-6):
            tolerance = np.full(len(errors), np.inf)
            tolerance[i] = error * factor
            changed: dict[str, Any] = {"tolerance": tolerance if len(errors) > 1 else tolerance[0]}
            accepted = mk.Problem(problem.robot, dataclasses.replace(goal, **changed)).accepts(q)
            assert accepted is bool(factor > 1 or error == 0)


@pytest.mark.parametrize(("name", "case"), [(name, case) for name in SUBJECTS for case in MET])
def test_a_goal_that_is_met_has_no_residual_and_is_accepted(name: str, case: str) -> None:
    s, rng = subject(name), rng_of(name, case)
    q = s.robot.clip(s.robot.random(rng=rng))
    problem = mk.Problem(s.robot, met_by(case, s, q, rng))
    np.testing.assert_allclose(problem.residuals(q), 0, atol=1e-13)
    assert problem.accepts(q) is True
    for error in problem.errors(q)[next(iter(problem.goals))].values():
        assert error == pytest.approx(0, abs=1e-13)


@pytest.mark.parametrize("case", [case for case in AUTOMATIC if case not in MET])
def test_what_is_solved_is_within_the_tolerance_and_accepted(case: str) -> None:
    robot, rng = subject("panda").robot, rng_of(case)
    for _ in range(20):
        goal = make_goal(case, subject("panda"), rng)
        solution = mk.solve(robot, goal, start=robot.random(rng=rng))
        if solution.success:
            break
    assert solution.success, f"never solved: {goal}; add a {case!r} to tests/goal_cases/met.py"
    assert mk.Problem(robot, goal).accepts(solution.q) is True
    (errors,) = solution.errors.values()
    tolerance = np.multiply(goal.tolerance, 1 + 1e-9)  # type: ignore[attr-defined]
    assert (np.array(list(errors.values())) <= tolerance).all()


@every_goal
def test_the_weight_scales_the_cost_but_not_the_errors(case: str) -> None:
    one, q = problem_and_point("panda", case)
    (goal,) = one.goals.values()
    four = mk.Problem(one.robot, dataclasses.replace(goal, weight=4.0 * goal.weight))
    np.testing.assert_allclose(four.residuals(q), 2 * one.residuals(q), rtol=1e-14)
    assert four.cost(q) == pytest.approx(4 * one.cost(q), rel=1e-13)
    assert four.errors(q) == one.errors(q)


@every_goal
def test_without_weight_a_goal_is_switched_off(case: str) -> None:
    one, q = problem_and_point("panda", case)
    (goal,) = one.goals.values()
    with pytest.warns(mk.GoalWarning, match="weight 0"):
        problem = mk.Problem(one.robot, dataclasses.replace(goal, weight=0))
    assert problem.cost(q) == 0
    assert not problem.gradient(q).any()
    assert problem.accepts(q) is True


@every_goal
def test_a_secondary_goal_never_decides(case: str) -> None:
    one, q = problem_and_point("panda", case)
    (goal,) = one.goals.values()
    assert mk.Problem(one.robot, dataclasses.replace(goal, priority="secondary")).accepts(q) is True


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
            (
                {"priority": "first"},
                "priority: expected 'required', 'primary', 'secondary' or 'hint', got 'first'",
            ),
            ({"tolerance": -1e-9}, "tolerance: expected a non-negative number"),
            ({"tolerance": np.nan}, "tolerance"),
            ({"tolerance": "tight"}, "tolerance"),
            ({"tolerance": [1e-3] * 5}, "tolerance"),
            ({"tolerance": [[1e-3]]}, "tolerance"),
            ({"tolerance": 10**400}, "tolerance"),
        ],
        ids=lambda value: repr(value)[:30],
    )
    @every_kind
    def test_options_of_all_goals(self, kind: str, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.GoalError, match=message):
            dataclasses.replace(on_panda(kind), **options)

    @pytest.mark.parametrize("link", ["", 3, ["a"]], ids=repr)
    @pytest.mark.parametrize(
        ("kind", "parameter"),
        [(name, p) for name, kind in KINDS.items() for p in ("link", "frame") if p in parameters_of(kind)],
    )
    def test_links_that_are_no_names(self, kind: str, parameter: str, link: Any) -> None:
        with pytest.raises(mk.GoalError, match="expected the name of a link"):
            dataclasses.replace(on_panda(kind), **{parameter: link})

    def test_a_goal_of_no_kind(self) -> None:
        with pytest.raises(TypeError, match="abstract class Goal"):
            mk.Goal()  # type: ignore[abstract]

    def test_goals_take_no_unknown_options(self) -> None:
        with pytest.raises(TypeError, match="wieght"):
            mk.Position("a", (0, 0, 0), wieght=2)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        (mk.Position("tool0"), "Position(link='tool0')"),
        (mk.Pose("tool0", tolerance=1e-3), "Pose(link='tool0', tolerance=(0.001, 0.001))"),
        (mk.Pose("tool0", free="rz"), "Pose(link='tool0', free=('rz',))"),
        (
            mk.LookAt("eye", (1, 0, 0), name="gaze"),
            "LookAt(link='eye', target=array([1., 0., 0.]), name='gaze')",
        ),
        (mk.StayClose(), "StayClose()"),
        (mk.StayClose("home", priority="primary"), "StayClose(target='home', priority='primary')"),
    ],
)
def test_a_goal_prints_what_differs_from_the_defaults(goal: mk.Goal, text: str) -> None:
    assert repr(goal) == text
