"""Collision checks by coal on the published meshes, which pinocchio reads: none of memetik's code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import memetik as mk
from memetik.collision import Box, Geometry, Sphere
from memetik.transforms import Array

from ..missing import require
from .settings import INSTALL


class CoalCheck:
    """The collision shapes of a URDF file, obstacles, and ``pairs`` of links that must not touch.

    Links in ``links`` are checked against the obstacles. Meshes are surfaces here, not their hulls.
    """

    def __init__(
        self,
        robot: mk.Robot,
        urdf: Path,
        folders: Iterable[Path],
        links: Iterable[str],
        pairs: Iterable[tuple[str, str]],
        obstacles: Sequence[Geometry],
    ) -> None:
        pin = require("pinocchio", "pinocchio", INSTALL)
        self._pin, self._robot = pin, robot
        self.model = pin.buildModelFromUrdf(str(urdf))
        dirs = [str(folder) for folder in folders]
        self._geometry = pin.buildGeomFromUrdf(self.model, str(urdf), pin.COLLISION, package_dirs=dirs)
        shapes = self._shapes_by_link()
        places = [self._add(item, k) for k, item in enumerate(obstacles)]
        for link in links:
            self._pair((shape, place) for shape in shapes.get(link, ()) for place in places)
        for a, b in pairs:
            self._pair((i, j) for i in shapes.get(a, ()) for j in shapes.get(b, ()))
        self.links = tuple(shapes)
        self._data, self._geometry_data = self.model.createData(), self._geometry.createData()
        manager = pin.BroadPhaseManager_NaiveCollisionManager
        self._boxes = manager(self.model, self._geometry, self._geometry_data)

    @property
    def pair_count(self) -> int:
        """The number of pairs of shapes."""
        return len(self._geometry.collisionPairs)

    def rows(self, q: Array) -> Array:
        """Return configurations (N, dof) as those of pinocchio (N, nq)."""
        base = self._pin.neutral(self.model)
        return np.asarray(self._robot.to_pinocchio(q, self.model, base=base))

    def collides(self, rows: Array) -> list[bool]:
        """Return whether something touches, for each row of :meth:`rows`; stops at the first contact.

        Every pair of shapes is checked.
        """
        check, model, data = self._pin.computeCollisions, self.model, self._data
        return [check(model, data, self._geometry, self._geometry_data, row, True) for row in rows]

    def collides_by_boxes(self, rows: Array) -> list[bool]:
        """Return the same, faster: pairs of shapes are skipped if their bounding boxes are apart.

        Of pinocchio's managers of the broad phase, the naive one is the fastest for so few shapes.
        """
        check, model, data = self._pin.computeCollisions, self.model, self._data
        return [check(model, data, self._boxes, row, True) for row in rows]

    def touching(self, row: Array) -> list[tuple[str, str]]:
        """Return the names of all pairs of shapes that touch."""
        pin = self._pin
        pin.computeCollisions(self.model, self._data, self._geometry, self._geometry_data, row, False)
        names = [item.name for item in self._geometry.geometryObjects]
        return [
            (names[pair.first], names[pair.second])
            for pair, result in zip(
                self._geometry.collisionPairs, self._geometry_data.collisionResults, strict=True
            )
            if result.isCollision()
        ]

    def require_same_kinematics(self, q: Array) -> None:
        """Raise an error unless pinocchio places all links with shapes where memetik does."""
        for row, native in zip(self.rows(q), q, strict=True):
            self._pin.framesForwardKinematics(self.model, self._data, row)
            poses = self._robot.fk(native)
            for link in self.links:
                other = self._data.oMf[self.model.getFrameId(link)].homogeneous
                if np.abs(other - poses[link]).max() > 1e-9:
                    raise mk.MemetikError(f"pinocchio places link {link!r} elsewhere than memetik")

    def _shapes_by_link(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for k, item in enumerate(self._geometry.geometryObjects):
            found.setdefault(self.model.frames[item.parentFrame].name, []).append(k)
        return found

    def _add(self, obstacle: Geometry, number: int) -> int:
        coal, pin = require("coal", "coal", INSTALL), self._pin
        shape: Any = obstacle.shape
        if isinstance(shape, Box):
            solid = coal.Box(*(float(edge) for edge in shape.size))
        elif isinstance(shape, Sphere):
            solid = coal.Sphere(float(shape.radius))
        else:
            raise mk.MemetikError(f"expected boxes and spheres, got {shape!r}")
        place = pin.SE3(np.array(obstacle.origin))
        item = pin.GeometryObject(f"obstacle {number}", 0, 0, place, solid)
        return int(self._geometry.addGeometryObject(item))

    def _pair(self, pairs: Iterable[tuple[int, int]]) -> None:
        for first, second in pairs:
            self._geometry.addCollisionPair(self._pin.CollisionPair(first, second))
