"""Secondary goals: how near solutions are to the best posture while they meet the pose."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..arms import load_arm
from ..targets import random_reachable
from ..verify import verify
from .case import Case, Measurement, OnProgress, Row, Run, count_cell, percent
from .polish import polish, posture_cost
from .queries import Queries, pose_queries, solve_each, summary

_COUNT = 1_000
_EVALUATIONS = 20_000
_TOLERANCE = 1e-5
_NEAR = 1.05
_STARTS = 64
"""Number of random starts for a global reference, which is the best of their solutions."""

GOALS = ("StayClose", "CenterJoints")
PREFERENCES: dict[str, dict[str, Any]] = {"first": {}, "best": {"prefer": "best"}}
"""Value of ``prefer`` -> options of the solver; the first is the default."""


def posture_goal(goal: str, robot: mk.Robot) -> tuple[mk.Goal, Array]:
    """Return the goal, and the posture (dof,) from which it measures."""
    if goal == "StayClose":
        return mk.StayClose(robot.neutral), robot.neutral
    return mk.CenterJoints(), 0.5 * (robot.lower + robot.upper)


def secondary_queries(goal: str, count: int, random_seed: int) -> Queries:
    """Return queries with reachable poses of the panda, random starts, and an additional posture goal."""
    arm = load_arm("panda")
    targets = random_reachable(arm.robot, arm.link, count=count, random_seed=random_seed)
    poses = pose_queries(targets, tolerance=_TOLERANCE)
    goals = (*poses.goals, posture_goal(goal, arm.robot)[0])
    return Queries(arm.robot, goals, poses.targets, poses.starts, poses.solutions)


def local_references(queries: Queries, answers: Array, posture: Array, on_progress: OnProgress) -> Array:
    """Return the cost (N,) of the best posture on each solution's branch, by SciPy from the solution."""
    link = load_arm("panda").link
    costs = np.empty(len(queries))
    for i, (pose, q) in enumerate(zip(queries.targets["tip"], answers, strict=True)):
        polished = polish(queries.robot, link, pose, q, posture, tolerance=_TOLERANCE)
        costs[i] = posture_cost(polished, posture)
        on_progress(1)
    return costs


def global_references(queries: Queries, posture: Array, on_progress: OnProgress) -> Array:
    """Return the cost (N,) of the best of many solutions from random starts, polished by SciPy."""
    link, solver = load_arm("panda").link, queries.solver(max_evaluations=_EVALUATIONS)
    costs = np.empty(len(queries))
    for i, pose in enumerate(queries.targets["tip"]):
        starts = queries.robot.random(_STARTS, i)
        answers = solver.solve_batch({"tip": np.tile(pose, (_STARTS, 1, 1))}, starts, random_seed=i).q
        true = verify(queries.robot, link, np.tile(pose, (_STARTS, 1, 1)), answers, tolerance=_TOLERANCE)
        found = np.where(true.solved, posture_cost(answers, posture), np.inf)
        best = polish(queries.robot, link, pose, answers[found.argmin()], posture, tolerance=_TOLERANCE)
        costs[i] = min(found.min(), float(posture_cost(best, posture)))
        on_progress(1)
    return costs


def measure_secondary(goal: str, prefer: str, run: Run, on_progress: OnProgress) -> Row:
    """Measure the fraction of solutions near the reference, of those that meet the pose, and worst ratios."""
    queries = secondary_queries(goal, run.settings.count(_COUNT), run.settings.random_seed)
    posture = posture_goal(goal, queries.robot)[1]
    options = {"max_evaluations": _EVALUATIONS, **PREFERENCES[prefer]}
    results = solve_each(queries.solver(**options), queries, timeout=None)
    costs = posture_cost(results.q, posture)
    if prefer == "first":
        references = local_references(queries, results.q, posture, on_progress)
    else:
        references = global_references(queries, posture, on_progress)
    ratios = costs / np.minimum(references, costs)
    worst = np.argsort(ratios)[::-1][:5]
    return {
        **summary(queries, results),
        "within_5_percent": float((ratios <= _NEAR).mean()),
        "mean_ratio": float(ratios.mean()),
        "p99_ratio": float(np.percentile(ratios, 99)),
        "worst_ratio": float(ratios[worst[0]]),
        "worst": [[int(i), float(ratios[i])] for i in worst],
        "beyond_reference": float((costs < references * (1.0 - 1e-6)).mean()),
    }


def _measurements(run: Run) -> Iterator[Measurement]:
    for goal in GOALS:
        for prefer in PREFERENCES:
            measure = functools.partial(measure_secondary, goal, prefer, run)
            key = {"case": f"{goal}, {prefer}", "goal": goal, "prefer": prefer}
            yield Measurement(key, run.settings.count(_COUNT), measure)


def _outcome(row: Row) -> str:
    near, worst = percent(row["within_5_percent"]), f"{row['worst_ratio']:.2f}"
    within = f"{near} within 5 %, worst ratio {worst}"
    return f"{count_cell(row)}; {within}; {row['mean_cpu_us']:.0f} µs"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return row["solved"] == 1.0 and not row["false_success"] and row["within_5_percent"] == 1.0


SECONDARY = Case(
    "secondary",
    "A pose of the panda and a posture",
    "pose to 1e-5 in 100 %; posture within 5 % of the reference",
    _measurements,
    _outcome,
    _met,
)
