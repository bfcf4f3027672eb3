"""The case lanes-beside-coal: the cost and the check of spheres in lanes, beside coal's check of meshes."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from memetik.transforms import Array

from ..engine.case import Case, Measurement, OnProgress, Row
from .alternate import Measured, alternate, cpu_us
from .lane_cost import lane_us
from .published_scene import Scene, panda_scene
from .settings import CollisionSettings

_CONFIGURATIONS = 20_000
_LEAST_RATIO = 15.0
_VAMP_US = 0.199
"""[µs] a configuration of VAMP in blocks of 8: a boolean check with 59 spheres in a similar scene, on another
machine. Ours is to be within 4 times of it."""

_COST, _FREE = "cost of KeepClear in lanes", "CollisionCheck.free"


def _measure(what: str, settings: CollisionSettings, on_progress: OnProgress) -> Row:
    """Return times [µs] of a configuration: ours, coal's, and of coal's call without a pair to check.

    Ours and coal's include forward kinematics. ``free`` and coal are called from Python, coal's check for
    each configuration; both stop at the first contact, which the cost does not.
    """
    scene = panda_scene(settings.random_seed)
    q = scene.robot.random(settings.count(_CONFIGURATIONS), rng=settings.random_seed)
    coal, empty = scene.coal_check(), scene.coal_kinematics()
    coal.require_same_kinematics(q[:20])
    rows = coal.rows(q)
    calls = {
        "us": _ours(what, scene, q),
        "coal_us": cpu_us(lambda: coal.collides_by_boxes(rows), len(q)),
        "coal_without_pairs_us": cpu_us(lambda: empty.collides_by_boxes(rows), len(q)),
    }
    return {
        "count": len(q),
        **alternate(calls, settings.rounds, on_progress),
        "spheres": len(scene.geometry),
        "link_pairs": len(scene.pairs),
        "coal_pairs": coal.pair_count,
        "free_share": float(scene.sphere_check().free(q).mean()),
        "vamp_us": _VAMP_US,
    }


def _ours(what: str, scene: Scene, q: Array) -> Measured:
    if what == _COST:
        return lane_us(scene.problem(), q, derivatives=False)
    check = scene.sphere_check()
    return cpu_us(lambda: check.free(q), len(q))


def _measurements(settings: CollisionSettings) -> Iterator[Measurement]:
    for what in (_COST, _FREE):
        yield Measurement({"case": what}, settings.rounds, functools.partial(_measure, what, settings))


def _outcome(row: Row) -> str:
    us, coal_us, empty_us = row["us"], row["coal_us"], row["coal_without_pairs_us"]
    return (
        f"{us:.2f} µs, coal {coal_us:.1f} µs ({empty_us:.1f} µs without a pair): {coal_us / us:.0f} times "
        f"faster; {us / row['vamp_us']:.1f} times VAMP's published time"
    )


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return bool(row["coal_us"] >= _LEAST_RATIO * row["us"])


LANES_BESIDE_COAL = Case(
    "lanes-beside-coal",
    "A panda of at most 128 spheres among 14 obstacles, beside coal's check of its meshes",
    "≥ 15 times faster than coal",
    _measurements,
    _outcome,
    _met,
)
