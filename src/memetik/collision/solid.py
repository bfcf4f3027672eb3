"""Solid: the union of a link's shapes, with signed distances and points all over its surface."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from .. import _core
from ..errors import RobotError
from ..transforms import Array
from .field import Field
from .geometry import Geometry
from .height_field import HeightField
from .mesh_files import triangles
from .shapes import Mesh

_ALONG = 1000  # points along the longest edge of a primitive, at most
_APART = 1e-6  # [m]: points deeper than this inside another part are not on the surface of the union


class _Part(Protocol):
    low: Array
    high: Array

    def distance(self, points: Array) -> Array: ...

    def surface(self, spacing: float) -> Array: ...


class Solid:
    """The union of placed shapes in one frame. ``hulls`` counts the meshes that are open: their convex hull
    takes their place.

    >>> from memetik.collision import Sphere
    >>> solid = Solid([Sphere(0.1).at(), Sphere(0.1).at((0, 0, 0.1))])
    >>> solid.distance(np.array([(0, 0, 0), (0, 0, 0.3)])).round(6)
    array([-0.1,  0.1])
    """

    def __init__(self, shapes: Sequence[Geometry]) -> None:
        self.shapes = tuple(piece for item in shapes for piece in item._pieces())
        self._parts: list[_Part] = [_part(item) for item in self.shapes]
        self.hulls = sum(part.is_hull for part in self._parts if isinstance(part, _MeshPart))
        self.low = np.min([part.low for part in self._parts], axis=0)
        self.high = np.max([part.high for part in self._parts], axis=0)

    def distance(self, points: Array) -> Array:
        """The signed distances [m] of points (N, 3), negative inside. Where parts overlap, the depth may be
        too small. The distance changes by at most 1 m per metre.
        """
        points = np.ascontiguousarray(points)
        return np.asarray(np.min([part.distance(points) for part in self._parts], axis=0))

    def surface(self, spacing: float) -> Array:
        """Points (N, 3) on the surface, one in each cube of a grid with edges of ``spacing`` [m]."""
        points = np.vstack([part.surface(spacing) for part in self._parts])
        points = thinned(points, spacing)
        return points if len(self._parts) == 1 else points[self.distance(points) > -_APART]


def _part(item: Geometry) -> _Part:
    if isinstance(item.shape, (Mesh, HeightField)):
        return _MeshPart(item)
    if isinstance(item.shape, Field):
        raise RobotError("a Field cannot be covered by spheres: use a Mesh, or boxes and cylinders")
    return _Primitive(item) if item.shape._formula() else _Sampled(item)


def thinned(points: Array, spacing: float) -> Array:
    """The first of the points (N, 3) in each cube of a grid with edges of ``spacing`` [m]."""
    if not len(points):
        return points
    cubes = np.floor((points - points.min(axis=0)) / spacing).astype(np.int64)
    _, first = np.unique(cubes @ np.array([1 << 42, 1 << 21, 1]), return_index=True)
    return np.asarray(points[np.sort(first)])


class _Primitive:
    """A box, sphere, cylinder or capsule."""

    def __init__(self, item: Geometry) -> None:
        if not item.shape.bounded:
            kind = type(item.shape).__name__
            raise RobotError(f"a {kind} is unbounded and cannot be part of a link")
        hull = item.shape._hull()
        assert hull is not None  # shapes with a formula are hulls of discs
        centers, radius, rounding = hull
        placed = _placed(np.array(centers), item)
        self._item, self._core = item, item._primitive("shape")
        self.low, self.high = placed.min(axis=0) - radius - rounding, placed.max(axis=0) + radius + rounding

    def distance(self, points: Array) -> Array:
        distances = np.empty(len(points))
        self._core.distances(points, distances)
        return distances

    def surface(self, spacing: float) -> Array:
        coarsest = float((self.high - self.low).max()) / _ALONG
        return _placed(self._item.shape.surface(1 / max(spacing, coarsest)), self._item)


class _Sampled:
    """A shape whose distance is computed in Python."""

    def __init__(self, item: Geometry) -> None:
        self._item = item
        low, high = item.shape._bounds()
        corners = _placed(np.array(list(itertools.product(*zip(low, high, strict=True)))), item)
        self.low, self.high = corners.min(axis=0), corners.max(axis=0)

    def distance(self, points: Array) -> Array:
        return self._item.distance(points)

    def surface(self, spacing: float) -> Array:
        coarsest = float((self.high - self.low).max()) / _ALONG
        return _placed(self._item.shape.surface(1 / max(spacing, coarsest)), self._item)


class _MeshPart:
    """A closed mesh, the convex hull of an open one, or a flat mesh without an inside."""

    def __init__(self, item: Geometry) -> None:
        faces = triangles(item.shape) if isinstance(item.shape, Mesh) else item.shape._faces()
        if faces is None:
            assert isinstance(item.shape, Mesh)
            raise RobotError(f"mesh {item.shape.uri}: its file is missing or cannot be read")
        self._faces = _placed(faces, item)
        self.is_hull = self._is_flat = False
        try:
            self._mesh = _mesh_distance(self._faces)
        except ValueError as error:
            self._close(getattr(item.shape, "uri", str(item.shape)), str(error))
        corners = self._faces.reshape(-1, 3)
        self.low, self.high = corners.min(axis=0), corners.max(axis=0)

    def distance(self, points: Array) -> Array:
        distances = np.empty(len(points))
        self._mesh.distances(points, distances)
        return np.abs(distances) if self._is_flat else distances

    def surface(self, spacing: float) -> Array:
        edges = np.linalg.norm(self._faces[:, [1, 2, 0]] - self._faces, axis=2)
        turn = (edges.argmax(axis=1)[:, None] + np.arange(3)) % 3  # the first edge is to be the longest
        faces = np.take_along_axis(self._faces, turn[:, :, None], axis=1)
        longest = edges.max(axis=1)
        doubled = np.linalg.norm(np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]), axis=1)
        height = doubled / np.maximum(longest, 1e-30)
        steps = np.column_stack([_steps(longest, spacing), _steps(height, spacing)])
        rows = []
        for pair in np.unique(steps, axis=0):
            some = faces[(steps == pair).all(axis=1)]
            rows.append(np.einsum("wk,fkx->fwx", _lattice(*pair.tolist()), some).reshape(-1, 3))
        return np.vstack(rows)

    def _close(self, name: str, reason: str) -> None:
        try:
            spatial = importlib.import_module("scipy.spatial")
        except ImportError:
            raise RobotError(
                f"mesh {name}: {reason}; its convex hull can take its place: pip install scipy"
            ) from None
        points = self._faces.reshape(-1, 3)
        try:
            self._faces = points[spatial.ConvexHull(points).simplices]
        except spatial.QhullError:
            self._mesh, self._is_flat = _mesh_distance(self._faces, open=True), True
        else:
            self._mesh, self.is_hull = _mesh_distance(self._faces), True


def _mesh_distance(faces: Array, *, open: bool = False) -> _core.MeshDistance:
    corners = np.arange(3 * len(faces), dtype=np.int32).reshape(-1, 3)
    return _core.MeshDistance(np.ascontiguousarray(faces.reshape(-1, 3)), corners, open)


def _placed(points: Array, item: Geometry) -> Array:
    return np.asarray(points @ item.origin[:3, :3].T + item.origin[:3, 3])


def _steps(lengths: Array, spacing: float) -> Array:
    """Powers of two, so that triangles of similar sizes are handled together."""
    return np.asarray(2.0 ** np.ceil(np.log2(np.maximum(1.2 * lengths / spacing, 1))))


def _lattice(along: float, across: float) -> Array:
    """Weights (N, 3) of a triangle's corners: lines from its first edge to its third corner, divided into
    ``across`` parts; ``along`` is the number of parts of the edge.
    """
    u, v = np.meshgrid(np.linspace(0, 1, int(along) + 1), np.linspace(0, 1, int(across) + 1))
    return np.stack([(1 - u) * (1 - v), u * (1 - v), v], axis=-1).reshape(-1, 3)
