"""Whether the user's start counts: answers found from it, how near they are, whether they keep its branch."""

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
"""Largest distance [rad] of any joint from the solution that counts as its branch: a flipped elbow, wrist or
shoulder moves some joint farther, a redundant arm's own freedom seldom does."""


def measure_start_honoured(arm: Arm, settings: Settings) -> dict[str, Any]:
    """Random starts beside the same local search from the start alone; then starts 0.3 rad from a solution.

    Median distances to the start [rad, Euclidean] are over the queries that the search alone answers, for
    both alike. A plain LM in numpy, with its own median over its own answers, is there for information.
    """
    queries = {"count": settings.count, "random_seed": settings.random_seed}
    targets = random_reachable(arm.robot, arm.link, **queries)
    answers, from_start = _ask(targets, settings, method="auto")
    alone, alone_answered = _ask(targets, settings, method="restarts", max_evaluations=1)
    plain, plain_answered = lm_from_start(targets, tolerance=settings.tolerance)
    near = near_solution(arm.robot, arm.link, **queries)
    near_answers, near_from_start = _ask(near, settings, method="auto")
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


def _ask(targets: PoseTargets, settings: Settings, **options: Any) -> tuple[Array, npt.NDArray[np.bool_]]:
    """All answers (N, dof), the best found where a query failed, and which came from the user's start.

    With an evaluation to spend, the method "restarts" tries the first start, to its end, and no other.
    """
    goal = tip_goal(targets.link, settings.tolerance)
    batch = mk.Solver(targets.robot, goal, **options).solve_batch(targets.poses, targets.starts)
    return batch.q, batch.success & (batch.stage == "start")


def _median_distance(targets: PoseTargets, answers: Array, among: npt.NDArray[np.bool_]) -> float | None:
    """None where there is nothing to take it of."""
    motion = targets.robot.difference(targets.starts[among], answers[among])
    return float(np.median(np.linalg.norm(motion, axis=1))) if among.any() else None
