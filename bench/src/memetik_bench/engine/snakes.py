"""Long chains: how time grows with the number of joints."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

import memetik as mk

from ..targets import random_reachable
from .case import Case, Measurement, OnProgress, Row, Run, count_cell
from .queries import pose_queries, solve_each, summary

_COUNT = 10_000
DOFS = (30, 60, 90, 120, 150, 180)
_TOLERANCE = 1e-5
_TIMEOUT = 0.1


def measure_snake(dof: int, run: Run, on_progress: OnProgress) -> Row:
    """Measure poses of the tip of a snake with ``dof`` joints."""
    count, robot = run.settings.count(_COUNT), mk.Robot.load(f"snake({dof})")
    targets = random_reachable(robot, "tip", count=count, random_seed=run.settings.random_seed)
    queries = pose_queries(targets, tolerance=_TOLERANCE)
    results = solve_each(queries.solver(), queries, timeout=_TIMEOUT, on_progress=on_progress)
    return {"dof": dof, **summary(queries, results)}


def growth(row: Row, rows: Sequence[Row]) -> float | None:
    """Return the time relative to that of half as many joints; None if that was not measured."""
    half = next((other for other in rows if 2 * other["dof"] == row["dof"]), None)
    return None if half is None else float(row["mean_cpu_us"] / half["mean_cpu_us"])


def _measurements(run: Run) -> Iterator[Measurement]:
    for dof in DOFS:
        measure = functools.partial(measure_snake, dof, run)
        yield Measurement({"case": f"{dof} joints"}, run.settings.count(_COUNT), measure)


def _met(row: Row, rows: Sequence[Row]) -> bool:
    grown = growth(row, rows)
    in_time = row["dof"] != 120 or row["mean_cpu_us"] <= 1000.0
    right = row["solved"] == 1.0 and not row["false_success"]
    return right and in_time and (grown is None or grown <= 2.6)


SNAKES = Case(
    "snakes",
    "Snakes, the tip's pose to 1e-5, 100 ms",
    "100 %; ≤ 1 ms at 120 joints, ≤ 2.6 times the time of half as many",
    _measurements,
    lambda row: f"{count_cell(row)} in {row['mean_cpu_us']:.0f} µs",
    _met,
)
