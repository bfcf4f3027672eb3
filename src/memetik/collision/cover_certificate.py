"""Proves that spheres cover a solid, and enlarges them where they do not."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..transforms import Array
from .solid import Solid

Indices: TypeAlias = npt.NDArray[np.int64]

_AT_ONCE = 1 << 18  # pairs of a cube and a sphere: their numbers fit into the processor's cache
_LARGEST = 16  # half the edge of the first cubes relative to that of the last; more in large boxes
_FIRST_CUBES = 20_000  # at most about
_BLOCK = 6  # first cubes along each edge of a block
_CORNERS = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))


def certified(solid: Solid, spheres: Array, finest: float) -> tuple[Array, Array]:
    """The rows (x, y, z, radius) with the radii enlarged until every point of the solid is in a sphere, and
    points (N, 3) that were in none before, those that missed most first.

    Cubes fill the solid's bounding box. A cube is done if a sphere contains it, or if its centre is so far
    from the solid that the cube does not touch it; else it is split into eight. A cube of half the edge
    ``finest`` [m] is not split: the sphere that then protrudes least is enlarged to contain it.
    """
    centers, given = spheres[:, :3], spheres[:, 3]
    depths, radii = solid.distance(centers), given.copy()
    half = _LARGEST * finest
    while np.prod((solid.high - solid.low) / half) > 8 * _FIRST_CUBES:
        half *= 2
    missed, missing = [np.zeros((0, 3))], [np.zeros(0)]
    for block in _blocks(solid, half):
        middle, reach = block.mean(axis=0), half * np.sqrt(3) * _BLOCK
        away = np.linalg.norm(centers - middle, axis=1)
        near = np.flatnonzero((away <= given + reach) | (away + depths == (away + depths).min()))
        cubes, sphere, needed = _open_cubes(
            solid, block, half, finest, centers[near], given[near], depths[near]
        )
        np.maximum.at(radii, near[sphere], needed)
        missed.append(cubes)
        missing.append(needed - given[near[sphere]])
    order = np.argsort(-np.concatenate(missing), kind="stable")
    return np.column_stack([centers, radii]), np.vstack(missed)[order]


def protrusions(solid: Solid, spheres: Array) -> Array:
    """Upper bounds (N,) of how far each sphere extends beyond the solid [m]."""
    return np.asarray(np.maximum(solid.distance(spheres[:, :3]) + spheres[:, 3], 0))


def _blocks(solid: Solid, half: float) -> Iterator[Array]:
    """The centres (N, 3) of cubes that fill the bounding box, block by block: a block has few spheres."""
    counts = np.maximum(np.ceil((solid.high - solid.low) / (2 * half)), 1)
    middle = 0.5 * (solid.low + solid.high)
    axes = [middle[k] + 2 * half * (np.arange(counts[k]) + 0.5 - 0.5 * counts[k]) for k in range(3)]
    parts = [[axis[i : i + _BLOCK] for i in range(0, len(axis), _BLOCK)] for axis in axes]
    for part in itertools.product(*parts):
        yield np.stack(np.meshgrid(*part, indexing="ij"), axis=-1).reshape(-1, 3)


def _open_cubes(
    solid: Solid, cubes: Array, half: float, finest: float, centers: Array, radii: Array, depths: Array
) -> tuple[Array, Indices, Array]:
    """The smallest cubes that touch the solid and are in no sphere; for each the sphere that protrudes least
    if it contains the cube, and the radius that it then needs.
    """
    while True:
        sphere, needed, contained = _best_spheres(cubes, half, centers, radii, depths)
        left = ~contained
        left[left] = solid.distance(cubes[left]) <= half * np.sqrt(3)
        cubes = cubes[left]
        if half <= finest or not len(cubes):
            return cubes, sphere[left], needed[left]
        cubes = (cubes[:, None] + half * _CORNERS[None]).reshape(-1, 3)
        half /= 2


def _best_spheres(
    cubes: Array, half: float, centers: Array, radii: Array, depths: Array
) -> tuple[Indices, Array, npt.NDArray[np.bool_]]:
    """For each cube, the sphere that protrudes least if it contains the cube, the radius that it then needs,
    and whether any sphere contains the cube already.
    """
    sphere, needed = np.zeros(len(cubes), dtype=np.int64), np.zeros(len(cubes))
    contained = np.zeros(len(cubes), dtype=bool)
    step = max(1, _AT_ONCE // len(centers))
    for begin in range(0, len(cubes), step):
        some = slice(begin, begin + step)
        x, y, z = (np.abs(cubes[some, k, None] - centers[None, :, k]) + half for k in range(3))
        radius = np.sqrt(x * x + y * y + z * z)  # of the farthest corner
        contained[some] = (radius <= radii).any(axis=1)
        sphere[some] = (radius + depths).argmin(axis=1)
        needed[some] = np.take_along_axis(radius, sphere[some, None], axis=1)[:, 0]
    return sphere, needed, contained
