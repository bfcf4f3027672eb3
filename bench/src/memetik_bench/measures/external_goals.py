"""The overhead of user-defined goals next to a pose: a Python function, and one compiled by numba."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..arms import Arm
from ..settings import Settings
from ..solvers.memetik_solver import tip_goal
from ..targets import random_reachable
from ..timing import best_ns
from ..verify import verify
from .compiled_goal import compiled_goal

_ROUNDS = 7
"""Rounds per time, of which the minimum counts: an overhead is a small difference of two times."""


class CountedGoal:
    """A Python goal that is always met; it counts its calls and sums up its own time.

    It maps poses (n, 1, 4, 4) and joint values (n, 0) to residuals (n, 1).
    """

    def __init__(self) -> None:
        self.calls = 0
        self.seconds = 0.0

    def __call__(self, poses: Array, q: Array) -> Array:
        """Return residuals of zero."""
        started = time.perf_counter()
        result = np.zeros((len(poses), 1))
        self.calls += 1
        self.seconds += time.perf_counter() - started
        return result


def measure_python_goal(arm: Arm, settings: Settings) -> dict[str, Any]:
    """Measure the overhead of a call [µs], excluding the goal's own time; compare one thread with two.

    ``per_call_us`` is the extra time of a gradient of pose and goal over that of the pose alone; a gradient
    calls the goal once. ``solve_per_call_us`` is the whole time of solves divided by the number of calls.
    """
    goals = [CountedGoal(), CountedGoal()]
    one, two = (
        _solve_all(arm, settings, mk.Custom(goal, links=arm.link, name="met"), threads=threads)
        for threads, goal in enumerate(goals, start=1)
    )
    return {
        "count": one["count"],
        "solved": one["solved"],
        "calls_per_query": goals[0].calls / one["count"],
        "per_call_us": 1e-3 * _call_ns(arm, settings),
        "solve_per_call_us": 1e6 * (one["core_seconds"] - goals[0].seconds) / goals[0].calls,
        "same_answers_on_two_threads": bool((one["q"] == two["q"]).all()),
    }


def measure_numba_goal(arm: Arm, settings: Settings) -> dict[str, Any]:
    """Measure the overhead of a compiled goal per evaluation in the core [ns], without and with derivatives.

    It is the extra time of pose and goal over the pose alone, over ``count`` configurations. The derivatives
    are the function's own, or central differences, which call it with 13 poses at a time.
    """
    function = compiled_goal()
    own, differences = (
        mk.Custom(function, links=arm.link, derivative=known, name="met") for known in (True, False)
    )
    alone, with_own, with_differences = (
        _problem(arm, settings, goals) for goals in ([], [own], [differences])
    )
    q = arm.robot.random(settings.count, settings.random_seed)
    value, slope = _best_ns(alone.cost, q), _best_ns(alone.gradient, q)
    return {
        "count": len(q),
        "solved": _solve_all(arm, settings, own)["solved"],
        "per_evaluation_ns": _best_ns(with_own.cost, q) - value,
        "with_derivative_ns": _best_ns(with_own.gradient, q) - slope,
        "by_differences_ns": _best_ns(with_differences.gradient, q) - slope,
    }


def _problem(arm: Arm, settings: Settings, others: list[mk.Custom]) -> mk.Problem:
    return mk.Problem(arm.robot, [tip_goal(arm.link, settings.tolerance), *others])


def _call_ns(arm: Arm, settings: Settings) -> float:
    """Return the overhead of a call of a Python goal, the minimum of several rounds."""
    q = arm.robot.random(settings.rival_count, settings.random_seed)
    alone = _best_ns(_problem(arm, settings, []).gradient, q)
    costs = []
    for _ in range(_ROUNDS):
        goal = CountedGoal()
        problem = _problem(arm, settings, [mk.Custom(goal, links=arm.link, name="met")])
        started = time.perf_counter_ns()
        problem.gradient(q)
        taken = time.perf_counter_ns() - started
        costs.append((taken - 1e9 * goal.seconds - alone * len(q)) / goal.calls)
    return min(costs)


def _solve_all(arm: Arm, settings: Settings, goal: mk.Custom, *, threads: int = 1) -> dict[str, Any]:
    """Solve random reachable poses together with ``goal``; return count, core time, fraction solved and q."""
    targets = random_reachable(
        arm.robot, arm.link, count=settings.rival_count, random_seed=settings.random_seed
    )
    solver = mk.Solver(_problem(arm, settings, [goal]), threads=threads)
    solutions = [
        solver.solve(start, targets={"tip": target})
        for target, start in zip(targets.poses, targets.starts, strict=True)
    ]
    q = np.array([solution.q for solution in solutions])
    checked = verify(arm.robot, arm.link, targets.poses, q, tolerance=settings.tolerance)
    return {
        "count": len(targets),
        "core_seconds": sum(solution.time for solution in solutions),
        "solved": float(checked.solved.mean()),
        "q": q,
    }


def _best_ns(call: Callable[[Array], object], q: Array) -> float:
    """Return nanoseconds per configuration, the minimum of several rounds."""
    return best_ns(lambda: call(q), len(q), rounds=_ROUNDS)
