"""Success rates and times of every method on the same poses."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from memetik import Goal, Position, Solver
from memetik.methods import find, names
from memetik.transforms import Array

from .arms import Arm
from .progress import ThrottledProgress
from .runner import garbage_collection_disabled
from .solvers.memetik_solver import tip_goal
from .targets import PoseTargets, random_reachable
from .verify import limits_held, pinocchio_poses, verify, within_tolerance

MEASURED_BRIDGES = (
    "scipy:BFGS",
    "scipy:L-BFGS-B",
    "scipy:Nelder-Mead",
    "scipy:SLSQP",
    "nlopt:GN_ISRES",
    "nlopt:LD_LBFGS",
    "nlopt:LD_SLSQP",
    "nlopt:LN_BOBYQA",
)
POSITIONS_ONLY = ("ccd", "fabrik")
NO_POSES = ("pivot",)  # methods that do not accept a single pose: pivot needs a PassThrough as well

_MIN_QUERIES = 50
_UNLIMITED = 2**62


@dataclass(frozen=True)
class MethodSettings:
    """``count`` queries per method, or as many as fit into ``patience`` [s], but at least 50.

    ``tolerance`` [m, rad] applies to the norms of both errors, ``timeout`` [s] to each query.
    """

    count: int = 1_000
    patience: float = 6.0
    tolerance: float = 1e-5
    timeout: float = 0.1
    random_seed: int = 1


def measured_methods() -> tuple[str, ...]:
    """Return the names of the methods in the order of tables, with a few algorithms of each library.

    >>> measured_methods()[0]
    'auto'
    """
    plain = (name for name in names() if ":" not in name and name not in NO_POSES)
    return (*plain, *MEASURED_BRIDGES)


def measure_method(
    name: str, arm: Arm, settings: MethodSettings, on_progress: Callable[[int], object] = lambda done: None
) -> dict[str, Any]:
    """Measure a method on random reachable poses of an arm, or on positions if it does not accept poses."""
    targets = random_reachable(arm.robot, arm.link, count=settings.count, random_seed=settings.random_seed)
    position = name in POSITIONS_ONLY
    goal: Goal = tip_goal(arm.link, settings.tolerance)
    if position:
        goal = Position(arm.link, (0, 0, 0), name="tip", tolerance=settings.tolerance)
    solver = Solver(arm.robot, goal, method=find(name), max_evaluations=_UNLIMITED)
    answers, wall, evaluations = _solve_each(solver, targets, position, settings, on_progress)
    check = _verify_positions if position else _verify_poses
    solved = check(targets.first(len(wall)), answers, settings)
    return {
        "count": len(wall),
        "goal": "position" if position else "pose",
        "solved": float(solved.mean()),
        "mean_us": float(1e6 * wall.mean()),
        "median_us": float(1e6 * np.median(wall)),
        "p99_us": float(1e6 * np.percentile(wall, 99)),
        "mean_evaluations": float(evaluations.mean()),
        "refused": int((np.isfinite(answers).all(axis=1) & ~solved).sum()),
    }


def _solve_each(
    solver: Solver,
    targets: PoseTargets,
    position: bool,
    settings: MethodSettings,
    on_progress: Callable[[int], object],
) -> tuple[Array, Array, Array]:
    """Return solutions (N, dof), NaN where the method reports failure, and their seconds and evaluations."""
    tips = targets.poses[:, :3, 3] if position else targets.poses
    solver.solve(targets.starts[0], targets={"tip": tips[0]}, timeout=settings.timeout)  # warm up
    answers, wall, evaluations = [], [], []
    progress, begin = ThrottledProgress(on_progress), time.perf_counter()
    with garbage_collection_disabled():
        for target, start in zip(tips, targets.starts, strict=True):
            started = time.perf_counter()
            solution = solver.solve(start, targets={"tip": target}, timeout=settings.timeout)
            ended = time.perf_counter()
            wall.append(ended - started)
            answers.append(solution.q if solution.success else np.full(start.shape, np.nan))
            evaluations.append(solution.evaluations)
            progress.update(len(wall))
            if ended - begin > settings.patience and len(wall) >= _MIN_QUERIES:
                break
    progress.finish(len(wall))
    return np.array(answers), np.array(wall), np.array(evaluations, dtype=np.float64)


def _verify_poses(targets: PoseTargets, answers: Array, settings: MethodSettings) -> Any:
    return verify(targets.robot, targets.link, targets.poses, answers, tolerance=settings.tolerance).solved


def _verify_positions(targets: PoseTargets, answers: Array, settings: MethodSettings) -> Any:
    answered = np.isfinite(answers).all(axis=1)
    errors = np.full(len(answers), np.inf)
    reached = pinocchio_poses(targets.robot, targets.link, answers[answered])
    errors[answered] = np.linalg.norm(reached[:, :3, 3] - targets.poses[answered, :3, 3], axis=1)
    return within_tolerance(errors, settings.tolerance) & limits_held(targets.robot, answers)
