"""Proves that spheres cover a solid, and enlarges them where they do not."""

from __future__ import annotations

import itertools

import numpy as np

from ..transforms import Array
from .solid import Solid

_AT_ONCE = 1 << 21  # pairs of a cube and a sphere
_CORNERS = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))


def certified(solid: Solid, spheres: Array, finest: float) -> tuple[Array, Array]:
    """The rows (x, y, z, radius) with the radii enlarged until every point of the solid is in a sphere, and
    points (N, 3) that were in none before, those that missed most first.

    Cubes fill the solid's bounding box. A cube is done if a sphere contains it, or if its centre is so far
    from the solid that the cube does not touch it; else it is split into eight. A cube of half the edge
    ``finest`` [m] is not split: the sphere that then protrudes least is enlarged to contain it.
    """
    centers, radii = spheres[:, :3], spheres[:, 3].copy()
    depths = solid.distance(centers)
    cubes, half = _cubes_around(solid, 16 * finest)
    while True:
        sphere, needed, contained = _best_spheres(cubes, half, centers, radii, depths)
        cubes, sphere, needed = cubes[~contained], sphere[~contained], needed[~contained]
        touching = solid.distance(cubes) <= half * np.sqrt(3)
        cubes, sphere, needed = cubes[touching], sphere[touching], needed[touching]
        if half <= finest:
            order = np.argsort(radii[sphere] - needed, kind="stable")
            np.maximum.at(radii, sphere, needed)
            return np.column_stack([centers, radii]), cubes[order]
        cubes = (cubes[:, None] + half * _CORNERS[None]).reshape(-1, 3)
        half /= 2


def protrusions(solid: Solid, spheres: Array) -> Array:
    """Upper bounds (N,) of how far each sphere extends beyond the solid [m]."""
    return np.asarray(np.maximum(solid.distance(spheres[:, :3]) + spheres[:, 3], 0))


def _cubes_around(solid: Solid, half: float) -> tuple[Array, float]:
    """The centres (N, 3) of cubes that fill the bounding box, and half of their edge."""
    counts = np.maximum(np.ceil((solid.high - solid.low) / (2 * half)), 1)
    middle = 0.5 * (solid.low + solid.high)
    axes = [middle[k] + 2 * half * (np.arange(counts[k]) + 0.5 - 0.5 * counts[k]) for k in range(3)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3), half


def _best_spheres(
    cubes: Array, half: float, centers: Array, radii: Array, depths: Array
) -> tuple[Array, Array, Array]:
    """For each cube, the sphere that protrudes least if it contains the cube, the radius that it then needs,
    and whether any sphere contains the cube already.
    """
    sphere, needed = np.zeros(len(cubes), dtype=np.int64), np.zeros(len(cubes))
    contained = np.zeros(len(cubes), dtype=bool)
    step = max(1, _AT_ONCE // len(centers))
    for begin in range(0, len(cubes), step):
        some = slice(begin, begin + step)
        corner = [np.abs(cubes[some, k, None] - centers[None, :, k]) + half for k in range(3)]
        radius = np.sqrt(corner[0] ** 2 + corner[1] ** 2 + corner[2] ** 2)  # of the farthest corner
        contained[some] = (radius <= radii).any(axis=1)
        sphere[some] = (radius + depths).argmin(axis=1)
        needed[some] = np.take_along_axis(radius, sphere[some, None], axis=1)[:, 0]
    return sphere, needed, contained
