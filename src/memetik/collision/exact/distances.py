"""Signed distances of the convex parts of shapes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ...transforms import Array
from .coal_package import coal
from .pieces import Pieces, transform_of
from .scene import Placement, Scene


class Nearest(NamedTuple):
    """The signed distance [m] of two shapes, the nearest point of the second, and the unit vector from it to
    the first, both (3,) in the root's frame. ``element`` and ``other`` are numbers; ``other`` is that of an
    obstacle if ``in_world``.
    """

    element: int
    other: int
    in_world: bool
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
        best = np.inf
        placement = self._scene.place(row[None])
        for gap, e, other, in_world in self._by_gap(placement):
            if gap > 0 and gap >= best:
                break
            best = min(best, self._distance(placement, e, other, in_world, max(best, 0.0))[0])
        return float(best)

    def nearer(self, row: Array, margin: float) -> Iterator[Nearest]:
        """All pairs of shapes that are nearer than ``margin`` [m] at a configuration (dof,)."""
        placement = self._scene.place(row[None])
        for gap, e, other, in_world in self._by_gap(placement):
            if gap > 0 and gap >= margin:
                break
            distance, witness = self._distance(placement, e, other, in_world, max(margin, 0.0))
            if distance < margin and witness is not None:
                place, result = witness
                point = place.transform(result[0])
                normal = -place.getRotation() @ result[1]
                yield Nearest(e, other, in_world, distance, np.asarray(point), np.asarray(normal))

    def _by_gap(self, placement: Placement) -> Iterator[tuple[float, int, int, bool]]:
        """All that must keep apart, with lower bounds of the distances, the nearest first."""
        scene = self._scene
        world, own = scene.world_gaps(placement)[0], scene.self_gaps(placement)[0]
        gaps, pairs = np.concatenate([world.ravel(), own]), scene.pairs.tolist()
        count = len(scene.objects)
        for k in np.argsort(gaps, kind="stable").tolist():
            if gaps[k] == np.inf:
                return
            if k < world.size:
                yield float(gaps[k]), k // count, k % count, True
            else:
                a, b = pairs[k - world.size]
                yield float(gaps[k]), a, b, False

    def _distance(
        self, placement: Placement, element: int, other: int, in_world: bool, best: float
    ) -> tuple[float, Any]:
        """The distance if it is less than ``best``, else something larger. The second is the place of the
        other shape, and point and normal in its frame.
        """
        scene = self._scene
        first = scene.elements[element].shape
        pose = placement.rotations[0, element], placement.translations[0, element]
        if in_world:
            second = scene.objects[other]
            rotation, translation = scene.rotations[other], scene.translations[other]
        else:
            second = scene.elements[other].shape
            rotation, translation = placement.rotations[0, other], placement.translations[0, other]
        relative = np.eye(4)
        relative[:3, :3] = rotation.T @ pose[0]
        relative[:3, 3] = rotation.T @ (pose[1] - translation)
        distance, found = self._between(first.parts, second.parts, relative, best)
        if found is None:
            return distance, None
        place = np.eye(4)
        place[:3, :3], place[:3, 3] = rotation, translation
        return distance, (transform_of(place), found)

    def _between(self, parts: Pieces, others: Pieces, relative: Array, best: float) -> tuple[float, Any]:
        """The distance of two shapes by their convex parts, the first at ``relative`` (4, 4) in the frame of
        the second, and the nearest point and the normal there.
        """
        rotation = relative[:3, :3]
        centers = parts.centers @ rotation.T + relative[:3, 3]
        halves = parts.halves @ np.abs(rotation).T
        apart = np.abs(centers[:, None] - others.centers) - (halves[:, None] + others.halves)
        np.maximum(apart, 0, out=apart)
        gaps = np.sqrt(np.einsum("abi,abi->ab", apart, apart)).ravel()
        near = np.flatnonzero(gaps <= best)
        near = near[np.argsort(gaps[near], kind="stable")]
        place, found = transform_of(relative), None
        smallest, result = np.inf, self._result
        for k in near.tolist():
            if gaps[k] > 0 and gaps[k] >= min(best, smallest):
                break
            i, j = divmod(k, len(others))
            test = self._test(parts.geometries[i], others.geometries[j])
            result.clear()
            distance = test(place * parts.places[i], others.places[j], self._request, result)
            if distance < smallest:
                smallest = distance
                found = np.array(result.getNearestPoint2()), np.array(result.normal)
        return smallest, found

    def _test(self, geometry: Any, other: Any) -> Any:
        """Coal's distance test of two geometries, which keeps them alive: coal does not."""
        key = id(geometry), id(other)
        kept = self._tests.get(key)
        if kept is None:
            kept = self._tests[key] = coal().ComputeDistance(geometry, other), geometry, other
        return kept[0]
