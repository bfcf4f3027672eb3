"""Obstacle: a solid as exact shapes for memetik, and as one triangle mesh for other libraries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memetik import MemetikError
from memetik.collision import Box, Cylinder, Geometry, Revolution
from memetik.transforms import Array

from .triangle_mesh import TriangleMesh, box_mesh, chord_error, revolved_mesh

ROUND_FACETS = 256
"""Facets around a tank, whose chord error is below 7 µm."""

_CYLINDER_FACETS = 128
_ALONG_Y = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])  # maps z to y


@dataclass(frozen=True, eq=False)
class Obstacle:
    """A solid in the frame of the robot's base.

    ``parts`` are exact shapes whose union is the solid, ``mesh`` is a closed mesh of it (parts that touch or
    overlap may be components of their own). The mesh is nowhere farther than ``facet_error`` [m] from the
    surface.
    """

    name: str
    parts: tuple[Geometry, ...]
    mesh: TriangleMesh
    facet_error: float = 0.0

    def contains(self, points: Array) -> npt.NDArray[np.bool_]:
        """Return whether points (N, 3) are inside, by formulas that do not use memetik's distances."""
        inside = np.zeros(len(points), dtype=bool)
        for part in self.parts:
            rotation, place = part.origin[:3, :3], part.origin[:3, 3]
            inside |= _contains(part, (points - place) @ rotation)
        return inside


def boxes(name: str, extents: Iterable[Sequence[tuple[float, float]]]) -> Obstacle:
    """Return the union of boxes, each given by its extents ((x0, x1), (y0, y1), (z0, z1)) [m]."""
    parts = []
    for extent in extents:
        low, high = np.array(extent).T
        parts.append(Box(tuple(np.round(high - low, 9).tolist())).at(np.round(0.5 * (low + high), 9)))
    return of_boxes(name, parts)


def of_boxes(name: str, parts: Sequence[Geometry], mesh: TriangleMesh | None = None) -> Obstacle:
    """Return the union of placed boxes, with a mesh of its own, or one of the boxes."""
    if mesh is None:
        mesh = TriangleMesh.joined([box_mesh(_size(part)).moved(part.origin) for part in parts])
    return Obstacle(name, tuple(parts), mesh)


def cylinder(name: str, bottom: tuple[float, float, float], radius: float, height: float) -> Obstacle:
    """Return an upright cylinder on the middle of its bottom."""
    x, y, z = bottom
    part = Cylinder(radius, height).at((x, y, round(z + height / 2, 9)))
    half = height / 2
    profile = [(0.0, -half), (radius, -half), (radius, half), (0.0, half)]
    mesh = revolved_mesh(profile, _CYLINDER_FACETS).moved(part.origin)
    return Obstacle(name, (part,), mesh, chord_error(radius, _CYLINDER_FACETS))


def revolved_along_y(name: str, profile: Sequence[tuple[float, float]], x: float, z: float) -> Obstacle:
    """Return the solid that the corners (r, y) [m] of a polygon sweep out about the line along y at x, z."""
    origin = _ALONG_Y.copy()
    origin[:3, 3] = (x, 0.0, z)
    mesh = revolved_mesh(profile, ROUND_FACETS).moved(origin)
    error = chord_error(max(r for r, _ in profile), ROUND_FACETS)
    return Obstacle(name, (Geometry(Revolution(np.array(profile)), origin),), mesh, error)


def _size(part: Geometry) -> tuple[float, float, float]:
    if not isinstance(part.shape, Box):
        raise MemetikError(f"expected boxes, got {part.shape!r}")
    return part.shape.size


def _contains(part: Geometry, local: Array) -> npt.NDArray[np.bool_]:
    shape = part.shape
    if isinstance(shape, Box):
        return np.asarray((np.abs(local) < 0.5 * np.array(shape.size)).all(axis=1))
    r, z = np.hypot(local[:, 0], local[:, 1]), local[:, 2]
    if isinstance(shape, Cylinder):
        return np.asarray((r < shape.radius) & (np.abs(z) < 0.5 * shape.length))
    if isinstance(shape, Revolution):
        return _in_polygon(shape.profile, r, z)
    raise MemetikError(f"expected boxes, cylinders and solids of revolution, got {shape!r}")


def _in_polygon(corners: Array, r: Array, z: Array) -> npt.NDArray[np.bool_]:
    """Count the edges that a ray towards +r crosses."""
    (r0, z0), (r1, z1) = corners.T, np.roll(corners, -1, axis=0).T
    spans = (z0 > z[:, None]) != (z1 > z[:, None])
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = r0 + (z[:, None] - z0) * (r1 - r0) / (z1 - z0)
    return np.asarray((spans & (r[:, None] < crossing)).sum(axis=1) % 2 == 1)
