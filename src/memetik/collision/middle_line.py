"""The middle line of a passage: where the distance from the walls is the largest across it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ..transforms import Array
from .grid_regions import regions

Distance: TypeAlias = Callable[[Array], Array]
"""Signed distances (N,) [m] of points (N, 3)."""

_HALVINGS, _THIRDS = 10, 12  # of a step, until its length is negligible
_NEAR = 0.05  # how far the middle of a short piece may be from the line, in distances from the walls
_COARSE = 2e-3  # of points that only lead to the next
_SQUARE = np.stack(np.meshgrid(np.linspace(-1, 1, 5), np.linspace(-1, 1, 5)), axis=-1).reshape(-1, 2)
_AWAY = np.linalg.norm(_SQUARE, axis=1)
_NEARER = 1e-6  # of two points that are as far from the walls the nearer one is chosen
_SIDE = 61  # nodes along a side of the square in which the middle of a cross-section is computed
_WIDE = np.stack(np.meshgrid(*2 * [np.linspace(-3, 3, _SIDE)], indexing="ij"), axis=-1).reshape(-1, 2)
_STEP = 0.25  # in distances from the walls
_TURN = 0.5  # the least cosine between two steps
_ENDED = 0.1  # the share of its width at the start below which a passage has ended
_WIDER = 1.5  # how much wider than its narrowest place the outside is
_MOST_STEPS = 400
_STEPS = 9  # points of a straight line


@dataclass(frozen=True)
class MiddleLine:
    """Points (N, 3) in order, from the inside to the outside, and their distances (N,) from the walls."""

    points: Array
    distances: Array


def line_through(distance: Distance, start: Array, outward: Array, *, inner: float) -> MiddleLine:
    """The middle line of a passage, from where it is ``inner`` [m] wide inside to where it is wider outside.

    ``start`` is a point in the passage, ``outward`` the unit vector out of it, roughly. If the passage gets
    only narrower inside, the line begins at ``start``.
    """
    start = middle_across(distance, start, outward)
    width = _at(distance, start)
    inside = _follow(distance, start, -outward, width, inner)
    if inside and inside[-1][1] < inner:
        inside = []
    outside = _follow(distance, start, outward, 0.0, _WIDER * min([width, *(d for _, d in inside)]))
    rows = [*inside[::-1], (start, width), *outside]
    return MiddleLine(np.array([point for point, _ in rows]), np.array([d for _, d in rows]))


def straight_line(distance: Distance, start: Array, outward: Array, reach: float) -> MiddleLine:
    """The middle line from ``reach`` [m] inside of ``start`` to as much outside, if it is nearly straight."""
    steps = reach * np.linspace(-1, 1, _STEPS)
    points = [centered(distance, start + s * outward, outward, reach=_NEAR) for s in steps]
    return MiddleLine(np.array(points), np.array([_at(distance, point) for point in points]))


def _follow(
    distance: Distance, point: Array, direction: Array, least: float, until: float
) -> list[tuple[Array, float]]:
    """Further points of the line: over a length of ``least`` [m], and until it is ``until`` [m] wide."""
    rows: list[tuple[Array, float]] = []
    width = here = _at(distance, point)
    length = 0.0
    while (here < until or length < least) and len(rows) < _MOST_STEPS:
        reached = centered(distance, point + _STEP * here * direction, direction, fine=_COARSE)
        change = unit(reached - point)
        length += _STEP * here
        here = _at(distance, reached)
        if change @ direction < _TURN or here < _ENDED * width:
            break
        point, direction = reached, unit(direction + change)
        rows.append((point, here))
    return rows


def narrowest(distance: Distance, line: MiddleLine, as_wide: float) -> tuple[Array, Array, float]:
    """The outer end of the narrowest part of a line, the unit vector out of it, and the least distance.

    The distance is at most ``as_wide`` times the least all along the part.
    """
    points, widths = line.points, line.distances
    k, last = int(np.argmin(widths)), len(points) - 1
    inner = _narrowest_point(distance, points[max(k - 1, 0)], points[min(k + 1, last)])
    least = _at(distance, inner)
    while k < last and widths[k + 1] <= as_wide * least:
        k += 1
        inner = points[k]
    outer = points[min(k + 1, last)]
    outward = unit(points[min(k + 1, last)] - points[max(k - 1, 0)])
    for _ in range(_HALVINGS):
        middle = centered(distance, 0.5 * (inner + outer), outward, reach=_NEAR)
        if _at(distance, middle) <= as_wide * least:
            inner = middle
        else:
            outer = middle
    return inner, outward, least


def _narrowest_point(distance: Distance, start: Array, end: Array) -> Array:
    """The point with the least distance on a short piece of the line, by thirds."""
    along = unit(end - start)
    for _ in range(_THIRDS):
        third = (end - start) / 3
        a, b = (centered(distance, start + s * third, along, reach=_NEAR) for s in (1, 2))
        start, end = (start, b) if _at(distance, a) < _at(distance, b) else (a, end)
    return a


def centered(
    distance: Distance, point: Array, axis: Array, *, reach: float = 0.5, fine: float = 1e-5
) -> Array:
    """The nearest point in the plane across ``axis`` where the distance has a maximum.

    ``reach`` of the first step and ``fine`` of the last are in distances from the walls.
    """
    across = plane(axis)
    width = max(_at(distance, point), 1e-6)
    while reach > fine:
        points = point + reach * width * (_SQUARE @ across)
        point = points[int(np.argmax(distance(points) - _NEARER * reach * width * _AWAY))]
        reach *= 0.5
    return point


def middle_across(distance: Distance, point: Array, axis: Array) -> Array:
    """The middle of the widest part of the cross-section: slots are as wide at many points."""
    point = centered(distance, point, axis)
    width = _at(distance, point)
    points = point + width * (_WIDE @ plane(axis))
    excess = distance(points) - 0.8 * width
    labels, _ = regions((excess > 0).reshape(1, _SIDE, _SIDE))
    own = labels.ravel() == labels[0, _SIDE // 2, _SIDE // 2]
    return centered(distance, np.average(points[own], axis=0, weights=excess[own]), axis)


def _at(distance: Distance, point: Array) -> float:
    return float(distance(point[None])[0])


def plane(axis: Array) -> Array:
    """Two unit vectors (2, 3) across a unit vector, and across each other."""
    first = unit(np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))]))
    return np.stack([first, np.cross(axis, first)])


def unit(vector: Array) -> Array:
    """The vector at length 1; zeros stay."""
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-300))
