"""Chooses few of many spheres that together cover all points: a greedy choice, then spares are removed."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..transforms import Array

Coverage: TypeAlias = npt.NDArray[np.uint8]
"""Whether each sphere covers each point (points, spheres), as 0 and 1."""
Weights: TypeAlias = npt.NDArray[np.float32]

_AT_ONCE = 1 << 18  # pairs of a point and a sphere: their numbers fit into the processor's cache


def coverage(points: Array, centers: Array, radii: Array) -> Coverage:
    """Whether each sphere covers each point (points, spheres), as 0 and 1."""
    covers = np.empty((len(points), len(centers)), dtype=np.uint8)
    middle = centers.mean(axis=0)  # small coordinates, for the rounding of single precision
    p, c = (points - middle).astype(np.float32), (centers - middle).astype(np.float32)
    squares = np.maximum(radii, 0).astype(np.float32) ** 2
    step = max(1, _AT_ONCE // len(centers))
    for begin in range(0, len(points), step):
        some = slice(begin, begin + step)
        x, y, z = (p[some, k, None] - c[None, :, k] for k in range(3))
        covers[some] = x * x + y * y + z * z <= squares
    return covers


def greedy_cover(covers: Coverage) -> list[int]:
    """Candidates that cover all points. Points that few candidates cover count more."""
    weights = (1 / np.sqrt(covers.sum(axis=1, dtype=np.float64))).astype(np.float32)
    gains = _gains(covers, weights, np.arange(len(covers)))
    left, chosen = np.ones(len(covers), dtype=bool), []
    while left.any():
        best = int(gains.argmax())
        new = np.flatnonzero(left & (covers[:, best] > 0))
        if not len(new):  # rounding made gains of what is covered already
            gains[best] = -np.inf
            continue
        chosen.append(best)
        left[new] = False
        gains -= _gains(covers, weights, new)
    return chosen


def _gains(covers: Coverage, weights: Weights, points: npt.NDArray[np.intp]) -> Weights:
    """The weights of the points that each candidate covers."""
    gains = np.zeros(covers.shape[1], dtype=np.float32)
    step = max(1, _AT_ONCE // covers.shape[1])
    for begin in range(0, len(points), step):
        some = points[begin : begin + step]
        gains += weights[some] @ covers[some].astype(np.float32)
    return gains


def without_spares(covers: Coverage, chosen: list[int]) -> list[int]:
    """The chosen candidates without those whose points others cover, too."""
    times = covers[:, chosen].sum(axis=1, dtype=np.int64)
    needed = []
    for candidate in sorted(chosen, key=lambda k: int(covers[:, k].sum())):
        own = covers[:, candidate] > 0
        if (times[own] > 1).all():
            times[own] -= 1
        else:
            needed.append(candidate)
    return needed
