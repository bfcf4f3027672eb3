"""Calls as a controller makes them, from a start near the solution, so that the call's overhead matters."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

import memetik as mk

from ..arms import Arm
from ..runner import garbage_collection_disabled
from ..settings import Settings
from ..solvers.memetik_solver import tip_goal
from ..targets import warm_starts
from ..verify import verify


def measure_warm_calls(arm: Arm, settings: Settings) -> dict[str, Any]:
    """Measure time in the core and overhead of the call [µs], with starts at most 0.05 rad off per joint."""
    targets = warm_starts(arm.robot, arm.link, count=settings.count, random_seed=settings.random_seed)
    goal = tip_goal(arm.link, settings.tolerance)
    solver = mk.Solver(arm.robot, goal)
    answers = np.empty_like(targets.starts)
    wall, core = np.empty(len(targets)), np.empty(len(targets))
    with garbage_collection_disabled():
        for i, (target, start) in enumerate(zip(targets.poses, targets.starts, strict=True)):
            started = time.perf_counter_ns()
            solution = solver.solve(start, targets={"tip": target})
            wall[i] = 1e-9 * (time.perf_counter_ns() - started)
            core[i], answers[i] = solution.time, solution.q
    checked = verify(arm.robot, arm.link, targets.poses, answers, tolerance=settings.tolerance)
    return {
        "count": settings.count,
        "solved": float(checked.solved.mean()),
        "mean_core_us": 1e6 * float(core.mean()),
        "median_core_us": 1e6 * float(np.median(core)),
        "mean_overhead_us": 1e6 * float((wall - core).mean()),
        "median_overhead_us": 1e6 * float(np.median(wall - core)),
    }
