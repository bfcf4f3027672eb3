"""Height fields: terrain and surfaces over a rectangle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import RobotError
from ..number_checks import numbers
from ..transforms import Array, finite_vector
from .array_shape import _ArrayShape, length_of
from .geometry import Bounds


@dataclass(frozen=True, eq=False, repr=False)
class HeightField(_ArrayShape):
    """The solid below ``heights`` (X, Y) [m], which are z at the nodes of a grid over a rectangle.

    The rectangle has the ``size`` (2,) [m] along x and y, and its centre is the frame's origin;
    ``heights[i, j]`` belongs to the i-th of X places along x. Cells are divided into two triangles. The solid
    ends ``depth`` [m] below the lowest height.

    >>> ground = HeightField([[0, 0, 0.1], [0, 0, 0.1]], (1, 2), depth=0.5)
    >>> ground.at().distance([(0, -0.5, 1), (0, -0.5, -0.1)]).round(6)
    array([ 1. , -0.1])
    """

    heights: Array
    size: tuple[float, float]
    depth: float = 0.1

    def __post_init__(self) -> None:
        heights = numbers(self.heights)
        if heights is None or heights.ndim != 2 or min(heights.shape) < 2:
            got = repr(self.heights) if heights is None else f"shape {heights.shape}"
            raise RobotError(f"heights: expected (X, Y) numbers [m], at least 2 along each axis, got {got}")
        if not np.isfinite(heights).all():
            raise RobotError("heights: not all are finite")
        size = finite_vector(self.size, 2, "height field size")
        if (size <= 0).any():
            raise RobotError(f"height field size: not positive: {size.tolist()}")
        depth = length_of(self.depth, "height field depth")
        self._set(heights=np.array(heights, dtype=np.float64), size=tuple(size.tolist()), depth=depth)

    def __repr__(self) -> str:
        x, y = self.heights.shape
        return f"<HeightField of {x} x {y} heights>"

    def outline(self) -> Array:
        """Its corners (N, 3)."""
        return self._mesh()[0]

    def surface(self, density: float) -> Array:
        """The corners (N, 3) of its triangles."""
        return self._mesh()[0]

    def _faces(self) -> Array:
        vertices, triangles = self._mesh()
        return vertices[triangles]

    def _bounds(self) -> Bounds:
        vertices = self._mesh()[0]
        return vertices.min(axis=0), vertices.max(axis=0)

    def _distances(self, points: Array) -> Array:
        distances = np.empty(len(points))
        _core.MeshDistance(*self._mesh(), False).distances(np.ascontiguousarray(points), distances)
        return distances

    def _mesh(self) -> tuple[Array, npt.NDArray[np.int32]]:
        """Vertices and triangles: the top, walls around it, and a bottom that is a fan."""
        nx, ny = self.heights.shape
        x, y = (np.linspace(-0.5, 0.5, n) * edge for n, edge in zip((nx, ny), self.size, strict=True))
        top = np.column_stack([np.repeat(x, ny), np.tile(y, nx), self.heights.ravel()])
        number = np.arange(nx * ny).reshape(nx, ny)
        a, b, c, d = (
            part.ravel() for part in (number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:])
        )
        faces = [np.column_stack([a, b, c]), np.column_stack([a, c, d])]
        rim = np.concatenate([number[:-1, 0], number[-1, :-1], number[:0:-1, -1], number[0, :0:-1]])
        low = float(self.heights.min()) - self.depth
        below = top[rim] * (1, 1, 0) + (0, 0, low)
        under = nx * ny + np.arange(len(rim))
        centre = nx * ny + len(rim)
        following, next_under = np.roll(rim, -1), np.roll(under, -1)
        faces += [
            np.column_stack([rim, under, next_under]),
            np.column_stack([rim, next_under, following]),
            np.column_stack([under, np.full(len(rim), centre), next_under]),
        ]
        vertices = np.vstack([top, below, [(0.0, 0.0, low)]])
        return vertices, np.ascontiguousarray(np.vstack(faces), dtype=np.int32)
