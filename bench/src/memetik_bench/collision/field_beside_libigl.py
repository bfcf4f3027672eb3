"""The case field-beside-libigl: the distance field of a mesh, beside libigl's signed distances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from memetik.collision import Field
from memetik.transforms import Array

from ..engine.case import Case, Measurement, OnProgress, Row
from ..missing import require
from .alternate import alternate, cpu_us
from .settings import INSTALL, CollisionSettings

Triangles: TypeAlias = npt.NDArray[np.int64]

_NODES = 128**3
_FEWEST, _DIVISIONS = 16, 5
_PADDING = 4  # spacings between the sphere and the sides of the grid
_ROUNDS = 2
_MOST_RATIO = 0.3


def sphere_mesh(divisions: int) -> tuple[Array, Triangles]:
    """Return vertices on the unit sphere and triangles: an icosahedron, each divided by 4 so many times.

    >>> [len(part) for part in sphere_mesh(5)]
    [10242, 20480]
    """
    from scipy.spatial import ConvexHull

    golden = (1 + 5**0.5) / 2
    corners = np.array([(0, a, b) for a in (-1, 1) for b in (-golden, golden)], dtype=float)
    vertices = np.vstack([np.roll(corners, k, axis=1) for k in range(3)])
    triangles = _outward(vertices, ConvexHull(vertices).simplices)
    for _ in range(divisions):
        vertices, triangles = _divided(vertices, triangles)
        vertices = vertices / np.linalg.norm(vertices, axis=1)[:, None]
    return vertices, triangles


def _outward(vertices: Array, triangles: Triangles) -> Triangles:
    """Return triangles around the origin with normals away from it."""
    inward = np.linalg.det(vertices[triangles]) < 0
    return np.where(inward[:, None], triangles[:, ::-1], triangles)


def _divided(vertices: Array, triangles: Triangles) -> tuple[Array, Triangles]:
    """Return the mesh with the middles of its edges as vertices, and 4 triangles in place of each."""
    edges = triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    unique, which = np.unique(np.sort(edges, axis=1), axis=0, return_inverse=True)
    ab, bc, ca = len(vertices) + which.reshape(-1, 3).T
    a, b, c = triangles.T
    corners = ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))
    divided = np.vstack([np.column_stack(triangle) for triangle in corners])
    return np.vstack([vertices, vertices[unique].mean(axis=1)]), divided


def _measure(settings: CollisionSettings, on_progress: OnProgress) -> Row:
    """Return the CPU times [µs] of a node, and by how much the values differ at most [radii]."""
    igl = require("igl", "libigl", INSTALL)
    vertices, triangles = sphere_mesh(_DIVISIONS)
    vertices, triangles = np.ascontiguousarray(vertices), np.ascontiguousarray(triangles)
    edge = max(round(settings.count(_NODES) ** (1 / 3)), _FEWEST)
    spacing = 2.0 / (edge - 1.5 - 2 * _PADDING)

    def make() -> Field:
        return Field.from_mesh(vertices, triangles, spacing=spacing, padding=_PADDING * spacing)

    field, found = make(), np.empty(0)
    nodes = field.origin + spacing * np.moveaxis(np.indices(field.values.shape), 0, -1).reshape(-1, 3)
    pseudonormal = igl.SIGNED_DISTANCE_TYPE_PSEUDONORMAL

    def rival() -> None:
        nonlocal found
        found = np.asarray(igl.signed_distance(nodes, vertices, triangles, sign_type=pseudonormal)[0])

    calls = {"us": cpu_us(make, len(nodes)), "libigl_us": cpu_us(rival, len(nodes))}
    best = alternate(calls, min(settings.rounds, _ROUNDS), on_progress)
    difference = float(np.abs(found - field.values.ravel()).max())
    return {"count": len(nodes), "triangles": len(triangles), **best, "difference": difference}


def _measurements(settings: CollisionSettings) -> Iterator[Measurement]:
    def run(show: OnProgress) -> Row:
        return _measure(settings, show)

    yield Measurement({"case": "20 480 triangles"}, min(settings.rounds, _ROUNDS), run)


def _outcome(row: Row) -> str:
    seconds = [1e-6 * row["count"] * row[key] for key in ("us", "libigl_us")]
    return (
        f"{seconds[0]:.2f} s, libigl {seconds[1]:.2f} s: {row['us'] / row['libigl_us']:.2f} times; "
        f"values differ by {row['difference']:.0e} radii"
    )


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return bool(row["us"] <= _MOST_RATIO * row["libigl_us"])


FIELD_BESIDE_LIBIGL = Case(
    "field-beside-libigl",
    "Distance field of a sphere with 128³ nodes, beside libigl by pseudonormals",
    "≤ 0.3 times libigl's CPU time",
    _measurements,
    _outcome,
    _met,
)
