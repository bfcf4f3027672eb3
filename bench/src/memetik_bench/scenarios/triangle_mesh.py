"""Closed triangle meshes of solids: boxes, and polygons that revolve about an axis."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memetik.transforms import Array

Triangles = npt.NDArray[np.int64]

_BOX_FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))


@dataclass(frozen=True, eq=False)
class TriangleMesh:
    """``vertices`` (N, 3) [m] and ``triangles`` (M, 3), indices of vertices; normals point outwards."""

    vertices: Array
    triangles: Triangles

    @property
    def volume(self) -> float:
        """The enclosed volume [m³]; positive if the normals point outwards."""
        a, b, c = (self.vertices[self.triangles[:, k]] for k in range(3))
        return float((a * np.cross(b, c)).sum() / 6)

    @property
    def is_watertight(self) -> bool:
        """Whether every edge has exactly one triangle on each of its sides."""
        edges = Counter(
            (int(a), int(b)) for row in self.triangles for a, b in zip(row, np.roll(row, -1), strict=True)
        )
        return all(count == 1 and edges[b, a] == 1 for (a, b), count in edges.items())

    def moved(self, pose: Array) -> TriangleMesh:
        """Return the mesh at a pose (4, 4)."""
        return TriangleMesh(self.vertices @ pose[:3, :3].T + pose[:3, 3], self.triangles)

    @staticmethod
    def joined(meshes: Sequence[TriangleMesh]) -> TriangleMesh:
        """Return one mesh with the triangles of all; they may overlap."""
        first = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
        return TriangleMesh(
            np.vstack([mesh.vertices for mesh in meshes]),
            np.vstack([mesh.triangles + k for mesh, k in zip(meshes, first[:-1], strict=True)]),
        )


def box_mesh(size: Sequence[float]) -> TriangleMesh:
    """Return a centered box with full edge lengths ``size`` [m].

    >>> box_mesh((1, 2, 3)).volume, box_mesh((1, 2, 3)).is_watertight
    (6.0, True)
    """
    corners = np.array(list(itertools.product((-0.5, 0.5), repeat=3))) * np.asarray(size, dtype=float)
    rows = [row for a, b, c, d in _BOX_FACES for row in ((a, b, c), (a, c, d))]
    return TriangleMesh(corners, np.array(rows, dtype=np.int64))


def revolved_mesh(profile: Sequence[tuple[float, float]], facets: int) -> TriangleMesh:
    """Return the solid that a polygon with corners (r, z) [m] sweeps out about z, with flat ``facets``.

    The corners of the facets are on the circles of the profile, the first at angle zero; the middle of a
    facet is nearer to the axis by :func:`chord_error`.

    >>> mesh = revolved_mesh([(0, 0), (1, 0), (1, 1), (0, 1)], 6)  # a hexagonal prism
    >>> round(mesh.volume, 6), mesh.is_watertight
    (2.598076, True)
    """
    angles = 2 * math.pi * np.arange(facets) / facets
    vertices: list[Array] = []
    rings: list[Triangles] = []  # the indices of the vertices around each corner
    count = 0
    for r, z in profile:
        around = angles if r > 0 else angles[:1]
        ring = count + np.arange(len(around))
        vertices.append(np.column_stack([r * np.cos(around), r * np.sin(around), np.full(len(around), z)]))
        rings.append(ring if r > 0 else np.full(facets, count))
        count += len(around)
    rows = [_band(a, b) for a, b in zip(rings, [*rings[1:], rings[0]], strict=True)]
    mesh = TriangleMesh(np.vstack(vertices), np.vstack(rows))
    return mesh if mesh.volume > 0 else TriangleMesh(mesh.vertices, mesh.triangles[:, ::-1])


def chord_error(radius: float, facets: int) -> float:
    """Return how much nearer to the axis the middle of a facet is than the circle [m].

    >>> round(chord_error(0.0431, 256) * 1e6, 2)  # µm
    3.25
    """
    return radius * (1 - math.cos(math.pi / facets))


def _band(lower: Triangles, upper: Triangles) -> Triangles:
    """Return the triangles between the rings of two corners of the profile; rings on the axis are points."""
    next_lower, next_upper = np.roll(lower, -1), np.roll(upper, -1)
    rows = np.vstack(
        [np.column_stack([lower, next_lower, upper]), np.column_stack([next_lower, next_upper, upper])]
    )
    distinct = (rows[:, 0] != rows[:, 1]) & (rows[:, 1] != rows[:, 2]) & (rows[:, 2] != rows[:, 0])
    return np.asarray(rows[distinct])
