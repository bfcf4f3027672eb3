"""Vessel: the union of shapes that may enclose a space."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from .. import _core
from ..errors import ConfigurationError, RobotError
from ..transforms import Array
from .field import DEFAULT_PADDING, MAX_NODES, Field
from .geometry import Geometry
from .mesh_files import triangles
from .shape_field import default_spacing
from .shapes import Mesh
from .solid import Solid

_SLAB = 1 << 16  # points at a time, which limits the memory
_LEVEL_ERROR = 0.25  # of the zero level of a field from its surface, in spacings


class _Part(Protocol):
    low: Array
    high: Array

    def distance(self, points: Array) -> Array: ...


class Vessel:
    """The union of placed shapes: exact signed distances, and a field of them.

    ``error`` [m] is that of the surface: zero but for shapes that are fields.
    """

    def __init__(self, items: tuple[Geometry, ...]) -> None:
        if not items:
            raise RobotError("shapes: expected at least one")
        for item in items:
            if not item.shape.bounded:
                raise RobotError(f"shapes: a {type(item.shape).__name__} is unbounded and has no openings")
        self._items = items
        fields = [item for item in items if isinstance(item.shape, Field)]
        solids = [item for item in items if not isinstance(item.shape, Field)]
        self._parts: list[_Part] = [_ZeroLevel(item) for item in fields]
        if solids:
            self._parts.append(_closed(solids))
        self.low = np.min([part.low for part in self._parts], axis=0)
        self.high = np.max([part.high for part in self._parts], axis=0)
        self.error = _LEVEL_ERROR * max((item.shape.as_field().spacing for item in fields), default=0.0)

    def distance(self, points: Array) -> Array:
        """The signed distances [m] of points (N, 3)."""
        points = np.ascontiguousarray(points)
        return np.asarray(np.min([part.distance(points) for part in self._parts], axis=0))

    def field(self, spacing: float | None) -> Field:
        """The distances at the nodes of a grid, by default of at most 2^18 nodes."""
        spacing = spacing or default_spacing(self.high - self.low)
        if len(self._items) == 1 and isinstance(self._items[0].shape, Mesh):  # much faster than its points
            return self._field_of_mesh(self._items[0], spacing)
        counts = np.ceil((self.high - self.low) / spacing).astype(int) + 1 + 2 * DEFAULT_PADDING
        if np.prod(counts.astype(float)) > MAX_NODES:
            raise ConfigurationError(f"spacing: {spacing:g} m needs more than {MAX_NODES} nodes")
        origin = 0.5 * (self.low + self.high) - 0.5 * spacing * (counts - 1)
        steps = np.stack(np.meshgrid(*map(np.arange, counts), indexing="ij"), axis=-1).reshape(-1, 3)
        slabs = (steps[i : i + _SLAB] for i in range(0, len(steps), _SLAB))
        values = np.concatenate([self.distance(origin + spacing * slab) for slab in slabs])
        return Field(values.reshape(counts), origin=origin, spacing=spacing)

    @staticmethod
    def _field_of_mesh(item: Geometry, spacing: float) -> Field:
        assert isinstance(item.shape, Mesh)
        faces = triangles(item.shape)
        assert faces is not None  # it has been read
        corners = faces.reshape(-1, 3) @ item.origin[:3, :3].T + item.origin[:3, 3]
        return Field.from_mesh(corners, np.arange(len(corners)).reshape(-1, 3), spacing=spacing)


class _ZeroLevel:
    """The zero level of a field as a mesh: its distances are smoother than interpolated ones."""

    def __init__(self, item: Geometry) -> None:
        corners = item.shape.outline() @ item.origin[:3, :3].T + item.origin[:3, 3]
        if not len(corners):
            raise RobotError("shapes: the values of a field have one sign: it has no surface")
        numbers = np.arange(len(corners), dtype=np.int32).reshape(-1, 3)
        self._mesh = _core.MeshDistance(np.ascontiguousarray(corners), numbers, True)
        self.low, self.high = corners.min(axis=0), corners.max(axis=0)

    def distance(self, points: Array) -> Array:
        result = np.empty(len(points))
        self._mesh.distances(points, result)
        return result


def _closed(items: list[Geometry]) -> Solid:
    solid = Solid(items)
    if solid.hulls:
        raise RobotError("shapes: a mesh is open and has no inside; the mesh of a vessel includes its wall")
    return solid
