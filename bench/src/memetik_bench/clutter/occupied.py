"""The case occupied: targets inside obstacles are never a success, and the answer is the nearest free one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..collision.published_scene import Scene, panda_scene
from ..engine.case import Case, Measurement, OnProgress, Row, percent
from ..engine.references import References
from .occupied_poses import fingerprint, occupied_poses
from .panda_goals import TIP, clear_by_spheres, clear_goals, keeps_clear, pose_costs_by_pinocchio
from .run import ClutterRun

_TARGETS = 1000
_BUDGET = 100_000
DESCENTS, _DESCENT_BUDGET = 300, 1000
_NEAR, _LEAST_NEAR = 1.05, 0.95
_REFERENCE_SEED = 1_000_000
"""Added to the seeds of the starts of descents, so that no search that is measured has them."""


def best_of_local_searches(scene: Scene, solver: mk.Solver, pose: Array, random_seed: int) -> Array:
    """Return the configuration (dof,) of lowest pose cost that local searches from random starts find, of
    those that keep the margin.
    """
    starts = scene.robot.random(DESCENTS, rng=random_seed)
    poses = np.tile(pose, (DESCENTS, 1, 1))
    found = solver.solve_batch({TIP: poses}, starts, local=True, max_evaluations=_DESCENT_BUDGET)
    free = clear_by_spheres(scene, found.q)
    if not free.any():
        raise mk.MemetikError(f"none of {DESCENTS} local searches found a free configuration")
    return np.asarray(found.q[free][np.argmin(found.cost[free])])


def _measurements(run: ClutterRun) -> Iterator[Measurement]:
    count = run.settings.count(_TARGETS)

    def measure(on_progress: OnProgress) -> Row:
        scene = panda_scene(run.settings.random_seed)
        poses = occupied_poses(scene, count, run.settings.random_seed)
        solver = mk.Solver(scene.robot, clear_goals(scene), threads=1)
        found = [
            solver.solve(targets={TIP: pose}, max_evaluations=_BUDGET, random_seed=run.settings.random_seed)
            for pose in poses
        ]
        rows = np.array([solution.q for solution in found])
        costs = pose_costs_by_pinocchio(scene, poses, rows)
        best = _best_known(run, scene, poses, on_progress)
        free = keeps_clear(scene, rows)
        ratios = np.where(free, costs / best, np.inf)
        return {
            "count": count,
            "success": sum(solution.success for solution in found),
            "not_free": int((~free).sum()),
            "near": float((ratios <= _NEAR).mean()),
            "p99_ratio": float(np.percentile(ratios, 99)),
            "worst": [[int(k), float(ratios[k])] for k in np.argsort(-ratios)[:5]],
            "better": float((ratios < 1 / _NEAR).mean()),
            "mean_evaluations": float(np.mean([solution.evaluations for solution in found])),
        }

    yield Measurement({"case": "panda, 10 boxes and 4 spheres"}, count, measure)


def _best_known(run: ClutterRun, scene: Scene, poses: Array, on_progress: OnProgress) -> Array:
    """Return the lowest known pose costs (N,); what is not stored is found by local searches."""
    seed = run.settings.random_seed
    known = References(run.references, evaluations=DESCENTS * _DESCENT_BUDGET, random_seed=seed)
    solver = mk.Solver(scene.robot, clear_goals(scene), method="restarts", threads=1)
    kind, rows = f"occupied {fingerprint(scene)}", []
    for k, pose in enumerate(poses):

        def find(k: int = k, pose: Array = pose) -> Array:
            return best_of_local_searches(scene, solver, pose, _REFERENCE_SEED * (seed + 1) + k)

        rows.append(known.known(kind, k, f"{DESCENTS} local searches", find))
        on_progress(1)
    return pose_costs_by_pinocchio(scene, poses, np.array(rows))


def _outcome(row: Row) -> str:
    lost = f"; {row['not_free']} are not free" if row["not_free"] else ""
    return (
        f"{row['success']} successes; {percent(row['near'])} within 5 % of the best of {DESCENTS} descents, "
        f"{percent(row['better'])} better by 5 %; mean {row['mean_evaluations']:.0f} evaluations{lost}"
    )


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return bool(not row["success"] and not row["not_free"] and row["near"] >= _LEAST_NEAR)


OCCUPIED = Case(
    "occupied",
    "The target is inside an obstacle: the nearest free answer",
    "no success; ≥ 95 % within 5 % of the best of 300 descents",
    _measurements,
    _outcome,
    _met,
)
