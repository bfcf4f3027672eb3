"""Queries with any goals, solved and timed one by one, and their verification."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

import memetik as mk
from memetik.transforms import Array

from ..progress import ThrottledProgress
from ..runner import garbage_collection_disabled
from ..solvers.memetik_solver import tip_goal
from ..targets import PoseTargets
from ..verify import Flags, limits_held
from .case import OnProgress, Row, no_progress
from .goal_errors import goals_met, other_joints_held

UNLIMITED = 10**9
"""A budget of evaluations that is never reached, so that only the timeout ends a solve."""

_WARM_UP = 10
"""Number of warm-up queries before the timed ones."""


@dataclass(frozen=True, eq=False)
class Queries:
    """N queries: ``goals`` on ``robot`` with ``targets`` (by name, N of each), from ``starts`` (N, dof).

    ``joints`` are the joints that may move, None for all; ``solutions`` (N, dof) are known configurations
    that meet the goals, if there are any.
    """

    robot: mk.Robot
    goals: tuple[mk.Goal, ...]
    targets: Mapping[str, Array]
    starts: Array
    solutions: Array | None = None
    joints: tuple[str, ...] | None = None

    def __len__(self) -> int:
        return len(self.starts)

    def first(self, count: int) -> Queries:
        """Return the first ``count`` of these queries (all, if there are fewer)."""
        return self.take(slice(0, count))

    def take(self, rows: slice | npt.NDArray[np.intp]) -> Queries:
        """Return the queries with these indices."""
        targets = {name: own[rows] for name, own in self.targets.items()}
        solutions = None if self.solutions is None else self.solutions[rows]
        return replace(self, targets=targets, starts=self.starts[rows], solutions=solutions)

    def solver(self, **options: object) -> mk.Solver:
        """Return a solver for these queries, by default on one thread, limited only by the timeout."""
        made: dict[str, object] = {"joints": self.joints, "max_evaluations": UNLIMITED, **options}
        return mk.Solver(self.robot, self.goals, **made)  # type: ignore[arg-type]

    def met(self, answers: Array) -> Flags:
        """Return whether the solutions meet the goals, verified by pinocchio and numpy only, (N,)."""
        goals = mk.Problem(self.robot, self.goals).goals
        met = goals_met(self.robot, goals, self.targets, answers)
        if self.joints is not None:
            met &= other_joints_held(self.robot, self.joints, self.starts, answers)
        return met


def pose_queries(targets: PoseTargets, *, tolerance: float | tuple[float, float]) -> Queries:
    """Return the queries as a pose goal with the name "tip"."""
    goal = tip_goal(targets.link, tolerance)
    return Queries(targets.robot, (goal,), {"tip": targets.poses}, targets.starts, targets.solutions)


@dataclass(frozen=True, eq=False)
class QueryResults:
    """The solutions of N queries: ``q`` (N, dof), the other arrays (N,); times in seconds.

    ``claimed`` is the solver's own ``success``. ``wall`` is the time of the call from Python, ``cpu`` the CPU
    time of its thread, ``core`` the time that the solver reports.
    """

    q: Array
    claimed: Flags
    cost: Array
    status: list[str]
    wall: Array
    cpu: Array
    core: Array
    evaluations: Array


def solve_each(
    solver: mk.Solver,
    queries: Queries,
    *,
    timeout: float | None,
    on_progress: OnProgress = no_progress,
    on_solution: Callable[[mk.Solution], object] | None = None,
) -> QueryResults:
    """Solve and time each query individually, with Python's garbage collection disabled.

    ``on_solution`` gets every solution in order, outside of the timed calls.
    """
    count = len(queries)
    q, claimed, status = np.empty_like(queries.starts), np.zeros(count, dtype=bool), [""] * count
    cost, wall, cpu, core, evaluations = (np.empty(count) for _ in range(5))
    targets = [{name: rows[i] for name, rows in queries.targets.items()} for i in range(count)]
    for i in range(min(_WARM_UP, count)):
        solver.solve(queries.starts[i], targets=targets[i], timeout=timeout)
    progress = ThrottledProgress(on_progress)
    with garbage_collection_disabled():
        for i, start in enumerate(queries.starts):
            busy, started = time.thread_time(), time.perf_counter()
            solution = solver.solve(start, targets=targets[i], timeout=timeout)
            ended = time.perf_counter()
            cpu[i] = time.thread_time() - busy
            wall[i], core[i], cost[i] = ended - started, solution.time, solution.cost
            q[i], claimed[i], status[i] = solution.q, solution.success, solution.status
            evaluations[i] = solution.evaluations
            if on_solution is not None:
                on_solution(solution)
            del solution  # otherwise freeing it would be part of the next timed call
            progress.update(i + 1)
    progress.finish(count)
    return QueryResults(q, claimed, cost, status, wall, cpu, core, evaluations)


def summary(queries: Queries, results: QueryResults) -> Row:
    """Return the common values of a row: the fraction verified as solved, false successes, times [µs].

    Thresholds apply to CPU time, which excludes other processes.
    """
    solved, wall = queries.met(results.q), 1e6 * results.wall
    return {
        "count": len(queries),
        "solved": float(solved.mean()),
        "false_success": int((results.claimed & ~solved).sum()),
        "limit_violations": int((~limits_held(queries.robot, results.q)).sum()),
        "statuses": dict(Counter(results.status)),
        "mean_cpu_us": float(1e6 * results.cpu.mean()),
        "mean_us": float(wall.mean()),
        "median_us": float(np.median(wall)),
        "p99_us": float(np.percentile(wall, 99)),
        "mean_core_us": float(1e6 * results.core.mean()),
        "mean_evaluations": float(results.evaluations.mean()),
    }
