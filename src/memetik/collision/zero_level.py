"""The zero level of a field as triangles, for pictures."""

from __future__ import annotations

import itertools
import math

import numpy as np
import numpy.typing as npt

from ..transforms import Array

_MOST_NODES = 1 << 21  # of larger fields, only every second, third, ... node is used


def zero_level(values: npt.NDArray[np.float32], origin: Array, spacing: float) -> Array:
    """Triangles (F, 3, 3) where interpolated ``values`` (X, Y, Z) at the nodes of a grid change their sign.

    Every cell that the level passes has a vertex, the mean of the crossings of its edges, and every edge that
    it crosses joins the vertices of the four cells around it (surface nets, Gibson 1998). The level ends at
    the sides of the grid.
    """
    step = max(1, math.ceil((values.size / _MOST_NODES) ** (1 / 3)))
    values = values[::step, ::step, ::step]
    if min(values.shape) < 2:
        return np.zeros((0, 3, 3))
    inside = values < 0
    corners = np.stack([_part(inside, offset) for offset in itertools.product((0, 1), repeat=3)])
    mixed = corners.any(axis=0) & ~corners.all(axis=0)
    number = np.full(mixed.shape, -1)
    number[mixed] = np.arange(np.count_nonzero(mixed))
    vertices = origin + step * spacing * _middles(values, np.argwhere(mixed))
    quads = np.concatenate([_quads(inside, number, axis) for axis in range(3)])
    return np.concatenate([vertices[quads[:, [0, 1, 2]]], vertices[quads[:, [0, 2, 3]]]])


def _part(nodes: npt.NDArray[np.bool_], offset: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    """The nodes at one corner of all cells."""
    return nodes[tuple(slice(o, n - 1 + o) for o, n in zip(offset, nodes.shape, strict=True))]


def _middles(values: npt.NDArray[np.float32], cells: npt.NDArray[np.int64]) -> Array:
    """The mean (N, 3), in nodes, of the crossings of the edges of cells (N, 3)."""
    total, count = np.zeros((len(cells), 3)), np.zeros((len(cells), 1))
    for axis, sides in itertools.product(range(3), itertools.product((0, 1), repeat=2)):
        start = np.insert(np.array(sides), axis, 0)
        end = start + np.eye(3, dtype=int)[axis]
        a, b = (values[tuple((cells + corner).T)].astype(np.float64) for corner in (start, end))
        crossed = (a < 0) != (b < 0)
        share = np.where(crossed, a / np.where(crossed, a - b, 1.0), 0.0)
        total += crossed[:, None] * (start + share[:, None] * (end - start))
        count += crossed[:, None]
    return cells + total / np.maximum(count, 1)


def _quads(inside: npt.NDArray[np.bool_], number: npt.NDArray[np.int64], axis: int) -> npt.NDArray[np.int64]:
    """The numbers (Q, 4) of the cells around each edge along an axis that the level crosses."""
    along, around = np.moveaxis(inside, axis, 0), np.moveaxis(number, axis, 0)
    crossed = (along[:-1] != along[1:])[:, 1:-1, 1:-1]
    cells = (around[:, :-1, :-1], around[:, 1:, :-1], around[:, 1:, 1:], around[:, :-1, 1:])
    return np.column_stack([of[crossed] for of in cells])
