"""Signed distances of the convex parts of shapes."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ...transforms import Array
from .coal_package import coal
from .pieces import Pieces
from .scene import Scene
from .scene_search import SceneSearch


class Nearest(NamedTuple):
    """The signed distance [m] of two shapes, the nearest point of the second, and the unit vector from it to
    the first, both (3,) in the root's frame. ``other`` is the number of an element, or ~ that of an obstacle.
    """

    element: int
    other: int
    distance: float
    point: Array
    normal: Array


class Distances:
    """Distances in a scene. It is the workspace of one thread."""

    def __init__(self, scene: Scene) -> None:
        library = coal()
        self._scene = scene
        self._request, self._result = library.DistanceRequest(), library.DistanceResult()
        self._tests: dict[tuple[int, int], Any] = {}

    def smallest(self, row: Array) -> float:
        """The smallest signed distance [m] at a configuration (dof,); inf if nothing must keep apart."""
        search, best = self._search, np.inf
        search.begin(row, best)
        while found := search.next(best):
            best = min(best, self._distance(*found))
        return float(best)

    def nearer(self, row: Array, margin: float) -> list[Nearest]:
        """All pairs of shapes that are nearer than ``margin`` [m] at a configuration (dof,)."""
        search = self._search
        nearest: dict[int, Nearest] = {}
        search.begin(row, margin)
        while found := search.next(margin):
            number, distance = found[0], self._distance(*found)
            if distance < min(margin, nearest[number].distance if number in nearest else np.inf):
                result = self._result
                point, normal = np.array(result.getNearestPoint2()), -np.array(result.normal)
                nearest[number] = Nearest(*self._scene.pairs[number], distance, point, normal)
                search.limit_pair(number, distance)
        return list(nearest.values())

    @cached_property
    def _search(self) -> SceneSearch:
        return SceneSearch(self._scene, lambda shape: shape.parts)  # it may take long to find them

    @cached_property
    def _sides(self) -> list[tuple[int, int, Pieces, Pieces]]:
        """The pairs of the scene, with the parts of both shapes."""
        shape = self._scene.shape
        return [(a, b, shape(a).parts, shape(b).parts) for a, b in self._scene.pairs]

    def _distance(self, pair: int, part: int, other_part: int) -> float:
        """The signed distance of two parts; ``_result`` has the rest."""
        element, other, parts, others = self._sides[pair]
        test = self._test(parts.geometries[part], others.geometries[other_part])
        place = parts.placed(part, self._search.place(element))
        where = others.placed(other_part, self._search.place(other))
        self._result.clear()
        return float(test(place, where, self._request, self._result))

    def _test(self, geometry: Any, other: Any) -> Any:
        """Coal's distance test of two geometries, which keeps them alive: coal does not."""
        key = id(geometry), id(other)
        kept = self._tests.get(key)
        if kept is None:
            kept = self._tests[key] = coal().ComputeDistance(geometry, other), geometry, other
        return kept[0]
