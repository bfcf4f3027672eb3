"""Custom: the arguments of users' functions, their derivatives, compiled functions."""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests import naive_kinematics as naive
from tests.goal_cases.subjects import subject
from tests.goal_cases.users_functions import (
    TARGET,
    address_of,
    as_c_function,
    at_target,
    compiled_curved,
    curved,
    derivative_of_curved,
    reach,
)
from tests.naive_kinematics import Array

UR5 = mk.Robot.load("ur5")


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

    def test_are_not_sent_to_other_processes(self) -> None:
        goal = mk.Custom(compiled_curved(1, with_derivative=False), joints="elbow_joint")
        with pytest.raises(mk.GoalError, match="a compiled function cannot be pickled"):
            pickle.dumps(goal)
        assert copy.deepcopy(goal) == goal

    @pytest.mark.parametrize("address", [0, -1, 5, 2**64, True])
    def test_addresses_that_are_none_are_refused(self, address: Any) -> None:
        with pytest.raises(mk.GoalError, match="function"):
            mk.Custom(address, joints="elbow_joint")

    def test_have_no_plain_form(self) -> None:
        with pytest.raises(mk.GoalError, match="function"):
            mk.Custom(compiled_curved(1, with_derivative=False), joints="elbow_joint").to_dict()


class TestRefused:
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({}, "name the links or joints"),
            ({"joints": "a", "rows": 0}, "rows: expected an integer from 1 to 1000"),
            ({"joints": "a", "rows": 1001}, "rows"),
            ({"joints": "a", "rows": 1.5}, "rows"),
            ({"joints": 5}, "joints: expected a name"),
            ({"links": [None]}, "links: expected a name"),
            ({"joints": "a", "function": "f"}, "function: expected a function of .poses, q., got"),
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
        with pytest.raises(mk.GoalError, match="no target; its function alone defines it"):
            solver.solve(targets={"height": [0.3]})
        with pytest.raises(mk.GoalError, match="height"):
            solver.solve_batch({"height": [[0.3]]})

    def test_a_plain_form(self) -> None:
        with pytest.raises(mk.GoalError, match="a Custom goal has no plain form"):
            reach().to_dict()


def test_a_function_that_can_be_imported_can_be_pickled() -> None:
    goal = reach(derivative=derivative_of_curved, weight=2.0)
    assert pickle.loads(pickle.dumps(goal)) == goal


def test_a_goal_is_called_after_its_function() -> None:
    assert list(mk.Problem(UR5, [reach(), height(at_target), reach(lambda p, q: p)]).goals) == [
        "at_target",
        "height",
        "lambda",
    ]
