"""The tail of single solves: percentiles of time and evaluations, and what the worst queries share."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..arms import Arm
from ..compare.ratio import spread
from ..runner import garbage_collection_disabled
from ..settings import Settings
from ..solvers.memetik_solver import tip_goal
from ..targets import PoseTargets, random_reachable
from ..verify import verify

_ROUNDS = 3
_WORST = 100
"""The number of queries with most evaluations that are described."""


def measure_tail(arm: Arm, settings: Settings, *, count: int) -> dict[str, Any]:
    """Measure ``count`` random poses from random starts, each several times: the shortest time counts.

    ``worst`` has medians over the queries with most evaluations, ``all`` over all of them: the number of
    starts, and, both at the solution and at the configuration that generated the pose, the least singular
    value of the Jacobian [m or rad per rad] and the distance of the nearest limit, relative to the range of
    its joint.
    """
    targets = random_reachable(arm.robot, arm.link, count=count, random_seed=settings.random_seed)
    solver = mk.Solver(arm.robot, tip_goal(arm.link, settings.tolerance))
    core, answers = np.full(count, np.inf), np.empty_like(targets.starts)
    evaluations, starts, stage = np.empty(count), np.empty(count), [""] * count
    with garbage_collection_disabled():
        for _ in range(_ROUNDS):
            for i, (pose, start) in enumerate(zip(targets.poses, targets.starts, strict=True)):
                solution = solver.solve(start, targets={"tip": pose})
                core[i], answers[i] = min(core[i], solution.time), solution.q
                evaluations[i], starts[i], stage[i] = solution.evaluations, solution.starts, solution.stage
    worst = np.argsort(evaluations)[::-1][:_WORST]
    checked = verify(arm.robot, arm.link, targets.poses, answers, tolerance=settings.tolerance)
    facts = {"starts": starts, **_facts(targets, answers)}
    return {
        "count": count,
        "rounds": _ROUNDS,
        "solved": float(checked.solved.mean()),
        "core_us": spread(core, 1e6),
        "evaluations": spread(evaluations),
        "worst_queries": worst[:10].tolist(),
        "worst_stages": dict(Counter(stage[i] for i in worst)),
        "worst": {name: float(np.median(values[worst])) for name, values in facts.items()},
        "all": {name: float(np.median(values)) for name, values in facts.items()},
    }


def _facts(targets: PoseTargets, answers: Array) -> dict[str, Array]:
    """Return what may make a query hard, each (N,)."""
    robot, facts = targets.robot, dict[str, Array]()
    for name, rows in (("solution", answers), ("generating", targets.solutions)):
        jacobians = robot.jacobian(rows, targets.link)
        singular: Array = np.linalg.svd(jacobians, compute_uv=False).astype(np.float64)
        room = np.minimum(rows - robot.lower, robot.upper - rows) / (robot.upper - robot.lower)
        facts[f"{name}, least singular value"] = singular[:, -1]
        facts[f"{name}, nearest limit"] = room.min(axis=1)
    return facts
