"""Sphere robots and worlds as records of the core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _core
from ..errors import MemetikError, RobotError
from .field import Field
from .self_pairs import SelfPairs, pairs_of
from .sphere_robot import SphereRobot
from .world import WorldObject, WorldSnapshot

if TYPE_CHECKING:
    from ..robot.robot import Robot


def sphere_record(
    robot: Robot, geometry: SphereRobot, self_pairs: SelfPairs, margin: float = 0.0
) -> _core.SphereRobot:
    """The spheres and the pairs to keep apart; links are numbered in the order of the geometry."""
    for link in geometry.spheres:
        robot._link(link)  # raises an error that lists the valid names
    numbers = {link: k for k, link in enumerate(geometry.spheres)}
    spheres = [
        _core.LinkSphere(numbers[link], row[:3].tolist(), float(row[3]))
        for link, rows in geometry.spheres.items()
        for row in rows
    ]
    pairs = pairs_of(robot, geometry, self_pairs, margin)
    kept = [[numbers[a], numbers[b]] for a, b in pairs if a in numbers and b in numbers]
    return _core.SphereRobot(spheres, kept)


def obstacle_records(snapshot: WorldSnapshot, geometry: SphereRobot) -> list[_core.Obstacle]:
    """The objects of a world, in their order."""
    numbers = {link: k for k, link in enumerate(geometry.spheres)}
    records = []
    for item in snapshot.objects:
        touched_by = [numbers[link] for link in item.touch_links if link in numbers]
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
