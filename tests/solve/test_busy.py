"""A solver that its own functions call says so; in other processes and in asyncio it works."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.naive_kinematics import Array
from tests.solve_cases import HAND, PANDA

TARGETS = PANDA.fk(PANDA.random(8, rng=1), HAND)
OWN = "called by a function that it calls itself.*a solver of its own"


class TestReentry:
    @pytest.mark.parametrize(
        "call",
        [
            lambda solver: solver.solve(targets=TARGETS[1]),
            lambda solver: solver.solve([0] * 7, targets=TARGETS[1].tolist()),
            lambda solver: solver.solve_all(targets=TARGETS[1]),
            lambda solver: solver.solve_batch(TARGETS[1:]),
        ],
        ids=["solve", "solve with converted arguments", "solve_all", "solve_batch"],
    )
    def test_by_valid_is_an_error_that_says_so(self, call: Callable[[mk.Solver], Any]) -> None:
        solver = mk.Solver(PANDA, mk.Pose(HAND), valid=lambda q: bool(call(solver)))
        for outer in (
            lambda: solver.solve(targets=TARGETS[0]),
            lambda: solver.solve_batch(TARGETS),
            lambda: solver.solve_all(targets=TARGETS[0]),
        ):
            with pytest.raises(mk.SolverBusyError, match=OWN):
                outer()

    def test_by_a_goal_is_an_error_that_says_so(self) -> None:
        def residual(poses: Array, q: Array) -> Array:
            solver.solve()
            return q

        solver = mk.Solver(PANDA, mk.Custom(residual, joints="panda_joint1"))
        with pytest.raises(mk.SolverBusyError, match=OWN):
            solver.solve()

    def test_of_a_copy_is_fine(self) -> None:
        other = copy.copy(mk.Solver(PANDA, mk.Pose(HAND)))
        solver = mk.Solver(PANDA, mk.Pose(HAND), valid=lambda q: other.solve(q, targets=TARGETS[1]).success)
        assert solver.solve(targets=TARGETS[0]).success
        assert solver.solve(targets=TARGETS[0]).success


def solve_elsewhere(solver: mk.Solver, target: Array) -> Array:
    return solver.solve(targets=target).q


@pytest.mark.parametrize("way", ["spawn", "forkserver"])
def test_a_solver_works_in_another_process(way: str) -> None:
    solver = mk.Solver(PANDA, mk.Pose(HAND), threads=2)
    expected = [solve_elsewhere(solver, target) for target in TARGETS[:3]]
    with ProcessPoolExecutor(1, mp_context=get_context(way)) as pool:
        found = list(pool.map(solve_elsewhere, [solver] * 3, TARGETS[:3], timeout=60))
    np.testing.assert_array_equal(found, expected)


class TestAsyncio:
    def test_other_tasks_go_on_while_a_thread_solves(self) -> None:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.005)

        async def main() -> mk.Solution:
            solver = mk.Solver(PANDA, mk.Pose(HAND, mk.transform((5, 0, 0))), max_evaluations=10**9)
            other = asyncio.create_task(tick())
            solution = await asyncio.to_thread(solver.solve, thorough=True, timeout=0.3)
            other.cancel()
            return solution

        assert asyncio.run(main()).stopped_by in ("deadline", "unreachable")
        assert ticks > 5

    def test_a_solver_per_task_gives_the_solutions_of_one(self) -> None:
        solver = mk.Solver(PANDA, mk.Pose(HAND))
        expected = [solver.solve(targets=target).q for target in TARGETS]

        async def one(target: Array) -> Array:
            solution = await asyncio.to_thread(copy.copy(solver).solve, targets=target)
            return solution.q

        async def main() -> list[Array]:
            return await asyncio.gather(*(one(target) for target in TARGETS))

        np.testing.assert_array_equal(asyncio.run(main()), expected)

    def test_a_task_that_is_cancelled_can_cancel_its_solve(self) -> None:
        solver = mk.Solver(PANDA, mk.Pose(HAND, mk.transform((0.9, 0, 0.9))), max_evaluations=10**9)

        async def main() -> str:
            running = asyncio.create_task(asyncio.to_thread(solver.solve, thorough=True, timeout=20))
            await asyncio.sleep(0.1)
            solver.cancel()
            return (await running).stopped_by

        assert asyncio.run(main()) == "cancelled"
