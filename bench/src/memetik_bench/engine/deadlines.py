"""Timeouts: how often the engine checks the clock on the largest problem, which is infeasible."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..progress import ThrottledProgress
from ..runner import garbage_collection_disabled
from .case import Case, Measurement, OnProgress, Row, Run, no_progress
from .queries import Queries
from .valkyrie import random_bodies, valkyrie

_COUNT = 2_000
_SHORTEST, _LONGEST = 1e-3, 5e-3  # [s]
_WARM_UP = 10
_CONTROLS, _CONTROL_STEPS = 100_000, 500

SUBJECTS: dict[str, Callable[[mk.Robot], list[str]]] = {
    "valkyrie, hands, feet, head, fingers": lambda robot: [
        *("leftPalm", "rightPalm", "leftFoot", "rightFoot", "head"),
        *(tip for tip in robot.tips if tip.endswith("Tip")),
    ],
    "valkyrie, every link": lambda robot: [
        joint.child for joint in robot.joints.values() if joint.type != "fixed"
    ],
}
"""Row name -> links with a goal; in both cases the goals depend on all 61 joints."""


def contradictory_queries(subject: str, count: int, random_seed: int) -> Queries:
    """Return queries with the pose of each link from another configuration, so that they are infeasible."""
    robot, rng = valkyrie(), np.random.default_rng(random_seed)
    links = SUBJECTS[subject](robot)
    goals = tuple(mk.Pose(link, np.eye(4), name=link) for link in links)
    targets = {link: robot.fk(random_bodies(robot.joint_names, count, rng), link) for link in links}
    return Queries(robot, goals, targets, random_bodies(robot.joint_names, count, rng))


def solve_with_timeouts(
    solver: Any, queries: Queries, timeouts: Array, on_progress: OnProgress = no_progress, **options: Any
) -> tuple[Array, Array, list[Any]]:
    """Return CPU time and wall time [s] of each call beyond its timeout, and the solutions."""
    over_cpu, over_wall, solutions = np.empty(len(queries)), np.empty(len(queries)), []
    targets = [{name: rows[i] for name, rows in queries.targets.items()} for i in range(len(queries))]
    for i in range(min(_WARM_UP, len(queries))):
        solver.solve(queries.starts[i], targets=targets[i], timeout=float(timeouts[i]), **options)
    progress = ThrottledProgress(on_progress)
    with garbage_collection_disabled():
        for i, start in enumerate(queries.starts):
            wall, cpu = time.perf_counter(), time.thread_time()
            solution = solver.solve(start, targets=targets[i], timeout=float(timeouts[i]), **options)
            over_cpu[i] = time.thread_time() - cpu - timeouts[i]
            over_wall[i] = time.perf_counter() - wall - timeouts[i]
            solutions.append(solution)
            progress.update(i + 1)
    progress.finish(len(queries))
    return over_cpu, over_wall, solutions


def interruptions() -> Array:
    """Return the extra CPU times [s] of repeated identical work: the disturbance by the machine.

    A thread's CPU time includes interrupts, and on virtual machines unreported time of the host.
    """
    clock, gaps, steps = time.thread_time, np.empty(_CONTROLS), range(_CONTROL_STEPS)
    with garbage_collection_disabled():
        last = clock()
        for i in range(_CONTROLS):
            for _ in steps:
                pass
            now = clock()
            gaps[i], last = now - last, now
    excess: Array = gaps - np.median(gaps)
    return excess


def measure_deadlines(subject: str, run: Run, on_progress: OnProgress) -> Row:
    """Measure the longest CPU time between two checks of the clock, and the overrun of calls [µs]."""
    count = run.settings.count(_COUNT)
    queries = contradictory_queries(subject, count, run.settings.random_seed)
    timeouts = np.linspace(_SHORTEST, _LONGEST, count)
    solver = queries.solver()
    over_cpu, over_wall, solutions = solve_with_timeouts(solver, queries, timeouts, on_progress, trace=True)
    gaps = np.concatenate([solution.trace.gaps for solution in solutions])
    return {
        "dof": queries.robot.dof,
        "goals": len(queries.goals),
        "count": count,
        "timed_out": float(np.mean([solution.stopped_by == "deadline" for solution in solutions])),
        "false_success": int(sum(solution.success for solution in solutions)),
        **_tail("gap", gaps),
        **_tail("cpu_overrun", over_cpu),
        **_tail("wall_overrun", over_wall),
        **_tail("interruption", interruptions()),
    }


def _tail(name: str, seconds: Array) -> Row:
    """Return median, 99.9th percentile and maximum [µs]."""
    values = 1e6 * np.percentile(seconds, (50.0, 99.9, 100.0))
    return {f"{name}_{what}_us": float(v) for what, v in zip(("median", "p999", "most"), values, strict=True)}


def _measurements(run: Run) -> Iterator[Measurement]:
    for subject in SUBJECTS:
        measure = functools.partial(measure_deadlines, subject, run)
        yield Measurement({"case": subject}, run.settings.count(_COUNT), measure)


def _outcome(row: Row) -> str:
    return (
        f"{row['gap_p999_us']:.0f} µs, overrun {row['cpu_overrun_p999_us']:.0f} µs "
        f"(interrupts of the machine: {row['interruption_p999_us']:.0f} µs)"
    )


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return bool(row["gap_p999_us"] <= 50.0 and row["timed_out"] == 1.0)


DEADLINES = Case(
    "deadlines",
    "CPU time between checks of the clock, 61 joints, 99.9th percentile",
    "≤ 50 µs",
    _measurements,
    _outcome,
    _met,
)
