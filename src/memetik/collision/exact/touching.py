"""Whether something in a scene touches at given configurations."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ...transforms import Array
from .coal_package import coal
from .exact_shape import ExactShape
from .insides import Insides, contains_other
from .pieces import Pieces
from .scene import Placement, Scene


class Touching:
    """Boolean checks of a scene. It is the workspace of one thread."""

    def __init__(self, scene: Scene) -> None:
        library = coal()
        self._scene = scene
        self._request, self._result = library.CollisionRequest(), library.CollisionResult()
        self._callback = library.CollisionCallBackDefault()
        for request in (self._request, self._callback.data.request):
            request.enable_contact = False  # depths are not needed
        self._places = [library.Transform3s() for _ in scene.elements]
        self._pairs = scene.pairs.tolist()
        self._tests: dict[tuple[int, int], Any] = {}
        self._insides = Insides(scene)

    def free(self, rows: Array) -> npt.NDArray[np.bool_]:
        """Whether nothing touches at configurations (N, dof)."""
        scene = self._scene
        placement = scene.place(rows)
        free = np.ones(len(rows), dtype=bool)
        near = scene.world_near(placement)
        near_itself = scene.self_near(placement)
        self._check_world(placement, near, free)
        self._check_itself(placement, near_itself, free)
        self._insides.check(placement, near, near_itself, free)
        return free

    def touching_bodies(self, row: Array) -> set[frozenset[str]]:
        """The names of bodies that touch and are a pair that must not, at a configuration (dof,)."""
        scene, found = self._scene, set()
        placement = scene.place(row[None])
        for a, b in scene.pairs[scene.self_near(placement)[0]].tolist():
            for e in (a, b):
                self._place(placement, 0, e)
            shape, other = scene.elements[a].shape, scene.elements[b].shape
            poses = [(placement.rotations[0, e], placement.translations[0, e]) for e in (a, b)]
            if self._touch(a, shape, self._places[a], b, other, self._places[b]) or contains_other(
                shape, poses[0], other, poses[1]
            ):
                found.add(frozenset(scene.bodies[scene.elements[e].body] for e in (a, b)))
        return found

    def _check_world(
        self, placement: Placement, near: npt.NDArray[np.bool_], free: npt.NDArray[np.bool_]
    ) -> None:
        scene, placed = self._scene, (-1, -1)
        for row, e, o in zip(*map(np.ndarray.tolist, near.nonzero()), strict=True):
            if not free[row]:
                continue
            if (row, e) != placed:
                self._place(placement, row, e)
                placed = (row, e)
            if self._touch(
                e, scene.elements[e].shape, self._places[e], ~o, scene.objects[o], scene.places[o]
            ):
                free[row] = False

    def _check_itself(
        self, placement: Placement, near: npt.NDArray[np.bool_], free: npt.NDArray[np.bool_]
    ) -> None:
        scene, places = self._scene, self._places
        pairs, placed = self._pairs, [-1] * len(scene.elements)
        for row, number in zip(*map(np.ndarray.tolist, near.nonzero()), strict=True):
            if not free[row]:
                continue
            a, b = pairs[number]
            for e in (a, b):
                if placed[e] != row:
                    self._place(placement, row, e)
                    placed[e] = row
            if self._touch(a, scene.elements[a].shape, places[a], b, scene.elements[b].shape, places[b]):
                free[row] = False

    def _place(self, placement: Placement, row: int, element: int) -> None:
        self._places[element].setTransform(
            placement.rotations[row, element], placement.translations[row, element]
        )

    def _touch(self, a: int, shape: ExactShape, place: Any, b: int, other: ExactShape, where: Any) -> bool:
        """Whether the pieces of two shapes touch, which have the numbers ``a`` and ``b``; ~b of obstacles."""
        test = self._tests.get((a, b))
        if test is None:
            test = self._tests[a, b] = self._test_of(shape.pieces, other.pieces)
        return bool(test(place, where))

    def _test_of(self, pieces: Pieces, others: Pieces) -> Any:
        if len(pieces) > len(others):
            swapped = self._test_of(others, pieces)
            return lambda place, where: swapped(where, place)
        single = pieces.is_single and others.is_single
        return self._single_test(pieces, others) if single else self._tree_test(pieces, others)

    def _single_test(self, pieces: Pieces, others: Pieces) -> Any:
        test = coal().ComputeCollision(pieces.geometries[0], others.geometries[0])
        request, result = self._request, self._result

        def touches(place: Any, where: Any) -> bool:
            if not test(place, where, request, result):
                return False
            result.clear()
            return True

        return touches

    def _tree_test(self, pieces: Pieces, others: Pieces) -> Any:
        callback, tree = self._callback, others.tree
        movers = [coal().CollisionObject(geometry) for geometry in pieces.geometries]

        def touches(place: Any, where: Any) -> bool:
            relative = where.inverseTimes(place)
            for mover, own in zip(movers, pieces.places, strict=True):
                mover.setTransform(relative * own)
                mover.computeAABB()
                tree.collide(mover, callback)
                if callback.data.result.isCollision():
                    return True
            return False

        return touches
