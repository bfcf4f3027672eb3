"""Whether the user's start counts: answers found from it, how near they are, whether they keep its branch."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ...transforms import Array
from ..arms import Arm
from ..lm_from_start import lm_from_start
from ..settings import Settings
from ..solvers import MemetikSolver
from ..targets import PoseTargets, near_solution, random_reachable
from ..verify import verify

_BRANCH = 1.0
"""Largest distance [rad] of any joint from the solution that counts as its branch: a flipped elbow, wrist or
shoulder moves some joint farther, a redundant arm's own freedom seldom does."""


def measure_start_honoured(arm: Arm, settings: Settings) -> dict[str, Any]:
    """Random starts beside LM from the start alone, then starts 0.3 rad from a solution.

    Median distances [rad, Euclidean] are over the queries that LM alone answers, for both alike.
    """
    queries = {"count": settings.count, "random_seed": settings.random_seed}
    targets = random_reachable(arm.robot, arm.link, **queries)
    answers, from_start = _ask(targets, settings)
    alone, alone_solved = lm_from_start(targets, tolerance=settings.tolerance)
    near = near_solution(arm.robot, arm.link, **queries)
    near_answers, near_from_start = _ask(near, settings)
    checked = verify(arm.robot, arm.link, near.poses, near_answers, tolerance=settings.tolerance)
    off = np.abs(arm.robot.difference(near.solutions, near_answers)).max(axis=1)
    return {
        "count": settings.count,
        "answered_from_start": float(from_start.mean()),
        "lm_alone_answered": float(alone_solved.mean()),
        "median_distance": _median_distance(targets, answers, alone_solved),
        "lm_alone_median_distance": _median_distance(targets, alone, alone_solved),
        "near_answered_from_start": float(near_from_start.mean()),
        "near_on_branch": float((checked.solved & (off <= _BRANCH)).mean()),
    }


def _ask(targets: PoseTargets, settings: Settings) -> tuple[Array, npt.NDArray[np.bool_]]:
    """All answers (N, dof), the best found where a query failed, and which came from the user's start."""
    solver = MemetikSolver(
        targets.robot, targets.link, tolerance=settings.tolerance, timeout=settings.timeout
    )
    answers, from_start = np.empty_like(targets.starts), np.empty(len(targets), dtype=np.bool_)
    for i, (target, start) in enumerate(zip(targets.poses, targets.starts, strict=True)):
        solver.solve(target, start)
        answers[i] = solver.last.q
        from_start[i] = solver.last.success and solver.last.stage == "start"
    return answers, from_start


def _median_distance(targets: PoseTargets, answers: Array, among: npt.NDArray[np.bool_]) -> float:
    motion = targets.robot.difference(targets.starts[among], answers[among])
    return float(np.median(np.linalg.norm(motion, axis=1)))
