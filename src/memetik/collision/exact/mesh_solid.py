"""Meshes as geometries of coal: their triangles, what is inside them, and their convex parts."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ... import _core
from ...transforms import Array
from .coal_package import coal, points_of, triangles_of
from .convex_parts import convex_parts
from .pieces import Pieces, one_piece

Corners = npt.NDArray[np.int32]


class MeshSolid:
    """A mesh with faces (F, 3, 3) [m]. coal knows its surface only: what is inside touches nothing there.

    ``why_open`` says why it has no inside; it is empty if it has one.
    """

    def __init__(self, faces: Array, name: str) -> None:
        self._name = name
        self.vertices, inverse = np.unique(faces.reshape(-1, 3), axis=0, return_inverse=True)
        self.corners: Corners = inverse.reshape(-1, 3).astype(np.int32)
        self.why_open = ""
        try:
            self._inside: _core.MeshDistance | None = _core.MeshDistance(self.vertices, self.corners, False)
        except ValueError as error:
            self._inside, self.why_open = None, str(error)

    @property
    def closed(self) -> bool:
        """Whether it has an inside."""
        return self._inside is not None

    def contains(self, points: Array) -> npt.NDArray[np.bool_]:
        """Whether points (N, 3) are inside; an open mesh has no inside."""
        distances = np.ones(len(points))
        if self._inside is not None:
            self._inside.distances(np.ascontiguousarray(points), distances)
        return np.asarray(distances < 0)

    @cached_property
    def surface(self) -> Pieces:
        """Its triangles in a tree of oriented boxes."""
        mesh: Any = coal().BVHModelOBB()
        mesh.beginModel(len(self.corners), len(self.vertices))
        mesh.addSubModel(points_of(self.vertices), triangles_of(self.corners))
        mesh.endModel()
        return one_piece(mesh)

    @cached_property
    def points(self) -> Array:
        """A vertex (K, 3) of every connected component."""
        label = np.arange(len(self.vertices))
        while True:
            lowest = label[self.corners].min(axis=1)
            found = label.copy()
            np.minimum.at(found, self.corners.ravel(), np.repeat(lowest, 3))
            found = found[found]
            if (found == label).all():
                return np.asarray(self.vertices[np.unique(label)])
            label = found

    @cached_property
    def parts(self) -> Pieces:
        """Convex parts that cover it."""
        return convex_parts(self.vertices, self.corners, self._name)
