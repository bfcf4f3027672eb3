"""Round bodies of varying thickness, made of dense stacks of spheres, or capsules for broad sections."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...collision.shapes import Capsule, Geometry, Sphere
from ...transforms import Array
from ..shared.body import Vector


class Station(NamedTuple):
    """A cross-section of a body: its centre, its radius, and how much its half breadth exceeds that [m]."""

    center: Vector
    radius: float
    width: float = 0.0


def loft(
    *stations: Station | tuple[Vector, float] | tuple[Vector, float, float],
    color: str,
    broad: Vector = (0.0, 1.0, 0.0),
    spacing: float = 0.2,
) -> list[Geometry]:
    """A smooth body through ``stations`` with rounded ends; its breadth is along ``broad``.

    ``spacing`` s is the distance between neighbours in the stack as a fraction of their radius r. The grooves
    between them are s² r / 8 deep.
    """
    sections = [Station(*station) for station in stations]
    rows = np.array([(*s.center, s.radius, s.width) for s in sections], dtype=np.float64)
    fine = _smooth(rows, 64)
    steps = np.linalg.norm(np.diff(fine[:, :3], axis=0), axis=1)
    along = np.concatenate([[0.0], np.cumsum(2 * steps / (fine[1:, 3] + fine[:-1, 3]))])
    places = np.linspace(0.0, along[-1], 1 + max(1, round(along[-1] / spacing)))
    stack = np.column_stack([np.interp(places, along, column) for column in fine.T])
    return [_slice(row, np.array(broad), color) for row in stack]


def lathe(*profile: tuple[float, float], color: str, x: float = 0.0, y: float = 0.0) -> list[Geometry]:
    """A solid of revolution about a vertical axis at ``x``, ``y``; ``profile`` has its heights and radii."""
    return loft(*(Station((x, y, height), radius) for height, radius in profile), color=color, spacing=0.14)


def _slice(row: Array, broad: Array, color: str) -> Geometry:
    center, radius, width = row[:3], float(row[3]), float(row[4])
    if width < 1e-3 * radius:
        return Sphere(radius).at(center, color=color)
    side = width * broad
    return Capsule.between(center - side, center + side, radius, color=color)


def _smooth(rows: Array, pieces: int) -> Array:
    """``pieces`` points on each cubic between consecutive rows; the curve passes through all rows."""
    knots = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(rows[:, :3], axis=0), axis=1))])
    slopes = np.gradient(rows, knots, axis=0)
    s = np.linspace(0.0, 1.0, pieces, endpoint=False)[:, None]
    h00, h10 = (1 + 2 * s) * (1 - s) ** 2, s * (1 - s) ** 2
    h01, h11 = s**2 * (3 - 2 * s), s**2 * (s - 1)
    curves = [
        h00 * a + h01 * b + gap * (h10 * da + h11 * db)
        for a, b, da, db, gap in zip(rows, rows[1:], slopes, slopes[1:], np.diff(knots), strict=False)
    ]
    return np.vstack([*curves, rows[-1:]])
