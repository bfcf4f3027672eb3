"""The case batch: poses of a panda among obstacles in one call, beside the same call without obstacles."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..collision.alternate import alternate, cpu_us
from ..collision.published_scene import Scene, panda_scene
from ..engine.case import Case, Measurement, OnProgress, Row, percent
from ..verify import Flags, verify
from .panda_goals import HAND, MARGIN, TIP, TOLERANCE, clear_goals, keeps_clear, pose_goal
from .run import ClutterRun

_POSES = 10_000
_LEAST_PER_SECOND, _LEAST_RATIO = 50_000, 1 / 20
_DRAWN = 2_000


def free_poses(scene: Scene, count: int, random_seed: int) -> Array:
    """Return the hand's poses (N, 4, 4) at random configurations that keep the margin."""
    rng, check = np.random.default_rng(random_seed), scene.sphere_check()
    found: list[Array] = []
    while sum(map(len, found)) < count:
        rows = scene.robot.random(_DRAWN, rng=rng)
        found.append(rows[check.free(rows, margin=MARGIN)])
    return np.asarray(scene.robot.fk(np.vstack(found)[:count], HAND))


def correct_answers(scene: Scene, poses: Array, rows: Array) -> Flags:
    """Return whether pinocchio, the spheres and coal accept configurations (N, dof) as answers to poses."""
    reached = verify(scene.robot, HAND, poses, rows, tolerance=TOLERANCE).solved
    return np.asarray(reached & keeps_clear(scene, rows))


def _measurements(run: ClutterRun) -> Iterator[Measurement]:
    settings = run.settings

    def measure(on_progress: OnProgress) -> Row:
        scene = panda_scene(settings.random_seed)
        poses = free_poses(scene, settings.count(_POSES), settings.random_seed)
        solvers = {
            "us": mk.Solver(scene.robot, clear_goals(scene), threads=1),
            "free_us": mk.Solver(scene.robot, pose_goal(), threads=1),
        }
        times = {
            name: cpu_us(functools.partial(solver.solve_batch, {TIP: poses}), len(poses))
            for name, solver in solvers.items()
        }
        best = alternate(times, settings.rounds, on_progress)
        answers = solvers["us"].solve_batch({TIP: poses})
        correct = correct_answers(scene, poses, answers.q)
        return {
            "count": len(poses),
            **best,
            "solved": float((answers.success & correct).mean()),
            "false_success": int((answers.success & ~correct).sum()),
            "mean_evaluations": float(answers.evaluations.mean()),
            "spheres": len(scene.geometry),
        }

    yield Measurement({"case": "panda, 10 boxes and 4 spheres"}, settings.rounds, measure)


def _per_second(row: Row) -> float:
    """Return the correct answers a second."""
    return float(1e6 * row["solved"] / row["us"])


def _outcome(row: Row) -> str:
    false = f", {row['false_success']} false" if row["false_success"] else ""
    ratio = row["us"] / row["free_us"]
    return (
        f"{_per_second(row):.0f} solved a second, 1/{ratio:.1f} of the {1e6 / row['free_us']:.0f} without "
        f"obstacles; {percent(row['solved'])} solved{false}, {row['spheres']} spheres"
    )


def _met(row: Row, rows: Sequence[Row]) -> bool:
    rate = _per_second(row)
    fast = rate >= _LEAST_PER_SECOND or rate >= _LEAST_RATIO * 1e6 / row["free_us"]
    return bool(fast and not row["false_success"])


BATCH = Case(
    "batch",
    "`solve_batch` of random poses that are free, among obstacles",
    "≥ 50 000 a second, or ≥ 1/20 of the rate without obstacles",
    _measurements,
    _outcome,
    _met,
)
