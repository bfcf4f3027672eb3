"""Runs one solver on one set of queries: times each query, then verifies the solutions independently."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from memetik.transforms import Array

from .progress import ThrottledProgress
from .solvers.measured_solver import MeasuredSolver
from .targets import PoseTargets
from .verify import verify

_WARM_UP = 10
"""Number of warm-up queries before the timed ones."""


@dataclass(frozen=True, eq=False)
class MeasuredSolutions:
    """The solutions of N queries: ``q`` (N, dof), NaN where the solver failed; the other arrays are (N,).

    ``wall`` [s] is the time of the call from Python. ``core`` [s] and ``evaluations`` are reported by the
    solver, or NaN if it does not report them.
    """

    q: Array
    wall: Array
    core: Array
    evaluations: Array


@dataclass(frozen=True)
class Row:
    """The result of a solver on a case; times [µs] are over all queries, including failures.

    ``solved`` is the fraction of verified solutions, ``refused`` the number of solutions that failed
    verification. ``mean_core_us`` and ``mean_evaluations`` are None if the solver does not report them.
    """

    case: str
    solver: str
    version: str
    count: int
    solved: float
    refused: int
    mean_us: float
    median_us: float
    p99_us: float
    mean_solved_us: float | None
    mean_core_us: float | None
    mean_evaluations: float | None
    worst_position_error: float
    worst_rotation_error: float


def run(
    case: str,
    solver: MeasuredSolver,
    targets: PoseTargets,
    *,
    tolerance: float,
    on_progress: Callable[[int], object] = lambda done: None,
) -> Row:
    """Solve all ``targets`` with ``solver``; ``on_progress`` gets the number done since its last call."""
    answers = solve_targets(solver, targets, on_progress)
    checked = verify(targets.robot, targets.link, targets.poses, answers.q, tolerance=tolerance)
    wall, solved = 1e6 * answers.wall, checked.solved
    answered = np.isfinite(answers.q).all(axis=1)
    return Row(
        case=case,
        solver=solver.name,
        version=solver.version,
        count=len(targets),
        solved=float(solved.mean()),
        refused=int((answered & ~solved).sum()),
        mean_us=float(wall.mean()),
        median_us=float(np.median(wall)),
        p99_us=float(np.percentile(wall, 99)),
        mean_solved_us=float(wall[solved].mean()) if solved.any() else None,
        mean_core_us=_mean(1e6 * answers.core),
        mean_evaluations=_mean(answers.evaluations),
        worst_position_error=float(checked.position_error[solved].max(initial=0.0)),
        worst_rotation_error=float(checked.rotation_error[solved].max(initial=0.0)),
    )


def solve_targets(
    solver: MeasuredSolver, targets: PoseTargets, on_progress: Callable[[int], object] = lambda done: None
) -> MeasuredSolutions:
    """Solve ``targets`` one by one and time each call, with Python's garbage collection disabled."""
    q = np.full(targets.starts.shape, np.nan)
    wall, core, evaluations = (np.full(len(targets), np.nan) for _ in range(3))
    for target, start in zip(targets.poses[:_WARM_UP], targets.starts[:_WARM_UP], strict=True):
        solver.solve(target, start)
    progress = ThrottledProgress(on_progress)
    with garbage_collection_disabled():
        for i, (target, start) in enumerate(zip(targets.poses, targets.starts, strict=True)):
            started = time.perf_counter_ns()
            returned = solver.solve(target, start)
            wall[i] = 1e-9 * (time.perf_counter_ns() - started)
            answer = solver.read(returned)
            if answer.q is not None:
                q[i] = answer.q
            if answer.core_seconds is not None:
                core[i] = answer.core_seconds
            if answer.evaluations is not None:
                evaluations[i] = answer.evaluations
            del returned  # otherwise freeing it would be part of the next timed call
            progress.update(i + 1)
    progress.finish(len(targets))
    return MeasuredSolutions(q, wall, core, evaluations)


@contextmanager
def garbage_collection_disabled() -> Iterator[None]:
    """Disable Python's garbage collection, so that it does not run in a timed call."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _mean(values: Array) -> float | None:
    """Return the mean, or None if the solver did not report the values."""
    return None if np.isnan(values).any() else float(values.mean())
