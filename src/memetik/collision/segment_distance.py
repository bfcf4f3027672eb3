"""Distances of many points from many segments."""

from __future__ import annotations

import numpy as np

from ..transforms import Array

_AT_ONCE = 1 << 14  # pairs of a point and a segment


def segment_distances(points: Array, starts: Array, ends: Array) -> Array:
    """The distance (N,) of each of the points (N, 3) from the nearest of the segments (M, 3) to (M, 3).

    Points are divided into ever smaller groups. If the centre of a group with the radius R is at the distance
    d from the nearest segment, only segments nearer than d + 2 R can be nearest to one of its points.
    """
    out = np.empty(len(points))
    groups = [(np.arange(len(points)), np.arange(len(starts)))] if len(points) else []
    while groups:
        rows, near = groups.pop()
        some = points[rows]
        low, high = some.min(axis=0), some.max(axis=0)
        middle = 0.5 * (low + high)
        radius = np.sqrt(((some - middle) ** 2).sum(axis=1).max())
        away = _distances(middle[None], starts[near], ends[near])[0]
        near = near[away <= (away.min() + 2 * radius) * (1 + 1e-9)]
        if len(rows) * len(near) <= _AT_ONCE or len(rows) == 1:
            out[rows] = _distances(some, starts[near], ends[near]).min(axis=1)
            continue
        axis, half = int((high - low).argmax()), len(rows) // 2
        order = np.argpartition(some[:, axis], half)
        groups += [(rows[order[:half]], near), (rows[order[half:]], near)]
    return out


def _distances(points: Array, starts: Array, ends: Array) -> Array:
    """All distances (points, segments)."""
    along = ends - starts
    squares = np.maximum((along**2).sum(axis=1), 1e-300)
    away = [points[:, k, None] - starts[None, :, k] for k in range(3)]
    products = away[0] * along[:, 0] + away[1] * along[:, 1] + away[2] * along[:, 2]
    share = np.clip(products / squares, 0, 1)
    x, y, z = (away[k] - share * along[:, k] for k in range(3))
    return np.asarray(np.sqrt(x * x + y * y + z * z))
