"""The convex pieces of height fields."""

from __future__ import annotations

import numpy as np

from ...transforms import Array
from ..height_field import HeightField
from .coal_package import coal, points_of, triangles_of
from .pieces import Pieces

_SIDES = [(0, 1, 2), (3, 5, 4), (0, 3, 4), (0, 4, 1), (1, 4, 5), (1, 5, 2), (2, 5, 3), (2, 3, 0)]
"""The faces of a column: corners 0 to 2 at the bottom clockwise seen from above, 3 to 5 above them."""


def columns(shape: HeightField) -> Pieces:
    """Columns below the triangles of the surface; together they are the solid."""
    vertices, triangles = shape._mesh()
    nx, ny = shape.heights.shape
    top = vertices[triangles[: 2 * (nx - 1) * (ny - 1)]]
    low = float(vertices[:, 2].min())
    faces = triangles_of(np.array(_SIDES))
    library = coal()
    geometries, poses = [], np.tile(np.eye(4), (len(top), 1, 1))
    for corners, pose in zip(top, poses, strict=True):
        pose[:3, 3] = corners.mean(axis=0)
        geometries.append(library.Convex(points_of(_column(corners, low) - pose[:3, 3]), faces))
    return Pieces(geometries, poses)


def _column(corners: Array, low: float) -> Array:
    below = corners * (1, 1, 0) + (0, 0, low)
    return np.vstack([below[[0, 2, 1]], corners[[0, 2, 1]]])
