"""Finds the dots of a picture that triangles cover."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..transforms import Array

_AT_ONCE = 1 << 15  # dots that are tested at the same time: their numbers fit into the processor's cache


class Cover(NamedTuple):
    """Dots covered by triangles: their ``row`` and ``column``, the number of the ``face``, and its ``value``
    there, all (N,). A dot occurs once for each triangle that covers it.
    """

    row: npt.NDArray[np.int64]
    column: npt.NDArray[np.int64]
    face: npt.NDArray[np.int64]
    value: Array


def cover(corners: Array, values: Array, size: tuple[int, int]) -> Iterator[Cover]:
    """The dots whose middles triangles cover.

    ``corners`` (F, 3, 2) are x and y of the corners in dots; ``values`` (F, 3) at the corners are
    interpolated linearly; ``size`` is the width and height of the picture in dots. Triangles with boxes of
    similar sizes are tested together.
    """
    low = np.maximum(np.ceil(corners.min(axis=1) - 0.5), 0).astype(np.int64)
    high = np.minimum(np.floor(corners.max(axis=1) - 0.5), np.array(size) - 1).astype(np.int64)
    extent = high - low + 1
    visible = np.flatnonzero((extent > 0).all(axis=1))
    if not visible.size:
        return
    boxes = _rounded_up(extent[visible])
    kinds, kind = np.unique(boxes[:, 0] << 32 | boxes[:, 1], return_inverse=True)
    ordered = visible[np.argsort(kind, kind="stable")]
    for code, faces in zip(kinds.tolist(), np.split(ordered, np.cumsum(np.bincount(kind))[:-1]), strict=True):
        width, height = code >> 32, code & 0xFFFFFFFF
        step = max(1, _AT_ONCE // (width * height))
        for begin in range(0, len(faces), step):
            some = faces[begin : begin + step]
            yield _tested(some, corners[some], values[some], low[some], high[some], (width, height))


def _rounded_up(extent: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The next of the numbers 1, 2, 3, 4, 6, 8, 12, 16, 24, ...: few boxes, not much larger than needed."""
    power = 1 << np.ceil(np.log2(extent)).astype(np.int64)
    return np.where(4 * extent <= 3 * power, 3 * power // 4, power)


def _tested(
    faces: npt.NDArray[np.int64], corners: Array, values: Array, low: Array, high: Array, box: tuple[int, int]
) -> Cover:
    """The dots that these triangles cover, of boxes of one size that begin at ``low`` (F, 2)."""
    x = low[:, 0, None, None] + np.arange(box[0])[None, None, :]
    y = low[:, 1, None, None] + np.arange(box[1])[None, :, None]
    a, b, c = (corners[:, k] for k in range(3))
    (ux, uy), (vx, vy) = (b - a).T, (c - a).T
    area = ux * vy - uy * vx
    with np.errstate(divide="ignore", invalid="ignore"):  # triangles seen from their edge cover nothing
        dx, dy = x + 0.5 - a[:, 0, None, None], y + 0.5 - a[:, 1, None, None]
        second = (dx * (vy / area)[:, None, None]) - (dy * (vx / area)[:, None, None])
        third = (dy * (ux / area)[:, None, None]) - (dx * (uy / area)[:, None, None])
        inside = (second >= 0) & (third >= 0) & (second + third <= 1)
    inside &= (x <= high[:, 0, None, None]) & (y <= high[:, 1, None, None])
    face, row, column = np.nonzero(inside)
    first_value, *slopes = values[:, 0], values[:, 1] - values[:, 0], values[:, 2] - values[:, 0]
    value = first_value[face] + second[inside] * slopes[0][face] + third[inside] * slopes[1][face]
    return Cover(low[face, 1] + row, low[face, 0] + column, faces[face], value)
