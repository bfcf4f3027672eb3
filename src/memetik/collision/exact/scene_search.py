"""Finds what may be near in a scene, by bounds of distances that the core computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import _core
from ...transforms import Array
from ..world_snapshot import WorldSnapshot
from .coal_package import coal
from .exact_shape import ExactShape
from .pieces import Pieces
from .scene import Scene


class SceneSearch:
    """Searches the pairs of a scene at one configuration after the other. ``pieces_of`` returns the pieces of
    a shape whose bounds are compared; all bounds are lower than the distances. It is the workspace of one
    thread.
    """

    def __init__(self, scene: Scene, pieces_of: Callable[[ExactShape], Pieces]) -> None:
        self._scene = scene
        self._snapshot: WorldSnapshot | None = None
        elements = scene.elements
        self._native = _core.PartSearch(
            scene.robot._tree,
            [item.link for item in elements],
            np.array([item.pose for item in elements]),
            [pieces_of(item.shape).part_tree for item in elements],
            [pieces_of(shape).part_tree for shape in scene.objects],
            scene.pairs,
        )
        self._poses = np.tile(np.eye(4), (len(elements), 1, 1))
        self._views = [(pose[:3, :3], pose[:3, 3]) for pose in self._poses]
        self._places = [coal().Transform3s() for _ in elements]
        self._placed: set[int] = set()

    def near(self, row: Array, limit: float) -> list[int]:
        """The numbers of the pairs that may be nearer than ``limit`` [m] at a configuration (dof,)."""
        self._prepare()
        return self._native.near(row, limit, self._poses)

    def begin(self, row: Array, limit: float) -> None:
        """Begin a search for pieces that are nearer than ``limit`` [m] at a configuration (dof,)."""
        self._prepare()
        self._native.begin(row, limit, self._poses)

    def next(self, limit: float) -> tuple[int, int, int] | None:
        """A pair and the numbers of pieces of its shapes: those with the lowest bound. None if all bounds are
        at least ``limit`` [m], which may decrease.
        """
        return self._native.next(limit)

    def limit_pair(self, pair: int, limit: float) -> None:
        """Skip the pieces of a pair whose bounds are at least ``limit`` [m]."""
        self._native.limit_pair(pair, limit)

    def place(self, number: int) -> Any:
        """The pose of an element, or of the obstacle ~``number``, as a transform of coal."""
        if number < 0:
            return self._scene.places[~number]
        place = self._places[number]
        if number not in self._placed:
            place.setTransform(*self._views[number])
            self._placed.add(number)
        return place

    def _prepare(self) -> None:
        self._placed.clear()
        if self._snapshot is not self._scene.snapshot:
            self._native.place_obstacles(self._scene.snapshot.poses)
            self._snapshot = self._scene.snapshot
