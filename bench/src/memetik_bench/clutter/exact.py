"""The case exact: the time of exact checks at configurations inside the tanks."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from memetik.collision import ExactCheck
from memetik.transforms import Array

from ..collision.settings import INSTALL
from ..engine.case import Case, Measurement, OnProgress, Row, percent
from ..missing import require
from ..scenarios import Scenario, find_scenario
from .run import TANKS, TARGETS, ClutterRun

_MOST_US = 100.0


def call_us(call: Callable[[Array], float], rows: Array) -> tuple[list[float], list[float]]:
    """Return the CPU times [µs] of a call for each of the configurations (N, dof), and what it returned."""
    call(rows[0])  # compiles
    times, results = [], []
    for row in rows:
        start = time.thread_time_ns()
        results.append(call(row))
        times.append((time.thread_time_ns() - start) / 1e3)
    return times, results


def _measure(scenario: Scenario, count: int, on_progress: OnProgress) -> Row:
    require("coal", "coal", INSTALL)
    robot, world, rows = scenario.load_robot(), scenario.world(fields=False), scenario.certificates[:count]
    by_coal = ExactCheck(robot, world, self_pairs=scenario.robot.self_pairs())
    after_spheres = ExactCheck(robot, world, geometry=scenario.spheres())
    calls: dict[str, Callable[[Array], float]] = {
        "free": by_coal,
        "after_spheres": after_spheres,
        "clearance": by_coal.clearance,
    }
    row: Row = {"count": count}
    for name, call in calls.items():
        times, results = call_us(call, rows)
        row |= {f"{name}_us": float(np.median(times)), f"{name}_p99_us": float(np.percentile(times, 99))}
        if name == "free":
            row["free"] = float(np.mean(results))
        on_progress(count)
    return row


def _measurements(run: ClutterRun) -> Iterator[Measurement]:
    count = run.settings.count(TARGETS)
    for scenario in map(find_scenario, TANKS):
        key = {"case": scenario.name, "hash": scenario.content_hash}
        yield Measurement(key, 3 * count, functools.partial(_measure, scenario, count))


def _outcome(row: Row) -> str:
    return (
        f"`exact(q)` {row['free_us']:.0f} µs, after spheres {row['after_spheres_us']:.0f} µs; "
        f"`exact.clearance(q)` {row['clearance_us']:.0f} µs; {percent(row['free'])} are free"
    )


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return bool(row["free_us"] <= _MOST_US and row["clearance_us"] <= _MOST_US)


EXACT = Case(
    "exact",
    "`ExactCheck` at solutions inside a tank, median of single calls",
    "≤ 100 µs each",
    _measurements,
    _outcome,
    _met,
)
