"""Sphere robots and worlds as records of the core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _core
from ..errors import MemetikError, RobotError
from .bodies import bodies_of, body_pairs
from .field import Field
from .self_pairs import SelfPairs
from .sphere_robot import SphereRobot
from .world_snapshot import WorldObject, WorldSnapshot

if TYPE_CHECKING:
    from ..robot.robot import Robot


def sphere_record(
    robot: Robot, geometry: SphereRobot, snapshot: WorldSnapshot, self_pairs: SelfPairs, margin: float = 0.0
) -> _core.SphereRobot:
    """The spheres and the pairs to keep apart; bodies are numbered in the order of ``bodies_of``."""
    bodies = bodies_of(geometry, snapshot)
    spheres = [
        _core.LinkSphere(number, row[:3].tolist(), float(row[3]))
        for number, body in enumerate(bodies)
        for row in body.spheres
    ]
    pairs, never_pairs = body_pairs(robot, geometry, snapshot, self_pairs, margin)
    return _core.SphereRobot(spheres, pairs, never_pairs)


def obstacle_records(snapshot: WorldSnapshot, geometry: SphereRobot) -> list[_core.Obstacle]:
    """The obstacles of a world, in their order."""
    bodies = bodies_of(geometry, snapshot)
    records = []
    for item in snapshot.objects:
        touched_by = [number for number, body in enumerate(bodies) if body.name in item.touch_links]
        if item.shape._formula() is None:
            records.append(_core.Obstacle(_field(item)._core, touched_by))
        else:
            records.append(_core.Obstacle(*item.geometry._formula(f"world: {item.name!r}"), touched_by))
    return records


def _field(item: WorldObject) -> Field:
    """The distance field of a shape without a formula."""
    try:
        return item.shape.as_field()
    except MemetikError as error:
        raise RobotError(f"world: {item.name!r}: {error}") from None
