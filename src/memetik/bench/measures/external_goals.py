"""What a goal of the user's own costs beside a pose: a Python function, and a compiled one by numba.

Both goals here are always met, so that the search is the same with and without them and the difference in
time is theirs.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

import memetik as mk

from ...transforms import Array
from ..arms import Arm
from ..settings import Settings
from ..solvers.memetik_solver import tip_goal
from ..targets import PoseTargets, random_reachable


class CountedGoal:
    """A Python goal without demands, (n, L, 4, 4) and (n, dof) to (n, 1), that keeps count of itself."""

    def __init__(self) -> None:
        self.calls = 0
        self.seconds = 0.0

    def __call__(self, poses: Array, q: Array) -> Array:
        """The residual: zero."""
        started = time.perf_counter()
        result = np.zeros((len(q), 1))
        self.calls += 1
        self.seconds += time.perf_counter() - started
        return result


def measure_python_goal(arm: Arm, settings: Settings) -> dict[str, Any]:
    """Cost of a batched call beyond the user's own time [µs]; whether two threads give the same answers."""
    targets = random_reachable(
        arm.robot, arm.link, count=settings.peer_count, random_seed=settings.random_seed
    )
    plain = _solve_all(targets, settings, [])
    goals = [CountedGoal(), CountedGoal()]
    one, two = (
        _solve_all(
            targets, settings, [mk.Custom(goal, links=[arm.link], rows=1, name="free")], threads=threads
        )
        for threads, goal in enumerate(goals, start=1)
    )
    return {
        "count": len(targets),
        "calls_per_query": goals[0].calls / len(targets),
        "per_call_us": 1e6 * (one["core"] - plain["core"] - goals[0].seconds) / goals[0].calls,
        "solved": one["solved"],
        "same_answers_on_two_threads": bool((one["q"] == two["q"]).all()),
    }


def measure_numba_goal(arm: Arm, settings: Settings) -> dict[str, Any]:
    """Cost of a compiled goal per evaluation of the robot [ns]."""
    targets = random_reachable(
        arm.robot, arm.link, count=settings.peer_count, random_seed=settings.random_seed
    )
    plain = _solve_all(targets, settings, [])
    goal = mk.Custom(_compiled_goal(), links=[arm.link], rows=1, name="free")
    beside = _solve_all(targets, settings, [goal])
    return {
        "count": len(targets),
        "per_evaluation_ns": 1e9 * (beside["core"] - plain["core"]) / beside["evaluations"],
        "solved": beside["solved"],
    }


def _solve_all(
    targets: PoseTargets, settings: Settings, others: list[Any], *, threads: int = 1
) -> dict[str, Any]:
    """Totals over the queries: seconds in the core, evaluations, the share solved, answers (N, dof)."""
    pose = tip_goal(targets.link, settings.tolerance)
    solver = mk.Solver(targets.robot, [pose, *others], method="auto", threads=threads)
    solutions = [
        solver.solve(start, targets={"tip": target}, random_seed=0)
        for target, start in zip(targets.poses, targets.starts, strict=True)
    ]
    return {
        "core": sum(solution.time for solution in solutions),
        "evaluations": sum(solution.evaluations for solution in solutions),
        "solved": sum(solution.success for solution in solutions) / len(solutions),
        "q": np.array([solution.q for solution in solutions]),
    }


def _compiled_goal() -> Any:
    """The goal without demands, compiled: (n, link poses, q, residuals out, Jacobian out or null, user)."""
    from numba import carray, cfunc, types

    numbers = types.CPointer(types.float64)

    @cfunc(types.void(types.int64, numbers, numbers, numbers, numbers, types.voidptr))
    def nothing_wanted(n, poses, q, residuals, jacobian, user):  # type: ignore[no-untyped-def]
        carray(residuals, (n,))[:] = 0.0

    return nothing_wanted
