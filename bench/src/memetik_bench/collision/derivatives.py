"""The case derivatives: the time of KeepClear in lanes with its derivatives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..engine.case import Case, Measurement, OnProgress, Row
from .alternate import alternate
from .lane_cost import lane_us
from .published_scene import panda_scene
from .settings import CollisionSettings
from .tank import near_opening, tank_problem

_CONFIGURATIONS = 20_000
_MOST_US, _MOST_COST_US = 2.0, 1.0


def _panda(count: int, random_seed: int) -> tuple[mk.Problem, Array]:
    scene = panda_scene(random_seed)
    return scene.problem(), scene.robot.random(count, rng=random_seed)


def _at_opening(count: int, random_seed: int) -> tuple[mk.Problem, Array]:
    robot = mk.Robot.load("ur10e_elise")
    return tank_problem(robot), near_opening(robot, count, random_seed)


def _anywhere(count: int, random_seed: int) -> tuple[mk.Problem, Array]:
    robot = mk.Robot.load("ur10e_elise")
    return tank_problem(robot), robot.random(count, rng=random_seed)


_SCENES: dict[str, Callable[[int, int], tuple[mk.Problem, Array]]] = {
    "panda, 10 boxes and 4 spheres": _panda,
    "ur10e_elise, at the tank's opening": _at_opening,
    "ur10e_elise, anywhere": _anywhere,
}


def _measurements(settings: CollisionSettings) -> Iterator[Measurement]:
    for name, scene in _SCENES.items():

        def run(
            show: OnProgress, scene: Callable[[int, int], tuple[mk.Problem, Array]] = scene
        ) -> Row:
            problem, q = scene(settings.count(_CONFIGURATIONS), settings.random_seed)
            calls = {
                "cost_us": lane_us(problem, q, derivatives=False),
                "us": lane_us(problem, q, derivatives=True),
            }
            touching = float(np.mean(problem.cost(q) > 0))
            return {"count": len(q), **alternate(calls, settings.rounds, show), "touching": touching}

        yield Measurement({"case": name}, settings.rounds, run)


def _outcome(row: Row) -> str:
    return (
        f"{row['us']:.2f} µs, the cost alone {row['cost_us']:.2f} µs; contacts in {100 * row['touching']:.0f} %"
    )


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return bool(row["us"] <= _MOST_US and row["cost_us"] <= _MOST_COST_US)


DERIVATIVES = Case(
    "derivatives",
    "KeepClear with its derivatives, a lane",
    "≤ 2 µs, the cost alone ≤ 1 µs",
    _measurements,
    _outcome,
    _met,
)
