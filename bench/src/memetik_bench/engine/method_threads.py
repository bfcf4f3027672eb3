"""Every method on 1, 2 and 3 threads: whether the answers are the same, bit for bit."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

import numpy as np

import memetik as mk
from memetik.methods import names
from memetik.transforms import Array

from ..arms import load_arm
from ..methods import NO_POSES, POSITIONS_ONLY
from .case import Case, Measurement, OnProgress, Row, Run
from .failing_problems import HELD_OUT
from .threads import differing_rows

_COUNT = 30
_THREADS = (1, 2, 3)
_EXCESS = 1.3
"""Every third target is so much farther from the base, so that unsolved answers are compared, too."""


def measured_names() -> tuple[str, ...]:
    """Return all methods except bridges to other libraries, which do not use threads."""
    return tuple(name for name in names() if ":" not in name)


def thread_goals(method: str, count: int, random_seed: int) -> tuple[mk.Robot, list[list[mk.Goal]], Array]:
    """Return robot, goals and starts (count, dof) that the method accepts; every third target is far away."""
    arm = load_arm("panda")
    rng = np.random.default_rng([random_seed, HELD_OUT])
    poses, starts = arm.robot.fk(arm.robot.random(count, rng), arm.link), arm.robot.random(count, rng)
    poses[::3, :3, 3] *= _EXCESS / np.linalg.norm(poses[::3, :3, 3], axis=1, keepdims=True)
    goals: list[list[mk.Goal]] = []
    for pose in poses:
        if method in POSITIONS_ONLY:
            goals.append([mk.Position(arm.link, pose[:3, 3])])
        elif method in NO_POSES:
            hole = pose[:3, 3] - 0.1 * pose[:3, 2]
            goals.append([mk.Pose(arm.link, pose), mk.PassThrough(arm.link, hole)])
        else:
            goals.append([mk.Pose(arm.link, pose)])
    return arm.robot, goals, starts


def measure_method_threads(method: str, run: Run, on_progress: OnProgress) -> Row:
    """Count answers that differ from those on one thread; none if the method refuses more threads."""
    robot, goals, starts = thread_goals(method, run.settings.count(_COUNT), run.settings.random_seed)
    found = {}
    for threads in reversed(_THREADS):
        try:
            solvers = [mk.Solver(robot, own, method=method, threads=threads) for own in goals]
        except mk.MethodError:
            return {"count": len(starts), "solved": 0, "differing": {}}
        found[threads] = [solver.solve(start) for solver, start in zip(solvers, starts, strict=True)]
        on_progress(len(starts))
    answers = {threads: np.array([solution.q for solution in own]) for threads, own in found.items()}
    return {
        "count": len(starts),
        "solved": sum(solution.success for solution in found[1]),
        "differing": {str(n): differing_rows(answers[1], answers[n]) for n in _THREADS if n > 1},
    }


def _measurements(run: Run) -> Iterator[Measurement]:
    for method in measured_names():
        measure = functools.partial(measure_method_threads, method, run)
        yield Measurement({"case": method}, len(_THREADS) * run.settings.count(_COUNT), measure)


def _outcome(row: Row) -> str:
    if not row["differing"]:
        return "refuses more than one thread"
    return f"{sum(row['differing'].values())} answers differ; {row['solved']} solved"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return not any(row["differing"].values())


METHOD_THREADS = Case(
    "method-threads",
    "Every method at its defaults on 1, 2 and 3 threads",
    "the same answers, bit for bit",
    _measurements,
    _outcome,
    _met,
)
