"""Shapes as the core's data: primitives, distance fields, and corners of meshes."""

from __future__ import annotations

import importlib
from collections.abc import Iterable

import numpy as np

from .. import _core
from ..collision.field import Field
from ..collision.mesh_files import triangles
from ..collision.shapes import Geometry, Mesh
from ..errors import GoalError, MemetikError
from ..transforms import MAX_VALUE, Array

_MOST_PIECES = 64
"""A shape of more pieces, such as a cloud of points, becomes one field."""


def has_field(shape: Geometry) -> bool:
    """Whether the distance from a shape is read from a field instead of computed by a formula."""
    pieces = shape._pieces()
    return len(pieces) > _MOST_PIECES or any(piece.shape._formula() is None for piece in pieces)


def solid_records(
    shapes: Iterable[Geometry], what: str, link: int = -1
) -> tuple[list[_core.Primitive], list[_core.PlacedField]]:
    """The core's primitives and fields of shapes on a link of a goal; -1 is the root."""
    primitives, fields = [], []
    for shape in shapes:
        if has_field(shape):
            if np.abs(shape.origin).max() > MAX_VALUE:
                raise GoalError(f"{what}: farther than {MAX_VALUE:g} m")
            fields.append(_core.PlacedField(link, _field(shape, what)._core, shape.origin.tolist()))
        else:
            primitives += shape._primitives(what)
    return primitives, fields


def corners_of(shape: Geometry, what: str) -> Array:
    """The corners (N, 3) of a mesh in the link's frame: those of its convex hull if scipy is installed."""
    assert isinstance(shape.shape, Mesh)
    points = np.unique(_faces(shape.shape, what).reshape(-1, 3), axis=0)
    try:
        spatial = importlib.import_module("scipy.spatial")
        points = points[spatial.ConvexHull(points).vertices]
    except ImportError:
        pass
    except spatial.QhullError:
        pass  # a flat mesh: any corner may be the lowest
    placed = np.asarray(points @ shape.origin[:3, :3].T + shape.origin[:3, 3])
    if np.abs(placed).max() > MAX_VALUE:
        raise GoalError(f"{what}: larger or farther than {MAX_VALUE:g} m")
    return placed


def _faces(mesh: Mesh, what: str) -> Array:
    faces = triangles(mesh)
    if faces is None:
        raise GoalError(f"{what}: mesh {mesh.uri}: its file is missing or cannot be read")
    return faces


def _field(shape: Geometry, what: str) -> Field:
    try:
        return shape.shape.as_field()
    except MemetikError as error:
        raise GoalError(f"{what}: {error}") from None
