"""Methods written in Python: the functions and limits of their Search."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

import memetik as mk
from memetik.methods import Search
from memetik.methods.shared.python_method import IDLE_STARTS
from memetik.transforms import Array
from tests.method_cases import FunctionMethod

GOAL = mk.Position("tool0", (0.4, 0.1, 0.3))
FAR = mk.Position("tool0", (5, 0, 0))
HELD = dict.fromkeys(mk.Robot.load("ur5").joint_names, 0.5) | {"elbow_joint": 0}


def solver(function: Callable[[Search], object], *goals: mk.Goal) -> mk.Solver:
    return mk.Solver("ur5", goals or GOAL, method=FunctionMethod(function=function))


def test_descents_that_evaluate_nothing_come_to_an_end() -> None:
    solution = solver(lambda search: search.descend(lambda x: None)).solve()
    assert (solution.starts, solution.evaluations) == (IDLE_STARTS, 1)


@pytest.mark.parametrize("wrong", [np.nan, np.inf, 1e300])
def test_a_descent_that_goes_astray_is_over(wrong: float) -> None:
    begun: list[Array] = []

    def descent(search: Search, x: Array) -> None:
        begun.append(x)
        search.cost(search.full(x))
        search.full(np.full_like(x, wrong))
        raise AssertionError("it is over")

    solution = solver(lambda search: search.descend(lambda x: descent(search, x))).solve(max_evaluations=20)
    assert solution.starts == len(begun) == 20  # as many evaluations, one of which was that of the start
    assert len({x.tobytes() for x in begun}) == 20


def test_locked_variables_are_not_active() -> None:
    seen: list[Search] = []
    solver(seen.append).solve(max_change=HELD)
    assert [mk.Robot.load("ur5").variable_names[i] for i in seen[0].active] == [
        "shoulder_pan_joint",
        "shoulder_lift_joint",
        "wrist_1_joint",
        "wrist_2_joint",
        "wrist_3_joint",
    ]
    np.testing.assert_allclose(seen[0].upper - seen[0].lower, 1.0)
    np.testing.assert_array_equal(seen[0].upper, seen[0].sampled_upper)


def test_derivatives_are_the_problems() -> None:
    def compare(search: Search) -> None:
        residuals, jacobian = search.linearize(search.start)
        np.testing.assert_array_equal(residuals, search.problem.residuals(search.start))
        np.testing.assert_array_equal(jacobian, search.problem.jacobian(search.start)[:, search.active])
        assert search.gradient(search.start)[0] == search.problem.cost(search.start)
        assert search.evaluations == 2

    solver(compare).solve()


def test_weights_of_the_query() -> None:
    roots: list[float] = []
    goals = mk.Position("tool0", (0.4, 0.1, 0.3), name="tip"), mk.StayClose(name="rest", weight=0.25)
    made = solver(lambda search: roots.extend(search.root_weight(name) for name in ("tip", "rest")), *goals)
    made.solve(weights={"tip": 9.0})
    assert roots == [3.0, 0.5]


def test_nothing_to_move_is_no_search() -> None:
    def never(search: Search) -> None:
        raise AssertionError("there is nothing to search")

    assert not solver(never).solve(max_change=0).success


def test_generations_are_told() -> None:
    assert solver(lambda search: search.count_generations(7)).solve().generations == 7


def test_one_thread_only() -> None:
    with pytest.raises(mk.errors.MethodError, match="one thread"):
        mk.Solver("ur5", GOAL, method=FunctionMethod(function=print), threads=2)


def test_what_others_evaluate_counts() -> None:
    left: list[float] = []

    def spend(search: Search, evaluations: int) -> None:
        left.extend((search.evaluations_left, search.time_left))
        search.spend(evaluations)
        left.append(search.evaluations_left)
        search.cost(search.start)
        left.append(search.evaluations_left)

    solution = solver(lambda search: spend(search, 100), FAR).solve(max_evaluations=500)
    assert left == [499, math.inf, 399, 398]  # the start is evaluated first
    assert solution.evaluations == 102
    left.clear()
    assert not solver(lambda search: spend(search, 1000), FAR).solve(max_evaluations=500).success
    assert left == [499, math.inf, 0]  # a spent budget ends the search


def test_a_deadline_is_known() -> None:
    left: list[float] = []
    solver(lambda search: left.append(search.time_left)).solve(timeout=1000.0)
    assert 0 < left[0] <= 1000


def test_changes_are_empty_or_those_asked_for() -> None:
    seen: list[list[float]] = []
    written = solver(lambda search: seen.append(search.max_change.tolist()))
    written.solve()
    written.solve(max_change=HELD)
    assert seen == [[], pytest.approx([0.5, 0.5, 0, 0.5, 0.5, 0.5])]


def test_what_is_clipped_is_within_bounds_and_leaves_locked_joints_alone() -> None:
    def check(search: Search) -> None:
        q = search.clip(search.start + 1.0)
        assert (q - search.start).tolist() == pytest.approx([0.5, 0.5, 0, 0.5, 0.5, 0.5])

    solver(check).solve(max_change=HELD)
