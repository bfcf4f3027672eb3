"""The case far-obstacles: a hundred obstacles that the robot cannot reach, beside none."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence

import numpy as np

import memetik as mk
from memetik.collision import Box, Geometry

from ..engine.case import Case, Measurement, OnProgress, Row
from ..targets import random_reachable
from .alternate import Measured, alternate, cpu_us
from .lane_cost import lane_us
from .published_scene import Scene, panda_scene
from .settings import CollisionSettings

_OBSTACLES = 100
_NEAREST, _FARTHEST = 3.0, 10.0  # [m] from the base; the panda's reach is 1.2 m with its hand
_CONFIGURATIONS, _SOLVES = 20_000, 200
_MOST_RATIO = 1.1
_EVALUATIONS = 2_000
_LINK = "panda_hand"


def far_boxes(count: int, random_seed: int) -> list[Geometry]:
    """Return boxes with edges of at most 0.5 m, in random directions from the base."""
    rng = np.random.default_rng(random_seed)
    directions = rng.normal(size=(count, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    distances, sizes = rng.uniform(_NEAREST, _FARTHEST, (count, 1)), rng.uniform(0.05, 0.5, (count, 3))
    return [Box(tuple(size)).at(place) for size, place in zip(sizes, distances * directions, strict=True)]


def _lanes(scene: Scene, obstacles: list[Geometry], settings: CollisionSettings) -> tuple[int, Measured]:
    q = scene.robot.random(settings.count(_CONFIGURATIONS), rng=settings.random_seed)
    problem = mk.Problem(scene.robot, _keep_clear(scene, obstacles))
    return len(q), lane_us(problem, q, derivatives=True)


def _solves(scene: Scene, obstacles: list[Geometry], settings: CollisionSettings) -> tuple[int, Measured]:
    count = settings.count(_SOLVES)
    targets = random_reachable(scene.robot, _LINK, count=count, random_seed=settings.random_seed)
    goals = [mk.Pose(_LINK, name="tip"), _keep_clear(scene, obstacles)]
    solver = mk.Solver(scene.robot, goals, threads=1)

    def solve() -> object:
        return [
            solver.solve(start, targets={"tip": pose}, max_evaluations=_EVALUATIONS, random_seed=1)
            for start, pose in zip(targets.starts, targets.poses, strict=True)
        ]

    return count, cpu_us(solve, count)


def _keep_clear(scene: Scene, obstacles: list[Geometry]) -> mk.KeepClear:
    return mk.KeepClear(scene.geometry, obstacles, self_pairs=scene.pairs, margin=0.01)


_MEASURED: dict[str, Callable[[Scene, list[Geometry], CollisionSettings], tuple[int, Measured]]] = {
    "cost and derivatives, a lane": _lanes,
    "a solve of a pose": _solves,
}


def _measure(what: str, settings: CollisionSettings, on_progress: OnProgress) -> Row:
    scene = panda_scene(settings.random_seed)
    count, without = _MEASURED[what](scene, [], settings)
    _, with_far = _MEASURED[what](scene, far_boxes(_OBSTACLES, settings.random_seed), settings)
    best = alternate({"us": with_far, "none_us": without}, settings.rounds, on_progress)
    return {"count": count, "obstacles": _OBSTACLES, **best}


def _measurements(settings: CollisionSettings) -> Iterator[Measurement]:
    for what in _MEASURED:
        yield Measurement({"case": what}, settings.rounds, functools.partial(_measure, what, settings))


def _outcome(row: Row) -> str:
    return f"{row['us']:.2f} µs, without {row['none_us']:.2f} µs: {row['us'] / row['none_us']:.2f} times"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return bool(row["us"] <= _MOST_RATIO * row["none_us"])


FAR_OBSTACLES = Case(
    "far-obstacles",
    "100 obstacles out of reach beside none, panda",
    "≤ 1.1 times",
    _measurements,
    _outcome,
    _met,
)
