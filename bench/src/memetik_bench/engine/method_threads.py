"""Every method on 1, 2 and 3 threads: whether the answers are the same, bit for bit."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

import numpy as np

import memetik as mk
from memetik.methods import names
from memetik.transforms import Array

from ..methods import NO_POSES, POSITIONS_ONLY
from .case import Case, Measurement, OnProgress, Row, Run
from .failing_problems import HELD_OUT
from .threads import differing_rows

_COUNT = 30
_THREADS = (1, 2, 3)
_FAR = 3.0
"""[m]: distance of every third target from the base, so that unsolved answers are compared, too."""

_SHAFT = ("endo_base_link", "endo_first_link")
"""Links of a shaft, for methods that need a PassThrough."""


def measured_names() -> tuple[str, ...]:
    """Return all methods except bridges to other libraries, which do not use threads."""
    return tuple(name for name in names() if ":" not in name)


def thread_goals(method: str, count: int, random_seed: int) -> tuple[mk.Robot, list[list[mk.Goal]], Array]:
    """Return robot, goals and starts (count, dof) that the method accepts; every third target is far away."""
    name, link = ("ur10e_elise", "endo_tool") if method in NO_POSES else ("panda", "panda_hand")
    robot, rng = mk.Robot.load(name), np.random.default_rng([random_seed, HELD_OUT])
    solutions, starts = robot.random(count, rng), robot.random(count, rng)
    poses = robot.fk(solutions, link)
    poses[::3, :3, 3] *= _FAR / np.linalg.norm(poses[::3, :3, 3], axis=1, keepdims=True)
    if method in POSITIONS_ONLY:
        return robot, [[mk.Position(link, pose[:3, 3])] for pose in poses], starts
    if method not in NO_POSES:
        return robot, [[mk.Pose(link, pose)] for pose in poses], starts
    holes = (robot.fk(solutions, _SHAFT[0]) @ (0.0, 0.0, 0.5, 1.0))[:, :3]
    pairs = zip(poses, holes, strict=True)
    return robot, [[mk.PassThrough(_SHAFT, hole), mk.Pose(link, pose)] for pose, hole in pairs], starts


def measure_method_threads(method: str, run: Run, on_progress: OnProgress) -> Row:
    """Count answers that differ from those on one thread; none if the method refuses more threads."""
    robot, goals, starts = thread_goals(method, run.settings.count(_COUNT), run.settings.random_seed)
    found = {}
    for threads in reversed(_THREADS):
        try:
            solvers = [
                mk.Solver(robot, own, method=mk.methods.find(method), threads=threads) for own in goals
            ]
        except mk.MethodError as error:
            if "one thread" not in str(error):
                raise
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
