"""The number of poses that ``solve_batch`` solves per second."""

from __future__ import annotations

import time
from typing import Any

import memetik as mk

from ..arms import Arm
from ..settings import Settings
from ..solvers.memetik_solver import tip_goal
from ..targets import random_reachable
from ..verify import verify


def measure_throughput(
    arm: Arm, settings: Settings, *, count: int, threads: int, with_table: bool
) -> dict[str, Any]:
    """Measure one batch of ``count`` random reachable poses without starts, the second time it is solved."""
    targets = random_reachable(arm.robot, arm.link, count=count, random_seed=settings.random_seed)
    started = time.perf_counter()
    table = arm.robot.build_start_table(arm.link) if with_table else None
    table_seconds = time.perf_counter() - started
    goal = tip_goal(arm.link, settings.tolerance)
    solver = mk.Solver(arm.robot, goal, threads=threads, start_table=table)
    solver.solve_batch(targets.poses)
    started = time.perf_counter()
    batch = solver.solve_batch(targets.poses)
    seconds = time.perf_counter() - started
    checked = verify(arm.robot, arm.link, targets.poses, batch.q, tolerance=settings.tolerance)
    return {
        "count": count,
        "solves_per_second": count / seconds,
        "core_seconds": batch.time,
        "solved": float(checked.solved.mean()),
        "table_seconds": None if table is None else table_seconds,
        "table_bytes": None if table is None else table.bytes,
    }
