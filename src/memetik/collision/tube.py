"""Unions of balls: tubes along a path, and clouds of points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..transforms import Array
from .array_shape import _ArrayShape, length_of, rows_of
from .drawing import Part
from .geometry import Bounds, Geometry
from .rays import Hits, nearest_hits, no_hits
from .segment_distance import segment_distances
from .shapes import Capsule, Sphere

_MOST_DRAWN = 1000  # balls of a cloud in pictures


class _Balls(_ArrayShape):
    """A ball of one radius, moved along segments. Its pieces are spheres and capsules.

    Outside, distances are exact; inside, where pieces overlap, the depth may be too small.
    """

    points: Array
    radius: float

    def outline(self) -> Array:
        """Points (N, 3) around the pieces."""
        return np.vstack([_placed(piece.shape.outline(), piece) for piece in self._drawn()])

    def surface(self, density: float) -> Array:
        """Points (N, 3) on the surface."""
        points = np.vstack([_placed(piece.shape.surface(density), piece) for piece in self._pieces()])
        return points[self._distances(points) > -1e-9]

    def parts(self) -> list[Part]:
        """Those of the pieces."""
        return [(kind, piece.origin @ pose) for piece in self._drawn() for kind, pose in piece.shape.parts()]

    def _drawn(self) -> list[Geometry]:
        pieces = self._pieces()
        return pieces[:: 1 + len(pieces) // _MOST_DRAWN]

    def _first_hits(self, origins: Array, directions: Array) -> Hits:
        found = no_hits(origins)
        for piece in self._drawn():
            rotation, place = piece.origin[:3, :3], piece.origin[:3, 3]
            hits = piece.shape._first_hits((origins - place) @ rotation, directions @ rotation)
            found = nearest_hits(found, Hits(hits.distance, hits.normals @ rotation.T))
        return found

    def _segments(self) -> tuple[Array, Array]:
        return self.points, self.points

    def _bounds(self) -> Bounds:
        return self.points.min(axis=0) - self.radius, self.points.max(axis=0) + self.radius

    def _distances(self, points: Array) -> Array:
        return segment_distances(points, *self._segments()) - self.radius


@dataclass(frozen=True, eq=False, repr=False)
class Tube(_Balls):
    """A ball of ``radius`` [m] moved along a path through ``points`` (N, 3) [m]: cables, curved shafts.

    On a link it is exact: it consists of capsules. As an obstacle it becomes a field, see ``as_field``.

    >>> tube = Tube([(0, 0, 0), (0, 0, 1), (1, 0, 1)], 0.1)
    >>> tube.at().distance([(0.5, 0, 1.3), (0, 0, -1)]).round(6)
    array([0.2, 0.9])
    """

    points: Array
    radius: float

    def __post_init__(self) -> None:
        points = rows_of(self.points, 3, 2, "tube points")
        self._set(points=points, radius=length_of(self.radius, "tube radius"))

    def __repr__(self) -> str:
        return f"<Tube through {len(self.points)} points, radius {self.radius:g} m>"

    def _segments(self) -> tuple[Array, Array]:
        return self.points[:-1], self.points[1:]

    def _pieces(self) -> list[Geometry]:
        starts, ends = self._segments()
        return [Capsule.between(a, b, self.radius) for a, b in zip(starts, ends, strict=True)]


@dataclass(frozen=True, eq=False, repr=False)
class PointCloud(_Balls):
    """Balls of ``radius`` [m] about ``points`` (N, 3) [m], such as those of a sensor.

    Pictures show at most 1000 of them.

    >>> float(PointCloud([(0, 0, 0), (1, 0, 0)], 0.1).at().distance((0.5, 0, 0)))
    0.4
    """

    points: Array
    radius: float

    def __post_init__(self) -> None:
        points = rows_of(self.points, 3, 1, "cloud points")
        self._set(points=points, radius=length_of(self.radius, "cloud radius"))

    def __repr__(self) -> str:
        return f"<PointCloud of {len(self.points)} points, radius {self.radius:g} m>"

    def _pieces(self) -> list[Geometry]:
        return [Sphere(self.radius).at(point) for point in self.points]


def _placed(points: Array, item: Geometry) -> Array:
    return np.asarray(points @ item.origin[:3, :3].T + item.origin[:3, 3])
