"""Whether the given start is honoured: solutions found from it, their distance, and their branch."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

import memetik as mk
from memetik.transforms import Array

from ..arms import Arm
from ..lm_from_start import lm_from_start
from ..settings import Settings
from ..solvers.memetik_solver import tip_goal
from ..targets import PoseTargets, near_solution, random_reachable
from ..verify import verify

_BRANCH = 1.0
"""Configurations with every joint closer than this [rad] are on the same branch: a flipped elbow, wrist or
shoulder moves some joint farther, the null space of a redundant arm seldom does."""


def measure_start_honored(arm: Arm, settings: Settings) -> dict[str, Any]:
    """Compare the default method with a local search from the start alone; then start near a solution.

    Both median distances to the start [rad, Euclidean] are over the queries that the local search solves. A
    plain LM in numpy is given for comparison, with the median over the queries that it solves itself.
    """
    queries = {"count": settings.count, "random_seed": settings.random_seed}
    targets = random_reachable(arm.robot, arm.link, **queries)
    answers, from_start = _solve(targets, settings, method="auto")
    alone, alone_answered = _solve(targets, settings, method="restarts", max_evaluations=1)
    plain, plain_answered = lm_from_start(targets, tolerance=settings.tolerance)
    near = near_solution(arm.robot, arm.link, **queries)
    near_answers, near_from_start = _solve(near, settings, method="auto")
    checked = verify(arm.robot, arm.link, near.poses, near_answers, tolerance=settings.tolerance)
    off = np.abs(arm.robot.difference(near.solutions, near_answers)).max(axis=1)
    return {
        "count": settings.count,
        "answered_from_start": float(from_start.mean()),
        "alone_answered": float(alone_answered.mean()),
        "median_distance": _median_distance(targets, answers, alone_answered),
        "alone_median_distance": _median_distance(targets, alone, alone_answered),
        "plain_lm_answered": float(plain_answered.mean()),
        "plain_lm_median_distance": _median_distance(targets, plain, plain_answered),
        "near_answered_from_start": float(near_from_start.mean()),
        "near_on_branch": float((checked.solved & (off <= _BRANCH)).mean()),
    }


def _solve(targets: PoseTargets, settings: Settings, **options: Any) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return configurations (N, dof), the best found if a query failed, and which are solved from the start.

    With a budget of one evaluation, the method "restarts" finishes its search from the first start, then
    stops.
    """
    goal = tip_goal(targets.link, settings.tolerance)
    batch = mk.Solver(targets.robot, goal, **options).solve_batch(targets.poses, targets.starts)
    return batch.q, batch.success & (batch.stage == "start")


def _median_distance(targets: PoseTargets, answers: Array, among: npt.NDArray[np.bool_]) -> float | None:
    """Return the median distance from the start over the queries ``among``; None if there are none."""
    motion = targets.robot.difference(targets.starts[among], answers[among])
    return float(np.median(np.linalg.norm(motion, axis=1))) if among.any() else None
