"""Parametric furniture and vessels."""

from __future__ import annotations

import math
from collections.abc import Sequence

from memetik.collision import Box, Geometry

from .obstacle import Obstacle, boxes, of_boxes, revolved_along_y
from .triangle_mesh import revolved_mesh

Interval = tuple[float, float]


def table(name: str, x: Interval, y: Interval, z: Interval, *, top: float, leg: float) -> Obstacle:
    """Return a table with these extents [m]: a slab ``top`` [m] thick, square legs ``leg`` [m] wide."""
    slab = z[1] - top
    ends = [(x[0], x[0] + leg), (x[1] - leg, x[1])]
    sides = [(y[0], y[0] + leg), (y[1] - leg, y[1])]
    legs = [(across, along, (z[0], slab)) for across in ends for along in sides]
    return boxes(name, [(x, y, (slab, z[1])), *legs])


def shelf(name: str, x: Interval, y: Sequence[Interval], z: Sequence[Interval]) -> Obstacle:
    """Return a shelf, open along x, of upright boards at ``y`` and level boards at ``z``."""
    high = (z[0][0], z[-1][1])
    wide = (y[0][0], y[-1][1])
    return boxes(name, [*((x, board, high) for board in y), *((x, wide, board) for board in z)])


def hexagonal_pot(
    name: str, center: tuple[float, float], *, outer: float, inner: float, height: float, floor: float
) -> Obstacle:
    """Return an upright hexagonal pot about ``center``, with circumradii ``outer`` and ``inner`` [m].

    A corner points along x. Six boxes are exactly its walls: the corner of each at the inside is within the
    next. Three boxes are its floor.
    """
    x, y = center
    apothem = math.cos(math.pi / 6)
    thickness, middle = (outer - inner) * apothem, 0.5 * (outer + inner) * apothem
    parts: list[Geometry] = []
    for k in range(6):
        angle = math.pi * (k + 0.5) / 3
        place = (x + middle * math.cos(angle), y + middle * math.sin(angle), height / 2)
        parts.append(Box((thickness, outer, height)).at(place, rpy=(0, 0, angle)))
    for k in range(3):
        size = (2 * outer * apothem, outer, floor)
        parts.append(Box(size).at((x, y, floor / 2), rpy=(0, 0, math.pi * (k + 0.5) / 3)))
    profile = [(0.0, 0.0), (outer, 0.0), (outer, height), (inner, height), (inner, floor), (0.0, floor)]
    mesh = revolved_mesh(profile, 6)
    return of_boxes(name, parts, mesh.moved(Box((0, 0, 0)).at((x, y, 0)).origin))


def tank(name: str, mouth: float, rim: float) -> Obstacle:
    """Return the hydrogen tank, along y through x = 0, z = 0.5: ``mouth`` and ``rim`` are the inner and the
    outer radius [m] of its neck's end; the neck is 35 mm wide 50 mm farther in.
    """
    profile = [(mouth, 1.0027), *_TANK, (rim, 1.0027)]
    return revolved_along_y(name, profile, x=0.0, z=0.5)


# (r, y) [m] between the mouth's inner and outer corners; measured from the published mesh.
_TANK = (
    (0.035, 1.053),
    (0.037, 1.0563),
    (0.039, 1.06),
    (0.0406, 1.0635),
    (0.0418, 1.067),
    (0.0425, 1.071),
    (0.0429, 1.075),
    (0.0431, 1.079),
    (0.0431, 1.083),
    (0.0431, 2.083),
    (0.0, 2.083),
    (0.0, 2.094),
    (0.0824, 2.094),
    (0.0824, 1.09),
    (0.0828, 1.079),
    (0.0825, 1.073),
    (0.082, 1.067),
    (0.081, 1.061),
    (0.0798, 1.055),
    (0.078, 1.05),
    (0.0757, 1.044),
    (0.073, 1.039),
    (0.07, 1.0335),
    (0.0667, 1.029),
    (0.063, 1.024),
    (0.059, 1.02),
    (0.0547, 1.0157),
    (0.05, 1.012),
)
