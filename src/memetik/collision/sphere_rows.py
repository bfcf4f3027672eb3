"""Closed forms: rows of spheres that cover spheres, capsules and rods, and grids that cover thin boxes."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import numpy.typing as npt

from ..transforms import Array
from .geometry import Geometry
from .shapes import Box, Capsule, Cylinder, Sphere

_ROUNDING = 1 + 1e-12  # radii are a little larger than computed, so that rounding leaves no point uncovered
_HALVINGS = 60
_MOST_PARTS = 100  # of a box along an edge


def sphere_row(item: Geometry, tolerance: float) -> Array | None:
    """Rows (x, y, z, radius) [m] that cover a shape and protrude by at most ``tolerance`` [m]; None if there
    is no closed form: for boxes that are thick in all directions, wide cylinders, and meshes.

    >>> from memetik.collision import Capsule
    >>> sphere_row(Capsule(0.05, 0.4).at(), 0.02)[:, 3].round(4)
    array([0.0677, 0.0677, 0.0677, 0.0677, 0.0677])
    """
    shape, found = item.shape, None
    if isinstance(shape, Sphere):
        found = np.zeros((1, 3)), shape.radius
    elif isinstance(shape, Capsule):
        found = _capsule(shape.radius, shape.length, tolerance)
    elif isinstance(shape, Cylinder):
        found = _rod(shape.radius, shape.length, tolerance)
    elif isinstance(shape, Box):
        found = _thin_box(np.array(shape.size), tolerance)
    if found is None:
        return None
    places, radius = found
    centers = places @ item.origin[:3, :3].T + item.origin[:3, 3]
    return np.column_stack([centers, np.full(len(centers), radius * _ROUNDING)])


def axis_points(item: Geometry, spacing: float) -> Array:
    """Points (N, 3) on the axis of a capsule or cylinder, or the centre of another shape."""
    length = item.shape.length if isinstance(item.shape, (Capsule, Cylinder)) else 0.0
    places = np.linspace(-0.5, 0.5, 1 + 2 * math.ceil(0.5 * length / spacing)) * length
    return np.asarray(item.origin[:3, 3] + places[:, None] * item.origin[:3, 2])


def _capsule(radius: float, length: float, tolerance: float) -> tuple[Array, float]:
    """The fewest places on the axis, and then the smallest radius. A sphere that protrudes by ρ covers the
    side over ±√((radius + ρ)² - radius²); it covers the end if its centre is ρ before the end of the axis.
    """

    def reach(protrusion: float) -> float:
        return math.sqrt(protrusion * (2 * radius + protrusion))

    if 0.5 * length <= tolerance:
        return np.zeros((1, 3)), radius + 0.5 * length
    count = 1 + math.ceil((length - 2 * tolerance) / (2 * reach(tolerance)))
    low, high = 0.0, tolerance
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        covered = length - 2 * middle <= 2 * (count - 1) * reach(middle)
        low, high = (low, middle) if covered else (middle, high)
    return _along_z(np.linspace(-1, 1, count) * (0.5 * length - high)), radius + high


def _rod(radius: float, length: float, tolerance: float) -> tuple[Array, float] | None:
    """Each of N spheres passes through the rims of its N-th part of the cylinder."""
    longest = 2 * math.sqrt(tolerance * (2 * radius + tolerance))
    count = max(1, math.ceil(length / longest))
    half = 0.5 * length / count
    outer = math.hypot(radius, half)
    if outer - min(radius, half) > tolerance:  # beyond the side or the ends
        return None
    return _along_z((np.arange(count) + 0.5 - 0.5 * count) * 2 * half), outer


def _thin_box(size: Array, tolerance: float) -> tuple[Array, float] | None:
    """A grid of spheres, each around its part of the box, with one layer in at least one direction."""
    counts = np.array(list(itertools.product(range(1, _MOST_PARTS + 1), repeat=2)))
    grids = np.vstack([np.insert(counts, axis, 1, axis=1) for axis in range(3)])
    halves = 0.5 * size / grids
    radii = np.linalg.norm(halves, axis=1)
    fitting = np.flatnonzero(radii - halves.min(axis=1) <= tolerance)
    if not len(fitting):
        return None
    best = fitting[np.lexsort((radii[fitting], grids[fitting].prod(axis=1)))[0]]
    axes = [2 * h * (np.arange(n) + 0.5 - 0.5 * n) for h, n in zip(halves[best], grids[best], strict=True)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3), float(radii[best])


def _along_z(places: npt.NDArray[np.floating[Any]]) -> Array:
    return np.asarray(places[:, None] * np.array([0.0, 0.0, 1.0]))
