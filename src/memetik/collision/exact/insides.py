"""Shapes inside the closed surfaces of others, which coal does not notice."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...transforms import Array
from .exact_shape import ExactShape
from .scene import Placement, Scene

Truths = npt.NDArray[np.bool_]


class Insides:
    """Checks whether shapes that do not cross a closed surface are inside."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        shapes = [item.shape for item in scene.elements]
        hollow = np.array([shape.contains is not None for shape in shapes], dtype=bool)
        self._hollow_elements = np.flatnonzero(hollow)
        self._hollow_objects = [k for k, shape in enumerate(scene.objects) if shape.contains is not None]
        self._hollow_pairs = hollow[scene.pairs].any(axis=1)
        most = max(len(shape.points) for shape in shapes)
        self._points = np.array([shape.points[np.arange(most) % len(shape.points)] for shape in shapes])

    def check(self, placement: Placement, near: Truths, near_itself: Truths, free: Truths) -> None:
        """Set ``free`` (N,) to False where a shape is inside another that it must not touch. ``near``
        (N, E, O) and ``near_itself`` (N, P) say what may be near.
        """
        scene = self._scene
        for o in self._hollow_objects:
            self._check_object(placement, o, near[:, :, o], free)
        for e in self._hollow_elements.tolist():
            for row, o in zip(*map(np.ndarray.tolist, near[:, e].nonzero()), strict=True):
                if free[row]:
                    pose, other = _pose(placement, row, e), (scene.rotations[o], scene.translations[o])
                    free[row] = not _has_inside(scene.elements[e].shape, pose, scene.objects[o], other)
        if self._hollow_pairs.any():
            for row, number in np.argwhere(near_itself & self._hollow_pairs).tolist():
                if free[row]:
                    a, b = scene.pairs[number]
                    shapes = scene.elements[a].shape, scene.elements[b].shape
                    poses = _pose(placement, row, a), _pose(placement, row, b)
                    free[row] = not contains_other(shapes[0], poses[0], shapes[1], poses[1])

    def _check_object(self, placement: Placement, number: int, near: Truths, free: Truths) -> None:
        """All elements (N, E) that are near an obstacle at once."""
        rows, elements = (near & free[:, None]).nonzero()
        if not len(rows):
            return
        scene, shape = self._scene, self._scene.objects[number]
        rotations, points = placement.rotations[rows, elements], self._points[elements]
        placed = points @ rotations.swapaxes(1, 2) + placement.translations[rows, elements][:, None]
        inside = _inside(shape, (placed - scene.translations[number]) @ scene.rotations[number])
        free[rows[inside.any(axis=1)]] = False


def contains_other(
    shape: ExactShape, pose: tuple[Array, Array], other: ExactShape, where: tuple[Array, Array]
) -> bool:
    """Whether one of two shapes contains a point of the other."""
    return _has_inside(shape, pose, other, where) or _has_inside(other, where, shape, pose)


def _has_inside(
    outer: ExactShape, pose: tuple[Array, Array], inner: ExactShape, where: tuple[Array, Array]
) -> bool:
    if outer.contains is None:
        return False
    points = inner.points @ where[0].T + where[1]
    return bool(_inside(outer, (points - pose[1]) @ pose[0]).any())


def _inside(shape: ExactShape, points: Array) -> Truths:
    """Whether points (..., 3) in the frame of a shape are inside."""
    assert shape.contains is not None
    center, half = shape.pieces.bounds
    inside = np.asarray((np.abs(points - center) <= half).all(axis=-1))
    if inside.any():
        inside[inside] = shape.contains(points[inside])
    return inside


def _pose(placement: Placement, row: int, element: int) -> tuple[Array, Array]:
    return placement.rotations[row, element], placement.translations[row, element]
