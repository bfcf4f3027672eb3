"""Verifies answers without memetik: kinematics by pinocchio, collisions by coal on the meshes."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from memetik.transforms import Array

from ..collision.settings import INSTALL
from ..missing import require
from ..pinocchio_model import pinocchio_model
from ..verify import limits_held, rotation_angle, within_tolerance
from .coal_solids import coal_mesh, coal_solid

if TYPE_CHECKING:
    from .obstacle import Obstacle
    from .scenario import Scenario

OK = ""
"""The verdict of an answer that is correct."""


class Verifier:
    """Checks configurations of a scenario: limits, the tool's errors in norm, and collisions.

    The robot has its own shapes, obstacles are closed triangle meshes. Meshes are surfaces for coal: what is
    inside as a whole does not touch them. So the middle of each shape must not be inside, either.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self._robot = scenario.load_robot()
        self._pin = require("pinocchio", "pin", INSTALL)
        self._model = pinocchio_model(self._robot)
        self._data = self._model.createData()
        self._order = self._plain_order()
        self._tool = self._model.getFrameId(scenario.tool)
        self._geometry = self._pin.GeometryModel()
        self._owners: list[str] = []
        links = self._add_robot()
        obstacles = [self._add_obstacle(obstacle) for obstacle in scenario.obstacles]
        touch = scenario.robot.touch_links
        self._middles = [k for link, shapes in links.items() if link not in touch for k in shapes]
        for pair in (*itertools.product(self._middles, obstacles), *self._self_pairs(links)):
            self._geometry.addCollisionPair(self._pin.CollisionPair(*pair))
        self._geometry_data = self._geometry.createData()
        # A tree of bounding boxes leaves few of the hundreds of pairs for coal.
        self._manager = self._pin.BroadPhaseManager_DynamicAABBTreeCollisionManager(
            self._model, self._geometry, self._geometry_data
        )

    @property
    def pair_count(self) -> int:
        """The number of pairs of shapes that must not touch."""
        return len(self._geometry.collisionPairs)

    def check(self, target: int, q: Array) -> str:
        """Return the reason why ``q`` (dof,) is no answer to a frozen target, or :data:`OK`."""
        return self.check_batch(self.scenario.targets[[target]], np.asarray(q)[None])[0]

    def check_batch(self, poses: Array, rows: Array) -> list[str]:
        """Return the verdict for each of the configurations (N, dof) at its target pose (N, 4, 4)."""
        verdicts = np.full(len(rows), "limits", dtype=object)
        kept = np.flatnonzero(limits_held(self._robot, rows))
        position, rotation = self.errors(poses[kept], rows[kept])
        tolerance = self.scenario.tolerance
        near, aligned = within_tolerance(position, tolerance), within_tolerance(rotation, tolerance)
        verdicts[kept] = np.where(near, np.where(aligned, OK, "rotation"), "position")
        reached = kept[near & aligned]
        verdicts[reached[~self.free(rows[reached])]] = "collision"
        return list(verdicts)

    def errors(self, poses: Array, rows: Array) -> tuple[Array, Array]:
        """Return the norms of the tool's errors [m] and [rad], each (N,)."""
        reached = self.tool_poses(rows)
        position = np.linalg.norm(reached[:, :3, 3] - poses[:, :3, 3], axis=1)
        return position, rotation_angle(reached[:, :3, :3], poses[:, :3, :3])

    def tool_poses(self, rows: Array) -> Array:
        """Return the poses (N, 4, 4) of the tool at configurations (N, dof)."""
        reached = np.empty((len(rows), 4, 4))
        for k, row in enumerate(self._encoded(rows)):
            self._pin.forwardKinematics(self._model, self._data, row)
            place = self._pin.updateFramePlacement(self._model, self._data, self._tool)
            reached[k] = place.homogeneous
        return reached

    def free(self, rows: Array) -> npt.NDArray[np.bool_]:
        """Return whether nothing touches that must not, for each of the configurations (N, dof)."""
        check, model, data = self._pin.computeCollisions, self._model, self._data
        manager, found = self._manager, self._geometry_data
        count = len(self._middles)
        points = np.empty((len(rows), count, 3))
        free = np.empty(len(rows), dtype=bool)
        for k, row in enumerate(self._encoded(rows)):
            free[k] = not check(model, data, manager, row, True)
            points[k] = [found.oMg[shape].translation for shape in self._middles]
        for obstacle in self.scenario.obstacles if count else ():
            free &= ~obstacle.contains(points.reshape(-1, 3)).reshape(len(rows), count).any(axis=1)
        return free

    def touching(self, q: Array) -> list[tuple[str, str]]:
        """Return the names of links and obstacles that touch and must not; of links inside, both names."""
        row = self._encoded(np.asarray(q)[None])[0]
        found = self._geometry_data
        self._pin.computeCollisions(self._model, self._data, self._geometry, found, row, False)
        pairs = zip(self._geometry.collisionPairs, found.collisionResults, strict=True)
        names = {(self._owners[p.first], self._owners[p.second]) for p, hit in pairs if hit.isCollision()}
        for obstacle, shape in itertools.product(self.scenario.obstacles, self._middles):
            if obstacle.contains(found.oMg[shape].translation[None])[0]:
                names.add((self._owners[shape], obstacle.name))
        return sorted(names)

    def _encoded(self, rows: Array) -> Array:
        """Return configurations (N, dof) as those of pinocchio (N, nq)."""
        if self._order is not None:
            return np.asarray(rows[:, self._order])
        return np.asarray(self._robot.to_pinocchio(rows, self._model)) if len(rows) else rows

    def _plain_order(self) -> npt.NDArray[np.intp] | None:
        """Return the order of the variables if pinocchio has the same numbers; this is faster to apply."""
        numbers = np.arange(self._robot.dof, dtype=float)
        encoded = np.asarray(self._robot.to_pinocchio(numbers, self._model))
        same = len(encoded) == len(numbers) and set(encoded) == set(numbers)
        return encoded.astype(np.intp) if same else None

    def _add_robot(self) -> dict[str, list[int]]:
        """Add the shapes of the links; return their indices by link."""
        added: dict[str, list[int]] = {}
        for link, shapes in self.scenario.robot.shapes().items():
            frame = self._model.frames[self._model.getFrameId(link)]
            added[link] = [
                self._add(
                    link,
                    frame.parentJoint,
                    frame.placement * self._pin.SE3(np.array(item.origin)),
                    coal_solid(item.shape),
                )
                for item in shapes
            ]
        return added

    def _add_obstacle(self, obstacle: Obstacle) -> int:
        return self._add(obstacle.name, 0, self._pin.SE3.Identity(), coal_mesh(obstacle.mesh))

    def _add(self, owner: str, joint: int, place: Any, solid: Any) -> int:
        self._owners.append(owner)
        item = self._pin.GeometryObject(f"{owner} {len(self._owners)}", joint, 0, place, solid)
        return int(self._geometry.addGeometryObject(item))

    def _self_pairs(self, links: dict[str, list[int]]) -> Iterator[tuple[int, int]]:
        for first, second in self.scenario.robot.self_pairs():
            yield from itertools.product(links[first], links[second])


@functools.lru_cache(maxsize=4)
def verifier_of(scenario: Scenario) -> Verifier:
    """Return the scenario's verifier; the last few are kept."""
    return Verifier(scenario)


def verify(scenario: Scenario, target: int, q: Array) -> str:
    """Return the reason why ``q`` (dof,) is no answer to a target of a scenario, or :data:`OK`."""
    return verifier_of(scenario).check(target, q)
