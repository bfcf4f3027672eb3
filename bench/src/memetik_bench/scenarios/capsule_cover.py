"""Spheres that cover a capsule, without protruding where it ends."""

from __future__ import annotations

import math

import numpy as np

from memetik.collision import Capsule, Geometry
from memetik.transforms import Array

_FIRST = 2.5e-4
"""Protrusion of the spheres next to the ends [m]; it doubles from sphere to sphere."""

_ROUNDING = 1 + 1e-12  # so that rounding leaves no point uncovered


def graded_cover(item: Geometry, tolerance: float) -> Array:
    """Return rows (x, y, z, radius) [m] that cover a placed capsule and protrude by at most ``tolerance``.

    The balls at both ends have the capsule's own radius. A target often fixes the place of a joint, where two
    rods end, so that spheres that protrude there would exclude targets that can be reached.
    """
    if not isinstance(item.shape, Capsule):
        raise TypeError(f"expected a capsule, got {item.shape!r}")
    radius, length = item.shape.radius, item.shape.length
    rows, covered, protrusion = [(0.0, radius)], 0.0, _FIRST
    while protrusion < tolerance:
        reach = math.sqrt(protrusion * (2 * radius + protrusion))
        if covered + 2 * reach > 0.5 * length:
            break
        rows.append((covered + reach, radius + protrusion))
        covered, protrusion = covered + 2 * reach, 2 * protrusion
    middle = _between(covered, length - covered, radius, tolerance)
    rows += [*middle, *((length - place, r) for place, r in rows)]
    places, radii = np.array(rows).T
    axis = np.column_stack([np.zeros((len(places), 2)), places - 0.5 * length])
    centers = axis @ item.origin[:3, :3].T + item.origin[:3, 3]
    return np.column_stack([centers, radii * _ROUNDING])


def _between(start: float, end: float, radius: float, tolerance: float) -> list[tuple[float, float]]:
    """Return places and radii of the fewest equal spheres that cover the side from ``start`` to ``end``."""
    longest = 2 * math.sqrt(tolerance * (2 * radius + tolerance))
    count = max(1, math.ceil((end - start) / longest))
    half = 0.5 * (end - start) / count
    return [(start + (2 * k + 1) * half, math.hypot(radius, half)) for k in range(count)]
