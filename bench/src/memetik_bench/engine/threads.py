"""Python threads with a solver each: whether their solutions equal those of a single thread, bit for bit."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..arms import load_arm
from ..solvers.memetik_solver import tip_goal
from ..targets import PoseTargets, random_reachable
from .case import Case, Measurement, OnProgress, Row, Run

_COUNT = 10_000
_THREADS = 8
_TOLERANCE = 1e-5
_ARMS = ("panda", "ur5")


def solve_serially(targets: PoseTargets) -> Array:
    """Return the solutions (N, dof) of a new solver, with one call per query."""
    solver = mk.Solver(targets.robot, tip_goal(targets.link, _TOLERANCE))
    queries = zip(targets.poses, targets.starts, strict=True)
    return np.array([solver.solve(start, targets={"tip": pose}).q for pose, start in queries])


def measure_threads(name: str, run: Run, on_progress: OnProgress) -> Row:
    """Count solutions of concurrent threads and of a batch that differ from the serial ones."""
    arm, count = load_arm(name), run.settings.count(_COUNT)
    targets = random_reachable(arm.robot, arm.link, count=count, random_seed=run.settings.random_seed)
    serial, differing = solve_serially(targets), 0
    with ThreadPoolExecutor(_THREADS) as pool:
        for answers in pool.map(solve_serially, [targets] * _THREADS):
            differing += differing_rows(serial, answers)
            on_progress(count)
    batch = mk.Solver(arm.robot, tip_goal(arm.link, _TOLERANCE)).solve_batch(targets.poses, targets.starts)
    return {
        "count": count,
        "threads": _THREADS,
        "differing": differing,
        "differing_in_batch": differing_rows(serial, batch.q),
    }


def differing_rows(first: Array, second: Array) -> int:
    """Return the number of rows that are not equal bit for bit."""
    same = first.view(np.uint64) == second.view(np.uint64)
    return int((~same.all(axis=1)).sum())


def _measurements(run: Run) -> Iterator[Measurement]:
    for name in _ARMS:
        measure = functools.partial(measure_threads, name, run)
        yield Measurement({"case": name}, _THREADS * run.settings.count(_COUNT), measure)


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return not row["differing"] and not row["differing_in_batch"]


THREADS = Case(
    "threads",
    "8 threads with a solver each",
    "the same solutions as one thread, bit for bit",
    _measurements,
    lambda row: f"{row['differing'] + row['differing_in_batch']} solutions differ",
    _met,
)
