"""The case derivatives: the time of KeepClear in lanes with its derivatives."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..engine.case import Case, Measurement, OnProgress, Row
from .alternate import alternate
from .lane_cost import lane_us
from .published_scene import panda_scene
from .settings import CollisionSettings
from .tank import near_opening, tank_problem, thin_spheres

_CONFIGURATIONS = 20_000
_MOST_US, _MOST_COST_US = 2.0, 1.0


@dataclass(frozen=True, eq=False)
class _Timed:
    """A problem to keep clear, the number of its spheres, and configurations (N, dof)."""

    problem: mk.Problem
    spheres: int
    q: Array


def _panda(count: int, random_seed: int) -> _Timed:
    scene = panda_scene(random_seed)
    return _Timed(scene.problem(), len(scene.geometry), scene.robot.random(count, rng=random_seed))


def _at_tank(count: int, random_seed: int, *, deviation: float | None) -> _Timed:
    robot = mk.Robot.load("ur10e_elise")
    geometry = thin_spheres(robot)
    if deviation is None:
        q = robot.random(count, rng=random_seed)
    else:
        q = near_opening(robot, count, random_seed, deviation)
    return _Timed(tank_problem(robot, geometry), len(geometry), q)


_SCENES: dict[str, Callable[[int, int], _Timed]] = {
    "panda, 10 boxes and 4 spheres": _panda,
    "ur10e_elise in the tank's opening ± 0.02 rad": functools.partial(_at_tank, deviation=0.02),
    "ur10e_elise in the tank's opening ± 0.25 rad": functools.partial(_at_tank, deviation=0.25),
    "ur10e_elise anywhere": functools.partial(_at_tank, deviation=None),
}


def _measure(name: str, settings: CollisionSettings, on_progress: OnProgress) -> Row:
    timed = _SCENES[name](settings.count(_CONFIGURATIONS), settings.random_seed)
    calls = {
        "cost_us": lane_us(timed.problem, timed.q, derivatives=False),
        "us": lane_us(timed.problem, timed.q, derivatives=True),
    }
    best = alternate(calls, settings.rounds, on_progress)
    touching = float(np.mean(timed.problem.cost(timed.q) > 0))
    return {"count": len(timed.q), **best, "spheres": timed.spheres, "touching": touching}


def _measurements(settings: CollisionSettings) -> Iterator[Measurement]:
    for name in _SCENES:
        yield Measurement({"case": name}, settings.rounds, functools.partial(_measure, name, settings))


def _outcome(row: Row) -> str:
    return (
        f"{row['us']:.2f} µs, the cost alone {row['cost_us']:.2f} µs; {row['spheres']} spheres, "
        f"contacts in {100 * row['touching']:.0f} %"
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
