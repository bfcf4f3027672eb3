"""Batches of all sizes on two threads beside one: a second thread must never cost time."""

from __future__ import annotations

import functools
import statistics
import time
from collections.abc import Iterator, Sequence

import memetik as mk

from ..arms import load_arm
from ..solvers.memetik_solver import tip_goal
from ..targets import PoseTargets, random_reachable
from .case import Case, Measurement, OnProgress, Row, Run

SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 100_000)
_THREADS = (1, 2)
_POSES = 400_000
"""How many poses are solved for each size, if that takes neither too few nor too many batches."""
_FEWEST, _MOST = 11, 2_000
_ARM = "panda"
_TOLERANCE = 1e-5
_LIMIT = 1.1


def repetitions(size: int) -> int:
    """Return how many batches of a size are solved on each number of threads.

    >>> repetitions(1), repetitions(1_000), repetitions(100_000)
    (2000, 400, 11)
    """
    return min(max(_POSES // size, _FEWEST), _MOST)


def batch_times(targets: PoseTargets, size: int, count: int, on_progress: OnProgress) -> list[list[float]]:
    """Return the times [s] of ``count`` calls for each of ``_THREADS``, which take turns in going first.

    The first call of each solver, which starts its threads, is left out.
    """
    solvers = [mk.Solver(targets.robot, tip_goal(targets.link, _TOLERANCE), threads=n) for n in _THREADS]
    times: list[list[float]] = [[] for _ in solvers]
    for repetition in range(count + 1):
        first = repetition * size % (len(targets) - size + 1)
        rows = slice(first, first + size)
        for i in (0, 1) if repetition % 2 else (1, 0):
            begin = time.perf_counter()
            solvers[i].solve_batch(targets.poses[rows], targets.starts[rows])
            times[i].append(time.perf_counter() - begin)
        on_progress(1 if repetition else 0)
    return [own[1:] for own in times]


def measure_small_batches(size: int, run: Run, on_progress: OnProgress) -> Row:
    """Measure the median times [µs] of calls from Python, and their ratio."""
    arm, count = load_arm(_ARM), run.settings.count(repetitions(size))
    targets = random_reachable(
        arm.robot, arm.link, count=max(size, SIZES[-2]), random_seed=run.settings.random_seed
    )
    one, two = (1e6 * statistics.median(own) for own in batch_times(targets, size, count, on_progress))
    return {"count": count, "size": size, "one_us": one, "two_us": two, "ratio": two / one}


def _measurements(run: Run) -> Iterator[Measurement]:
    for size in SIZES:
        measure = functools.partial(measure_small_batches, size, run)
        yield Measurement(
            {"case": f"{size:_} poses".replace("_", " ")}, run.settings.count(repetitions(size)), measure
        )


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return bool(row["ratio"] <= _LIMIT)


SMALL_BATCHES = Case(
    "small-batches",
    "Batches of random poses of the panda, on two threads instead of one",
    "≤ 1.1 times the time",
    _measurements,
    lambda row: f"{row['ratio']:.2f} times: {row['two_us']:.0f} instead of {row['one_us']:.0f} µs",
    _met,
)
