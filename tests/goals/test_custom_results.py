"""Custom: valid and invalid results of users' functions, and their exceptions."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests import naive_kinematics as naive
from tests.goal_cases.users_functions import TARGET, at_target, reach
from tests.naive_kinematics import Array

UR5 = mk.Robot.load("ur5")


class TestResults:
    @pytest.mark.parametrize(
        "function",
        [
            lambda poses, q: poses[:, 0, :3, 3] - TARGET,
            lambda poses, q: (poses[:, 0, :3, 3] - TARGET)[:, ::-1][:, ::-1],
            lambda poses, q: np.asfortranarray(poses[:, 0, :3, 3] - TARGET),
            lambda poses, q: (poses - mk.transform(TARGET))[:, 0, :3, 3],  # a view
        ],
        ids=["array", "reversed", "fortran", "view"],
    )
    def test_of_any_layout_are_taken(self, function: Any) -> None:
        np.testing.assert_array_equal(mk.solve(UR5, reach(function)).q, mk.solve(UR5, reach()).q)

    @pytest.mark.parametrize(
        "result",
        [
            lambda n: None,
            lambda n: np.zeros((n, 2)),
            lambda n: np.zeros((n, 4)),
            lambda n: np.zeros((3, n)) if n != 3 else np.zeros((4, 3)),
            lambda n: np.zeros(3),
            lambda n: "abc",
            lambda n: [[0.0]] * n,
            lambda n: np.zeros((n, 3), dtype=complex),
            lambda n: 0.0,
            lambda n: [[0.0] * 3] * n,
        ],
    )
    def test_of_another_shape_or_kind_are_named(self, result: Any) -> None:
        goal = reach(lambda poses, q: result(len(q)), name="mine")
        for call in (
            lambda: mk.Problem(UR5, goal).jacobian(UR5.neutral),
            lambda: mk.solve(UR5, goal),
            lambda: mk.solve(UR5, goal, method="memetic"),
        ):
            with pytest.raises(
                mk.GoalError, match=r"goal 'mine': its residuals must be a float64 array of shape \(\d+, 3\)"
            ):
                call()

    def test_derivatives_of_another_shape_are_named(self) -> None:
        goal = reach(derivative=lambda poses, q: np.zeros((len(q), 3, 5)), name="mine")
        with pytest.raises(mk.GoalError, match=r"goal 'mine': its derivatives must be a float64 array"):
            mk.solve(UR5, goal)

    @pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
    def test_that_are_not_finite_are_never_accepted(self, value: float) -> None:
        goal = mk.Custom(lambda poses, q: np.full_like(q, value), joints="elbow_joint")
        problem, q = mk.Problem(UR5, goal), np.full(6, 0.1)
        assert np.isfinite(problem.residuals(q)).all()
        assert np.isfinite(problem.jacobian(q)).all()
        assert problem.accepts(q) is False
        solution = mk.solve(UR5, goal, start=q, max_evaluations=500)
        assert solution.status == "approximate"
        assert np.isfinite(solution.q).all()

    @pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
    @pytest.mark.parametrize("weight", [1e-6, 1.0, 3.7])
    def test_that_are_not_finite_are_beyond_the_largest_tolerance(self, value: float, weight: float) -> None:
        options: dict[str, Any] = {"joints": "elbow_joint", "weight": weight}
        for tolerance in (1e5, np.nextafter(1e6, 0)):
            goal = mk.Custom(lambda poses, q: np.full_like(q, value), tolerance=tolerance, **options)
            assert mk.Problem(UR5, goal).accepts(UR5.neutral) is False
        for tolerance in (1e6, np.inf):
            with pytest.raises(mk.GoalError, match=r"less than 1e\+06, the value that replaces NaN"):
                mk.Custom(at_target, tolerance=tolerance, **options)

    def test_that_are_undefined_in_places_do_not_stop_the_search(self) -> None:
        def function(poses: Array, q: Array) -> Array:
            return np.where(poses[:, 0, :1, 3] < 0.1, np.nan, at_target(poses, q))

        solution = mk.solve(UR5, reach(function), random_seed=1)
        assert solution.success
        np.testing.assert_allclose(naive.forward(UR5, solution.q)["tool0"][:3, 3], TARGET, atol=1e-5)


class Stop(BaseException):
    """Like KeyboardInterrupt, it does not derive from Exception."""


class TestErrors:
    @pytest.mark.parametrize(
        "kind", [ValueError, KeyError, RuntimeError, ZeroDivisionError, KeyboardInterrupt, Stop]
    )
    @pytest.mark.parametrize("after", [0, 1, 40])
    @pytest.mark.filterwarnings("ignore:tolerance. .* accepts almost anything")
    def test_of_the_function_surface_and_the_solver_lives_on(
        self, kind: type[BaseException], after: int
    ) -> None:
        calls = 0

        def function(poses: Array, q: Array) -> Array:
            nonlocal calls
            calls += 1
            if calls == after + 1:
                raise kind("mine")
            return at_target(poses, q) + 2.0 * (calls <= after)  # unreachable until then

        solver = mk.Solver(UR5, [reach(function), mk.Position("tool0", TARGET, tolerance=9)])
        for again in (
            lambda: solver.solve(),
            lambda: solver.solve_batch({"tool0": np.repeat(TARGET[None], 5, 0)}),
        ):
            calls = 0
            with pytest.raises(kind, match="mine"):
                again()
            assert bool(np.all(solver.solve().success))
            assert solver.solve_batch({"tool0": np.repeat(TARGET[None], 5, 0)}).success.all()

    @pytest.mark.skipif(sys.version_info < (3, 11), reason="exceptions have no notes")
    def test_name_the_goal(self) -> None:
        def function(poses: Array, q: Array) -> Array:
            raise LookupError("mine")

        goal = reach(function, name="height")
        for call in (lambda: mk.solve(UR5, goal), lambda: mk.Problem(UR5, goal).cost(UR5.neutral)):
            with pytest.raises(LookupError, match="mine") as caught:
                call()
            assert caught.value.__notes__ == ["raised by the function of goal 'height'"]

    @pytest.mark.parametrize("method", ["restarts", "memetic"])
    def test_of_the_derivative_surface(self, method: Any) -> None:
        def derivative(poses: Array, q: Array) -> Array:
            raise LookupError("mine")

        with pytest.raises(LookupError, match="mine"):
            mk.solve(UR5, reach(derivative=derivative), method=method)

    def test_surface_from_a_problem(self) -> None:
        def function(poses: Array, q: Array) -> Array:
            raise KeyError("mine")

        problem = mk.Problem(UR5, reach(function))
        methods = (
            problem.cost,
            problem.residuals,
            problem.jacobian,
            problem.gradient,
            problem.errors,
            problem.accepts,
        )
        for method in methods:
            with pytest.raises(KeyError, match="mine"):
                method(UR5.neutral)

    def test_a_function_that_asks_its_own_solver_is_told_that_it_is_busy(self) -> None:
        def function(poses: Array, q: Array) -> Array:
            solver.solve()
            return at_target(poses, q)

        solver = mk.Solver(UR5, reach(function))
        with pytest.raises(mk.SolverBusyError):
            solver.solve()
