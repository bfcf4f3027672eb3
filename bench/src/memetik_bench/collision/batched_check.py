"""The case batched-check: how many configurations a second a call from Python checks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import memetik as mk

from ..engine.case import Case, Measurement, OnProgress, Row
from .alternate import alternate, cpu_us
from .published_scene import panda_scene
from .settings import CollisionSettings

_CONFIGURATIONS = 1_000_000
_LEAST_PER_SECOND = 1e6


def _measurements(settings: CollisionSettings) -> Iterator[Measurement]:
    def run(show: OnProgress) -> Row:
        scene = panda_scene(settings.random_seed)
        q = scene.robot.random(settings.count(_CONFIGURATIONS), rng=settings.random_seed)
        world = mk.World()
        for k, item in enumerate(scene.obstacles):
            world.add(f"obstacle {k}", item.shape, at=item.origin)
        geometry = scene.geometry
        free = geometry.free(q, world)
        best = alternate({"us": cpu_us(lambda: geometry.free(q, world), len(q))}, settings.rounds, show)
        return {"count": len(q), **best, "spheres": len(geometry), "free_share": float(free.mean())}

    yield Measurement({"case": "panda"}, settings.rounds, run)


def _outcome(row: Row) -> str:
    return f"{1 / row['us']:.2f} million a second; {100 * row['free_share']:.0f} % are free"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return bool(1e6 / row["us"] >= _LEAST_PER_SECOND)


BATCHED_CHECK = Case(
    "batched-check",
    "`geometry.free(q, world)` of a batch, from Python",
    "≥ 1 million configurations a second",
    _measurements,
    _outcome,
    _met,
)
