"""Pieces: convex geometries or meshes of coal that together are a shape."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ...transforms import Array
from .coal_package import coal

_UNBOUNDED = 1e300


class Pieces:
    """Geometries of coal at ``poses`` (K, 4, 4) in the frame of a shape.

    ``centers`` (K, 3) and ``halves`` (K, 3) are boxes around them, along the axes of that frame [m].
    """

    def __init__(self, geometries: Sequence[Any], poses: Array) -> None:
        self.geometries, self.poses = list(geometries), poses
        boxes = np.array([_box(geometry) for geometry in self.geometries])
        rotations = poses[:, :3, :3]
        self.centers = np.einsum("kij,kj->ki", rotations, boxes[:, 0]) + poses[:, :3, 3]
        bounded = np.isfinite(boxes[:, 1]).all(axis=1)
        self.halves = np.full((len(poses), 3), np.inf)
        self.halves[bounded] = np.einsum("kij,kj->ki", np.abs(rotations[bounded]), boxes[bounded, 1])

    def __len__(self) -> int:
        return len(self.geometries)

    @cached_property
    def is_single(self) -> bool:
        """Whether it is one geometry in its own frame."""
        return len(self) == 1 and bool((self.poses[0] == np.eye(4)).all())

    @cached_property
    def places(self) -> list[Any]:
        """The poses as transforms of coal."""
        return [transform_of(pose) for pose in self.poses]

    @cached_property
    def bounds(self) -> tuple[Array, Array]:
        """Centre (3,) and half edges (3,) of the box around all pieces [m]."""
        if not np.isfinite(self.halves).all():
            return np.zeros(3), np.full(3, np.inf)
        low, high = (self.centers - self.halves).min(axis=0), (self.centers + self.halves).max(axis=0)
        return 0.5 * (low + high), 0.5 * (high - low)

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
    """Centre and half edges of the box around a geometry, in its frame."""
    geometry.computeLocalAABB()
    low, high = np.array(geometry.aabb_local.min_), np.array(geometry.aabb_local.max_)
    if (
        not (np.isfinite(low).all() and np.isfinite(high).all())
        or max(abs(low).max(), abs(high).max()) > 1e300
    ):
        return np.zeros(3), np.full(3, np.inf)
    return 0.5 * (low + high), 0.5 * (high - low)
