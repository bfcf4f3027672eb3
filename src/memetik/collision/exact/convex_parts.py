"""Convex parts of meshes: the convex hull of an almost convex one, else the decomposition of CoACD."""

from __future__ import annotations

import hashlib
import importlib
from typing import Any

import numpy as np
import numpy.typing as npt

from ... import _core, disk_cache
from ...errors import RobotError
from ...extras import install_command
from ...transforms import Array
from .coal_package import convex_hull
from .pieces import Pieces

DENT = 1e-3
"""The convex hull takes the place of a mesh with dents up to this depth, relative to the mesh's diagonal."""
_VERSION = 1  # of the decomposition
_DETAIL = 0.05  # CoACD's threshold of concavity, its default
_SAMPLES = 4000


def convex_parts(vertices: Array, corners: npt.NDArray[np.int32], name: str) -> Pieces:
    """Convex parts that cover a mesh with ``vertices`` (N, 3) [m] and triangles ``corners`` (M, 3)."""
    if is_almost_convex(vertices, corners):
        hulls = [convex_hull(vertices)]
    else:
        hulls = [convex_hull(points) for points in _decomposition(vertices, corners, name)]
    return Pieces(hulls, np.tile(np.eye(4), (len(hulls), 1, 1)))


def is_almost_convex(vertices: Array, corners: npt.NDArray[np.int32]) -> bool:
    """Whether no point of the convex hull's surface is farther from the mesh than ``DENT`` says."""
    hull = convex_hull(vertices)
    points = _surface_samples(hull, vertices)
    distances = np.empty(len(points))
    _core.MeshDistance(vertices, corners, True).distances(points, distances)
    return bool(np.abs(distances).max() <= DENT * np.linalg.norm(np.ptp(vertices, axis=0)))


def _surface_samples(hull: Any, vertices: Array) -> Array:
    """Points (N, 3) on the hull's surface: the ends of rays from its middle, towards a spiral on a sphere."""
    normals = np.array([hull.normal(k) for k in range(hull.num_normals_and_offsets)])
    offsets = np.array([hull.offset(k) for k in range(hull.num_normals_and_offsets)])
    middle = vertices.mean(axis=0)
    turns = np.arange(_SAMPLES) + 0.5
    z = 1 - 2 * turns / _SAMPLES
    angle = np.pi * (1 + 5**0.5) * turns
    level = np.sqrt(1 - z**2)
    rays = np.column_stack([level * np.cos(angle), level * np.sin(angle), z])
    towards = rays @ normals.T
    room = -(offsets + normals @ middle)
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.where(towards > 1e-12, room / towards, np.inf).min(axis=1)
    return np.ascontiguousarray(middle + reach[:, None] * rays)


def _decomposition(vertices: Array, corners: npt.NDArray[np.int32], name: str) -> list[Array]:
    """The corners (N, 3) of each part, from the disk if they were found before."""
    content = hashlib.sha256(vertices.tobytes() + corners.tobytes()).hexdigest()
    key = disk_cache.key_of(_VERSION, _DETAIL, content)
    kept = disk_cache.load("convex parts", key)
    if kept is None:
        parts = _coacd(vertices, corners, name)
        kept = {"points": np.vstack(parts), "counts": np.array([len(part) for part in parts])}
        disk_cache.store("convex parts", key, kept)
    return np.split(np.asarray(kept["points"], dtype=np.float64), np.cumsum(kept["counts"])[:-1])


def _coacd(vertices: Array, corners: npt.NDArray[np.int32], name: str) -> list[Array]:
    try:
        library = importlib.import_module("coacd")
    except ImportError:
        raise RobotError(
            f"{name}: distances need convex parts, and it is not convex: {install_command('collision')}"
        ) from None
    library.set_log_level("error")
    parts = library.run_coacd(library.Mesh(vertices, corners), threshold=_DETAIL, seed=1)
    return [np.asarray(points, dtype=np.float64) for points, _ in parts]
