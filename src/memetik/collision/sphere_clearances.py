"""The clearance of every sphere of a robot, for pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..transforms import Array
from .bodies import Body, bodies_of, body_pairs
from .geometry import Geometry
from .self_pairs import SelfPairs
from .sphere_robot import SphereRobot
from .world_snapshot import WorldObject, WorldSnapshot

if TYPE_CHECKING:
    from ..robot.robot import Robot


def sphere_clearances(
    robot: Robot,
    q: Array,
    geometry: SphereRobot,
    snapshot: WorldSnapshot,
    self_pairs: SelfPairs = "auto",
    margin: float = 0.0,
) -> list[tuple[Body, Array]]:
    """For each link, and each held object, the clearances (N,) [m] of its spheres: from all obstacles, and
    from the spheres of the links that it must not touch.

    The smallest of all is the clearance of a :class:`CollisionCheck` with these arguments.
    """
    bodies, poses = bodies_of(geometry, snapshot), robot.fk(q)
    centers = [_placed(body.spheres[:, :3], poses[body.link]) for body in bodies]
    found = [np.full(len(body.spheres), np.inf) for body in bodies]
    for item in snapshot.objects:
        for body, points, least in zip(bodies, centers, found, strict=True):
            if body.name not in item.touch_links:
                np.minimum(least, _from_obstacle(item, points, body.spheres[:, 3]), out=least)
    for a, b in [
        pair for pairs in body_pairs(robot, geometry, snapshot, self_pairs, margin) for pair in pairs
    ]:
        away = np.linalg.norm(centers[a][:, None] - centers[b][None], axis=-1)
        away -= bodies[a].spheres[:, 3, None] + bodies[b].spheres[:, 3]
        np.minimum(found[a], away.min(axis=1), out=found[a])
        np.minimum(found[b], away.min(axis=0), out=found[b])
    return list(zip(bodies, found, strict=True))


def _from_obstacle(item: WorldObject, centers: Array, radii: Array) -> Array:
    """The clearances (N,) of spheres from an obstacle; from a field, those that surely are there."""
    if item.shape._formula():
        return item.geometry.distance(centers) - radii
    field = item.shape.as_field()
    unsure = np.array([field.overestimate(radius) for radius in radii.tolist()])
    return np.asarray(Geometry(field, item.pose).distance(centers) - radii - unsure)


def _placed(points: Array, pose: Array) -> Array:
    return np.asarray(points @ pose[:3, :3].T + pose[:3, 3])
