"""Whether something in a scene touches at given configurations."""

from __future__ import annotations

from typing import Any

from ...transforms import Array
from .coal_package import coal
from .insides import contains_other
from .pieces import Pieces
from .scene import Scene
from .scene_search import SceneSearch

_SLACK = 1e-7
"""What may be nearer than this is given to coal [m]: bounds are rounded, and so are coal's results."""


class Touching:
    """Boolean checks of a scene. It is the workspace of one thread."""

    def __init__(self, scene: Scene) -> None:
        library = coal()
        self._scene, self._search = scene, SceneSearch(scene, lambda shape: shape.cover)
        self._request, self._result = library.CollisionRequest(), library.CollisionResult()
        self._callback = library.CollisionCallBackDefault()
        for request in (self._request, self._callback.data.request):
            request.enable_contact = False  # depths are not needed
        self._tests: dict[int, Any] = {}

    def is_free(self, row: Array) -> bool:
        """Whether nothing touches at a configuration (dof,)."""
        return not any(map(self._touch, self._search.near(row, _SLACK)))

    def touching_bodies(self, row: Array) -> set[frozenset[str]]:
        """The names of bodies that touch and must not, at a configuration (dof,), in a scene without
        obstacles.
        """
        scene = self._scene
        touching = [scene.pairs[k] for k in self._search.near(row, _SLACK) if self._touch(k)]
        return {frozenset(scene.bodies[scene.elements[e].body] for e in pair) for pair in touching}

    def _touch(self, number: int) -> bool:
        """Whether the shapes of a pair touch, or one contains the other."""
        a, b = self._scene.pairs[number]
        place, where = self._search.place(a), self._search.place(b)
        test = self._tests.get(number)
        shape, other = self._scene.shape(a), self._scene.shape(b)
        if test is None:
            test = self._tests[number] = self._test_of(shape.pieces, other.pieces)
        return bool(test(place, where)) or contains_other(shape, place, other, where)

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
