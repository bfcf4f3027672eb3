"""Rows of spheres that cover spheres, capsules and rods: closed forms, with no more spheres than needed."""

from __future__ import annotations

import math

import numpy as np

from ..transforms import Array
from .geometry import Geometry
from .shapes import Capsule, Cylinder, Sphere

_ROUNDING = 1 + 1e-12  # radii are a little larger than computed, so that rounding leaves no point uncovered
_HALVINGS = 60


def sphere_row(item: Geometry, tolerance: float) -> Array | None:
    """Rows (x, y, z, radius) [m] that cover a shape and protrude by at most ``tolerance`` [m]; None if no row
    of spheres on its axis does.

    >>> from memetik.collision import Capsule
    >>> sphere_row(Capsule(0.05, 0.4).at(), 0.01)[:, 3].round(4)
    array([0.0596, 0.0596, 0.0596, 0.0596, 0.0596, 0.0596, 0.0596])
    """
    shape = item.shape
    if isinstance(shape, Sphere):
        places, radius = np.zeros(1), shape.radius
    elif isinstance(shape, Capsule):
        places, radius = _capsule(shape.radius, shape.length, tolerance)
    elif isinstance(shape, Cylinder):
        found = _rod(shape.radius, shape.length, tolerance)
        if found is None:
            return None
        places, radius = found
    else:
        return None
    return np.column_stack([_on_axis(item, places), np.full(len(places), radius * _ROUNDING)])


def axis_points(item: Geometry, spacing: float) -> Array:
    """Points (N, 3) on the axis of a capsule or cylinder, or the centre of another shape."""
    length = item.shape.length if isinstance(item.shape, (Capsule, Cylinder)) else 0.0
    return _on_axis(item, np.linspace(-0.5, 0.5, 1 + 2 * math.ceil(0.5 * length / spacing)) * length)


def _on_axis(item: Geometry, places: Array) -> Array:
    return np.asarray(item.origin[:3, 3] + places[:, None] * item.origin[:3, 2])


def _capsule(radius: float, length: float, tolerance: float) -> tuple[Array, float]:
    """The fewest places on the axis, and then the smallest radius. A sphere that protrudes by ρ covers the
    side over ±√((radius + ρ)² - radius²); it covers the end if its centre is ρ before the end of the axis.
    """

    def reach(protrusion: float) -> float:
        return math.sqrt(protrusion * (2 * radius + protrusion))

    if 0.5 * length <= tolerance:
        return np.zeros(1), radius + 0.5 * length
    count = 1 + math.ceil((length - 2 * tolerance) / (2 * reach(tolerance)))
    low, high = 0.0, tolerance
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        covered = length - 2 * middle <= 2 * (count - 1) * reach(middle)
        low, high = (low, middle) if covered else (middle, high)
    return np.linspace(-1, 1, count) * (0.5 * length - high), radius + high


def _rod(radius: float, length: float, tolerance: float) -> tuple[Array, float] | None:
    """Each of N spheres passes through the rims of its N-th part of the cylinder."""
    longest = 2 * math.sqrt(tolerance * (2 * radius + tolerance))
    count = max(1, math.ceil(length / longest))
    half = 0.5 * length / count
    outer = math.hypot(radius, half)
    if outer - min(radius, half) > tolerance:  # beyond the side or the ends
        return None
    return (np.arange(count) + 0.5 - 0.5 * count) * 2 * half, outer
