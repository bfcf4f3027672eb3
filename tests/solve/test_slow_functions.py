"""At most one call of a slow ``valid`` or ``Custom`` function begins after the deadline."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.naive_kinematics import Array
from tests.solve_cases import HAND, PANDA, PLACE

NAP, TIMEOUTS = 0.03, (0.0, 0.045, 0.1)  # [s]
METHODS = ["auto", "restarts", "memetic", "bioik2", "trac", "pso"]
BEYOND = (2.0, 0.0, 0.0)


class Slow:
    """A function that takes long, and records when its calls begin."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self.begun: list[float] = []

    def __call__(self, *arguments: Any) -> Any:
        self.begun.append(time.monotonic())
        time.sleep(NAP)
        return self._function(*arguments)

    def late_calls(self, solve: Callable[..., Any], timeout: float) -> int:
        """The number of calls that begin after the deadline."""
        self.begun.clear()
        deadline = time.monotonic() + timeout
        solve(timeout=timeout)
        return sum(begin > deadline for begin in self.begun)


def solves(solver: mk.Solver, name: str) -> list[Callable[..., Any]]:
    """A single solve and a batch."""
    targets = np.tile(solver.problem.goals[name].target, (9, 1))  # type: ignore[attr-defined]
    return [solver.solve, lambda **options: solver.solve_batch({name: targets}, **options)]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("target", [PLACE, BEYOND], ids=["reachable", "beyond reach"])
@pytest.mark.parametrize("method", METHODS)
def test_valid_is_called_once_at_most(method: str, target: Any, threads: int) -> None:
    valid = Slow(lambda q: False)
    goals = [mk.Position(HAND, target, name="hand"), mk.StayClose()]
    solver = mk.Solver(PANDA, goals, method=method, valid=valid, threads=threads)
    for solve in solves(solver, "hand"):
        for timeout in TIMEOUTS:
            assert valid.late_calls(solve, timeout) <= 1


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("target", [PLACE, BEYOND], ids=["reachable", "beyond reach"])
@pytest.mark.parametrize("method", METHODS)
def test_a_custom_goal_is_called_once_at_most(method: str, target: Any, threads: int) -> None:
    function = Slow(lambda poses, q: poses[:, 0, :3, 3] - np.array(target))
    goals = [
        mk.Custom(function, links=[HAND], rows=3, name="slow"),
        mk.Position("panda_link7", PLACE, tolerance=0.5, name="other"),
    ]
    solver = mk.Solver(PANDA, goals, method=method, threads=threads)
    for solve in solves(solver, "other"):
        for timeout in TIMEOUTS:
            assert function.late_calls(solve, timeout) <= 1


class TestTheSolution:
    @staticmethod
    def height(poses: Array, q: Array) -> Array:
        return poses[:, 0, 2:3, 3] - 0.5

    def test_after_a_late_call_is_within_limits_and_stopped_by_the_deadline(self) -> None:
        slow = Slow(lambda poses, q: poses[:, 0, 2:3, 3] - 5.0)
        solution = mk.Solver(PANDA, mk.Custom(slow, links=[HAND], rows=1)).solve(timeout=0.1)
        assert (solution.status, solution.stopped_by) == ("approximate", "deadline")
        assert PANDA.within_limits(solution.q)

    def test_does_not_affect_the_next(self) -> None:
        slow = Slow(self.height)
        goal = mk.Custom(slow, links=[HAND], rows=1, name="slow")
        solver = mk.Solver(PANDA, goal)
        expected = mk.Solver(PANDA, mk.Custom(self.height, links=[HAND], rows=1)).solve().q
        solver.solve(timeout=0.04)
        np.testing.assert_array_equal(solver.solve().q, expected)

    def test_of_a_batch_is_the_start_where_the_time_was_up(self) -> None:
        valid = Slow(lambda q: True)
        solver = mk.Solver(PANDA, mk.Position(HAND, PLACE, name="hand"), valid=valid)
        batch = solver.solve_batch({"hand": np.tile(PLACE, (9, 1))}, timeout=0.045)
        assert batch.status[0] == "solved"
        assert batch.stopped_by[-1] == "deadline"
        np.testing.assert_array_equal(batch.q[-1], PANDA.neutral)

    def test_that_was_not_checked_is_never_solved(self) -> None:
        valid = Slow(lambda q: False)
        solver = mk.Solver(PANDA, mk.Position(HAND, PLACE, name="hand"), valid=valid)
        for timeout in TIMEOUTS:
            solution = solver.solve(timeout=timeout)
            assert (solution.status, solution.stopped_by) == ("invalid", "deadline")


def test_a_function_may_solve_within_another_deadline() -> None:
    inner = mk.Solver(PANDA, mk.Position(HAND, PLACE), valid=lambda q: True)
    outcomes: list[bool] = []

    def valid(q: Array) -> bool:
        time.sleep(NAP)
        outcomes.append(bool(inner.solve(q)))
        return False

    mk.Solver(PANDA, mk.Position(HAND, PLACE), valid=valid).solve(timeout=0.045)
    assert outcomes
    assert all(outcomes)
