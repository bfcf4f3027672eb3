"""Custom: users' functions, what they are given, what they may return, and what becomes of their errors."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests import naive_kinematics as naive
from tests.goal_cases import address_of, as_c_function, compiled_curved, curved, derivative_of_curved, subject
from tests.naive_kinematics import Array

UR5 = mk.Robot.load("ur5")
TARGET = np.array((0.4, 0.1, 0.3))


def at_target(poses: Array, q: Array) -> Array:
    return poses[:, 0, :3, 3] - TARGET


def reach(function: Any = at_target, **options: Any) -> mk.Custom:
    return mk.Custom(function, rows=3, links="tool0", **options)


def height(function: Callable[[Array, Array], Any]) -> mk.Custom:
    return mk.Custom(function, links="tool0", joints="elbow_joint", name="height")


class TestWhatAFunctionIsGiven:
    def test_poses_and_values_of_what_it_reads_in_its_order(self) -> None:
        s, seen = subject("valkyrie"), []

        def function(poses: Array, q: Array) -> Array:
            seen.append((poses, q))
            return np.zeros((len(q), 1))

        goal = mk.Custom(function, links=(s.frame, s.tip), joints=("torsoYaw", "root"))
        q = s.robot.random(rng=1)
        mk.Problem(s.robot, goal).residuals(q)
        (poses, values), expected = seen[0], naive.forward(s.robot, q)
        assert poses.shape == (1, 2, 4, 4)
        np.testing.assert_allclose(poses[0], [expected[s.frame], expected[s.tip]], atol=1e-10)
        joints = s.robot.unpack(q)
        np.testing.assert_array_equal(values[0], [joints["torsoYaw"], *np.asarray(joints["root"])])

    def test_arrays_of_its_own(self) -> None:
        kept = []

        def greedy(poses: Array, q: Array) -> Array:
            kept.append(poses)
            residuals = at_target(poses, q)
            poses[...] = np.nan
            return residuals

        assert mk.solve(UR5, reach(greedy)).success
        np.testing.assert_array_equal(mk.solve(UR5, reach(greedy)).q, mk.solve(UR5, reach()).q)
        assert all(np.isnan(poses).all() for poses in kept)

    def test_configurations_within_limits_but_for_the_steps_of_differences(self) -> None:
        b = mk.RobotBuilder("slide")
        b.prismatic("slide", "a", "b", lower=0.5, upper=2.0)
        seen = []

        def function(poses: Array, q: Array) -> Array:
            seen.append(q.min())
            seen.append(q.max())
            return np.log(q) - np.log(1.5)

        for method in ("auto", "restarts", "memetic"):
            goal = mk.Custom(function, joints="slide")
            solver = mk.Solver(b.build(), goal, method=method)
            assert solver.solve(random_seed=1).success
            solver.solve(max_evaluations=50)
        assert min(seen) > 0.499
        assert max(seen) < 2.001

    def test_only_on_the_calling_thread(self) -> None:
        threads = set()

        def function(poses: Array, q: Array) -> Array:
            threads.add(threading.get_ident())
            return at_target(poses, q) + np.array((5.0, 0, 0))

        solver = mk.Solver(
            UR5, [reach(function), mk.Position("tool0", TARGET)], threads=4, max_evaluations=3000
        )
        assert not solver.solve().success
        assert not solver.solve_batch({"tool0": np.repeat(TARGET[None], 20, 0)}).success.any()
        assert threads == {threading.get_ident()}


class TestDerivatives:
    @pytest.mark.parametrize("name", ["panda", "tree"])
    def test_by_differences_are_those_given(self, name: str) -> None:
        s = subject(name)
        options: dict[str, Any] = {"rows": 4, "links": s.tip, "joints": s.joints[0]}
        problems = [
            mk.Problem(s.robot, goal)
            for goal in (
                mk.Custom(curved, **options),
                mk.Custom(curved, derivative=derivative_of_curved, **options),
            )
        ]
        for q in s.robot.random(3, rng=1):
            by_differences, exact = (problem.jacobian(q) for problem in problems)
            np.testing.assert_allclose(by_differences, exact, atol=1e-7 * np.abs(exact).max())

    def test_are_complete_when_a_link_is_read_twice_and_an_ancestor_too(self) -> None:
        s = subject("tree")

        def function(poses: Array, q: Array) -> Array:
            return np.sum(poses[:, :, :3, 3] ** 2, axis=1) * np.cos(q[:, :1] + q[:, -1:])

        joint = s.joints[0]
        goal = mk.Custom(function, rows=3, links=(s.tip, s.tip, s.other), joints=(joint, joint))
        problem, q = mk.Problem(s.robot, goal), s.robot.random(rng=2)
        expected = naive.derivative(problem.residuals, q)
        np.testing.assert_allclose(problem.jacobian(q), expected, atol=1e-6 * np.abs(expected).max())

    def test_are_asked_for_only_where_they_are_needed(self) -> None:
        calls = []

        def derivative(poses: Array, q: Array) -> Array:
            calls.append(len(q))
            return np.zeros((len(q), 1, 7))

        goal = mk.Custom(lambda poses, q: q, links="tool0", joints="elbow_joint", derivative=derivative)
        problem = mk.Problem(UR5, goal)
        problem.cost(UR5.neutral)
        problem.errors(UR5.neutral)
        assert calls == []
        problem.jacobian(UR5.neutral)
        assert calls == [1]


class TestCompiledFunctions:
    def test_the_same_function_gives_the_same_answer(self) -> None:
        s = subject("panda")
        options: dict[str, Any] = {"rows": 4, "links": s.tip, "joints": s.joints[0]}
        python, compiled = (
            mk.Problem(s.robot, mk.Custom(function, **options))
            for function in (curved, compiled_curved(1, with_derivative=False))
        )
        q = s.robot.random(5, rng=1)
        np.testing.assert_array_equal(python.residuals(q), compiled.residuals(q))
        np.testing.assert_array_equal(python.jacobian(q), compiled.jacobian(q))

    def test_run_on_any_number_of_threads(self) -> None:
        function = as_c_function(1, 1, 4, with_derivative=False)  # unreachable: all of the ladder runs
        goal = mk.Custom(address_of(function), rows=4, links="tool0", joints="elbow_joint")
        answers = [
            mk.Solver(UR5, goal, threads=threads, max_evaluations=1500).solve(random_seed=3)
            for threads in (1, 2, 4)
        ]
        for answer in answers:
            np.testing.assert_array_equal(answer.q, answers[0].q)

    def test_of_numba_need_no_address(self) -> None:
        numba = pytest.importorskip("numba")
        types = numba.types
        pointer = types.CPointer(types.float64)
        signature = types.void(types.int64, pointer, pointer, pointer, pointer, types.voidptr)

        @numba.cfunc(signature)
        def function(n, poses, q, residuals, derivative, user):  # type: ignore[no-untyped-def]
            for i in range(n):
                for k in range(3):
                    residuals[3 * i + k] = poses[16 * i + 4 * k + 3] - TARGET[k]

        solution = mk.solve(UR5, reach(function))
        assert solution.success
        np.testing.assert_allclose(naive.forward(UR5, solution.q)["tool0"][:3, 3], TARGET, atol=1e-5)
        with pytest.raises(mk.GoalError, match="function"):
            reach(function).to_dict()

    @pytest.mark.parametrize("address", [0, -1, 2**64, True])
    def test_addresses_that_are_none_are_refused(self, address: Any) -> None:
        with pytest.raises(mk.GoalError, match="function"):
            mk.Custom(address, joints="elbow_joint")

    def test_have_no_plain_form(self) -> None:
        with pytest.raises(mk.GoalError, match="function"):
            mk.Custom(compiled_curved(1, with_derivative=False), joints="elbow_joint").to_dict()


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

    def test_that_are_undefined_in_places_do_not_stop_the_search(self) -> None:
        def function(poses: Array, q: Array) -> Array:
            return np.where(poses[:, 0, :1, 3] < 0.1, np.nan, at_target(poses, q))

        solution = mk.solve(UR5, reach(function), random_seed=1)
        assert solution.success
        np.testing.assert_allclose(naive.forward(UR5, solution.q)["tool0"][:3, 3], TARGET, atol=1e-5)


class Stop(BaseException):
    """Not an Exception: neither is KeyboardInterrupt."""


class TestErrors:
    @pytest.mark.parametrize(
        "kind", [ValueError, KeyError, RuntimeError, ZeroDivisionError, KeyboardInterrupt, Stop]
    )
    @pytest.mark.parametrize("after", [0, 1, 40])
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


class TestRefused:
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({}, "name the links or joints"),
            ({"joints": "a", "rows": 0}, "rows: expected a number from 1 to 1000"),
            ({"joints": "a", "rows": 1001}, "rows"),
            ({"joints": "a", "rows": 1.5}, "rows"),
            ({"joints": 5}, "joints: expected names"),
            ({"links": [None]}, "links: expected names"),
            ({"joints": "a", "function": "f"}, "function: expected a callable or an address"),
            ({"joints": "a", "function": None}, "function"),
            ({"joints": "a", "derivative": True}, "derivative: expected a callable"),
            ({"joints": "a", "derivative": 5}, "derivative: expected a callable"),
            ({"joints": "a", "function": 4096, "derivative": len}, "derivative: expected True or False"),
        ],
        ids=repr,
    )
    def test_at_once(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.GoalError, match=message):
            mk.Custom(**{"function": at_target, **options})

    def test_unknown_names_when_it_meets_a_robot(self) -> None:
        with pytest.raises(mk.UnknownNameError, match=r"no link 'tol0'; did you mean 'tool0'\?"):
            mk.Problem(UR5, mk.Custom(at_target, links="tol0"))
        with pytest.raises(mk.UnknownNameError, match=r"no joint 'elbow'; did you mean 'elbow_joint'\?"):
            mk.Problem(UR5, mk.Custom(at_target, joints="elbow"))

    def test_a_target(self) -> None:
        solver = mk.Solver(UR5, height(lambda poses, q: q))
        with pytest.raises(mk.GoalError, match="no target: its function knows"):
            solver.solve(targets={"height": [0.3]})
        with pytest.raises(mk.GoalError, match="height"):
            solver.solve_batch({"height": [[0.3]]})

    def test_a_plain_form(self) -> None:
        with pytest.raises(mk.GoalError, match="a Custom holds the function 'function'"):
            reach().to_dict()


def test_a_goal_is_called_after_its_function() -> None:
    assert list(mk.Problem(UR5, [reach(), height(at_target), reach(lambda p, q: p)]).goals) == [
        "at_target",
        "height",
        "lambda",
    ]
