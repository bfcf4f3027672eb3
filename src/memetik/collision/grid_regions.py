"""Regions of the nodes of a grid: what is connected, and what walls enclose."""

from __future__ import annotations

import itertools
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Mask: TypeAlias = npt.NDArray[np.bool_]
Labels: TypeAlias = npt.NDArray[np.int64]

_WEIGHTS = {1: 0.0458, 2: 0.0370, 3: 0.0352}
"""The share of all directions that are nearest to an axis, an edge and a corner of a cube (by sampling)."""

_FACES = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_HALF_SPHERE = tuple(v for v in itertools.product((-1, 0, 1), repeat=3) if v > (0, 0, 0))


def regions(mask: Mask, *, diagonal: bool = False) -> tuple[Labels, int]:
    """The number of every node's region, from 0, or -1 outside of ``mask``, and how many regions there are.

    Nodes are connected along the axes, with ``diagonal`` also to all 26 neighbors.

    >>> regions(np.array([[[True, True, False, True]]]))
    (array([[[ 0,  0, -1,  1]]]), 2)
    """
    numbers = np.full(mask.shape, -1)
    count = int(np.count_nonzero(mask))
    numbers[mask] = np.arange(count)
    pairs = [_neighbors(numbers, step) for step in (_HALF_SPHERE if diagonal else _FACES)]
    a, b = np.concatenate(pairs, axis=1)
    root = np.arange(count)
    while len(a):  # every round joins each region to one of its neighbors, and lets all nodes see the result
        low, high = np.minimum(root[a], root[b]), np.maximum(root[a], root[b])
        np.minimum.at(root, high, low)
        while (root[root] != root).any():
            root = root[root]
        apart = root[a] != root[b]
        a, b = a[apart], b[apart]
    names, flat = np.unique(root, return_inverse=True)
    labels = np.full(mask.shape, -1)
    labels[mask] = flat
    return labels, len(names)


def enclosure(distances: npt.NDArray[np.float64], spacing: float) -> npt.NDArray[np.float64]:
    """The share of 26 directions in which a node sees a surface, by the distances (X, Y, Z) at all nodes.

    A step between two nodes is free if the balls about both, as large as their distances, overlap; a wall
    thinner than the spacing is therefore seen, too.
    """
    share = np.zeros(distances.shape)
    for half in _HALF_SPHERE:
        weight = _WEIGHTS[sum(map(abs, half))]
        for step in (np.array(half), -np.array(half)):
            share += weight * _seen(distances, step, spacing)
    return share


def _seen(distances: npt.NDArray[np.float64], step: npt.NDArray[np.int64], spacing: float) -> Mask:
    """Whether steps from a node meet a surface before they leave the grid."""
    along = int(np.argmax(np.abs(step)))
    free = np.moveaxis(distances, along, 0)
    if step[along] < 0:
        free = free[::-1]
    across = np.delete(step, along)
    length = spacing * float(np.linalg.norm(step))
    seen = np.zeros(free.shape, dtype=bool)
    here, there = tuple(map(_sides, across)), tuple(map(_sides, -across))
    for k in range(len(free) - 2, -1, -1):
        seen[k][here] = seen[k + 1][there] | (free[k][here] + free[k + 1][there] < length)
    if step[along] < 0:
        seen = seen[::-1]
    return np.moveaxis(seen, 0, along)


def _sides(step: int | np.int64) -> slice:
    """The nodes of an axis that have a neighbor ``step`` further."""
    return slice(0, -1) if step > 0 else slice(1, None) if step < 0 else slice(None)


def _neighbors(numbers: Labels, step: tuple[int, ...]) -> Labels:
    """The numbers (2, N) of nodes and their neighbors, where both have one."""
    a = numbers[tuple(map(_sides, step))].ravel()
    b = numbers[tuple(_sides(-s) for s in step)].ravel()
    both = (a >= 0) & (b >= 0)
    return np.stack([a[both], b[both]])


def grown(mask: Mask) -> Mask:
    """The nodes of ``mask`` and their neighbors along the axes."""
    result = mask.copy()
    for axis in range(3):
        old, new = np.moveaxis(mask, axis, 0), np.moveaxis(result, axis, 0)
        new[1:] |= old[:-1]
        new[:-1] |= old[1:]
    return result


def sides(mask: Mask) -> Mask:
    """The nodes at the six sides of a grid."""
    result = np.ones_like(mask)
    result[1:-1, 1:-1, 1:-1] = False
    return result
