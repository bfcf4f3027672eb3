"""Pieces: convex geometries or meshes of coal that together are a shape."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ... import _core
from ...transforms import Array
from .coal_package import coal

_UNBOUNDED = 1e300
_MOST_FACES, _MOST_CORNERS = 128, 512  # of a hull, for bounds: more take longer than coal itself


class Pieces:
    """Geometries of coal at ``poses`` (K, 4, 4) in the frame of a shape."""

    def __init__(self, geometries: Sequence[Any], poses: Array) -> None:
        self.geometries, self.poses = list(geometries), poses

    def __len__(self) -> int:
        return len(self.geometries)

    @cached_property
    def _boxes(self) -> tuple[Array, Array]:
        """Poses (K, 4, 4) of boxes around the pieces in the frame of the shape, and their sizes (K, 4)."""
        known = {id(item): _box(item) for item in self.geometries}
        boxes = [known[id(item)] for item in self.geometries]
        frames = self.poses.copy()
        frames[:, :3, 3] += np.einsum("kij,kj->ki", frames[:, :3, :3], [center for center, _ in boxes])
        return frames, np.array([size for _, size in boxes])

    @cached_property
    def is_single(self) -> bool:
        """Whether it is one geometry in its own frame."""
        return len(self) == 1 and self._in_own_frame

    @cached_property
    def _in_own_frame(self) -> bool:
        return bool((self.poses == np.eye(4)).all())

    @cached_property
    def places(self) -> list[Any]:
        """The poses as transforms of coal."""
        return [transform_of(pose) for pose in self.poses]

    def placed(self, number: int, place: Any) -> Any:
        """The pose of a piece of a shape at ``place``, as transforms of coal."""
        return place if self._in_own_frame else place * self.places[number]

    @cached_property
    def bounds(self) -> tuple[Array, Array]:
        """Centre (3,) and half edges (3,) of the box around all pieces, along the axes of the shape [m]."""
        frames, sizes = self._boxes
        if not np.isfinite(sizes).all():
            return np.zeros(3), np.full(3, np.inf)
        centers, rotations = frames[:, :3, 3], frames[:, :3, :3]
        halves = np.einsum("kij,kj->ki", np.abs(rotations), sizes[:, :3]) + sizes[:, 3:]
        low, high = (centers - halves).min(axis=0), (centers + halves).max(axis=0)
        return 0.5 * (low + high), 0.5 * (high - low)

    @cached_property
    def part_tree(self) -> _core.PartTree:
        """Boxes around the pieces in a tree, and the hulls of the pieces, for bounds of distances."""
        different = {id(item): item for item in self.geometries}
        numbers = {key: k for k, key in enumerate(different)}
        hull_of_part = np.array([numbers[id(item)] for item in self.geometries], dtype=np.int32)
        return _core.PartTree(*self._boxes, [_hull(item) for item in different.values()], hull_of_part)

    @cached_property
    def tree(self) -> Any:
        """All pieces in a tree of boxes, in the frame of the shape."""
        library = coal()
        tree = library.DynamicAABBTreeCollisionManager()
        self._objects = [  # the tree does not keep them alive
            library.CollisionObject(geometry, place)
            for geometry, place in zip(self.geometries, self.places, strict=True)
        ]
        for item in self._objects:
            tree.registerObject(item)
        tree.setup()
        return tree


def transform_of(pose: Array) -> Any:
    """A pose (4, 4) as a transform of coal."""
    return coal().Transform3s(np.ascontiguousarray(pose[:3, :3]), np.ascontiguousarray(pose[:3, 3]))


def one_piece(geometry: Any) -> Pieces:
    """A single geometry in its own frame."""
    return Pieces([geometry], np.eye(4)[None])


def _box(geometry: Any) -> tuple[Array, Array]:
    """Centre (3,) of a box around a geometry, in its frame; its half edges, and the radius of its rounded
    edges (4,).
    """
    library = coal()
    if isinstance(geometry, library.Sphere):
        return np.zeros(3), np.array([0.0, 0.0, 0.0, geometry.radius])
    if isinstance(geometry, library.Capsule):
        return np.zeros(3), np.array([0.0, 0.0, geometry.halfLength, geometry.radius])
    geometry.computeLocalAABB()
    low, high = np.array(geometry.aabb_local.min_), np.array(geometry.aabb_local.max_)
    if not max(np.abs(low).max(), np.abs(high).max()) < _UNBOUNDED:
        return np.zeros(3), np.array([np.inf, np.inf, np.inf, 0.0])
    return 0.5 * (low + high), np.append(0.5 * (high - low), 0.0)


def _hull(geometry: Any) -> tuple[Array, Array]:
    """Half-spaces (F, 4) that contain a geometry: normals n and offsets d of n · x <= d; and its corners
    (C, 3), if it has any and they are not too many. Both are in the frame of its box.
    """
    library, no_faces, no_corners = coal(), np.empty((0, 4)), np.empty((0, 3))
    if isinstance(geometry, library.Halfspace):
        return np.array([[*geometry.n, geometry.d]]), no_corners
    if not isinstance(geometry, library.ConvexBase):
        return no_faces, no_corners
    middle = _box(geometry)[0]
    corners = no_corners
    if geometry.num_points <= _MOST_CORNERS:
        corners = np.ascontiguousarray(np.array(geometry.points()) - middle)
    count = geometry.num_normals_and_offsets
    if not count:
        return no_faces, corners
    chosen = range(0, count, -(-count // _MOST_FACES))
    normals = np.array([geometry.normal(k) for k in chosen])
    offsets = -np.array([geometry.offset(k) for k in chosen])
    return np.column_stack([normals, offsets - normals @ middle]), corners
