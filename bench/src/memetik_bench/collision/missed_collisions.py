"""The case missed-collisions: what the spheres call free, coal calls free on the meshes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from memetik.collision import CollisionCheck
from memetik.transforms import Array

from ..engine.case import Case, Measurement, OnProgress, Row
from .published import URDF
from .published_scene import Scene, published_scene
from .settings import CollisionSettings

CONFIGURATIONS, RANDOM_SHARE = 10_000, 0.2
_BISECTIONS, _CHUNK, _CONTROLS = 30, 100, 500


def clear_configurations(scene: Scene, count: int, random_seed: int) -> tuple[Array, Array]:
    """Return ``count`` configurations that the spheres call free, and as many random ones in collision.

    A fifth of the first are random. The others lie just on the free side of a contact of spheres: the line
    from a free configuration to one in collision is bisected.
    """
    rng, check = np.random.default_rng(random_seed), scene.sphere_check()
    free, hit = _split(scene, check, count, rng)
    drawn = int(RANDOM_SHARE * count)
    near, beyond = free[rng.integers(len(free), size=count - drawn)], hit[: count - drawn]
    for _ in range(_BISECTIONS):
        middle = 0.5 * (near + beyond)
        clear = check.free(middle)[:, None]
        near, beyond = np.where(clear, middle, near), np.where(clear, beyond, middle)
    return np.vstack([free[:drawn], near]), hit


def _split(scene: Scene, check: CollisionCheck, count: int, rng: np.random.Generator) -> tuple[Array, Array]:
    free: list[Array] = []
    hit: list[Array] = []
    while sum(map(len, free)) < count * RANDOM_SHARE or sum(map(len, hit)) < count:
        rows = scene.robot.random(max(count, 1000), rng=rng)
        flags = check.free(rows)
        free.append(rows[flags])
        hit.append(rows[~flags])
    return np.vstack(free), np.vstack(hit)[:count]


def count_missed(scene: Scene, count: int, random_seed: int, on_progress: OnProgress) -> Row:
    """Return the number of configurations that are free by spheres and in collision by coal."""
    coal = scene.coal_check()
    clear, hit = clear_configurations(scene, count, random_seed)
    coal.require_same_kinematics(clear[:20])
    missed: list[list[tuple[str, str]]] = []
    for first in range(0, count, _CHUNK):
        rows = coal.rows(clear[first : first + _CHUNK])
        flags = coal.collides(rows)
        missed += [coal.touching(row) for row, flag in zip(rows, flags, strict=True) if flag]
        on_progress(len(rows))
    controls = hit[:_CONTROLS]
    return {
        "count": count,
        "missed": len(missed),
        "missed_pairs": sorted({f"{a} - {b}" for pairs in missed for a, b in pairs}),
        "spheres": len(scene.geometry),
        "link_pairs": len(scene.pairs),
        "coal_pairs": coal.pair_count,
        "true_collisions": float(np.mean(coal.collides(coal.rows(controls)))),
    }


def _measurements(settings: CollisionSettings) -> Iterator[Measurement]:
    count = settings.count(CONFIGURATIONS)
    for name in URDF:

        def run(show: OnProgress, name: str = name) -> Row:
            scene = published_scene(name, settings.random_seed)
            return count_missed(scene, count, settings.random_seed, show)

        yield Measurement({"case": name}, count, run)


def _outcome(row: Row) -> str:
    return (
        f"{row['missed']} missed by {row['spheres']} spheres; coal confirms "
        f"{100 * row['true_collisions']:.0f} % of the collisions of spheres"
    )


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return bool(row["missed"] == 0)


MISSED_COLLISIONS = Case(
    "missed-collisions",
    "free by spheres, in collision by coal on the published meshes; 4 of 5 configurations near contact",
    "none",
    _measurements,
    _outcome,
    _met,
)
