"""Worlds in pictures: obstacles, held objects, and spheres in the colour of their clearance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..collision.shapes import Box, Color, Shape, Sphere, rgba
from ..collision.sphere_clearances import sphere_clearances
from ..collision.sphere_robot import SphereRobot
from ..collision.world_snapshot import WorldObject, WorldSnapshot
from ..errors import RobotWarning, warn
from ..transforms import Array, transform
from .contact_marks import NEAR, TOUCHING
from .posed_shapes import PosedShape

if TYPE_CHECKING:
    from ..robot.robot import Robot

OBSTACLE, HELD, GROUND = rgba("#a9b6c4"), rgba("#c9a26b"), rgba("#d3dae2")
"""The colours of obstacles, of held objects and of half-spaces that have none of their own."""
FREE: Color = rgba("#8d9cab")
"""The colour of spheres that are farther than the margin from everything."""
_MOST_PIECES = 1000  # of a point cloud
_PATCH = 1.1  # half the edge of the part of a half-space that is drawn, relative to the radius of all else
_THICKNESS = 0.02  # of that part, likewise


def posed_objects(
    robot: Robot, q: Array, worlds: Sequence[WorldSnapshot], outline: Callable[[Shape], Array | None]
) -> list[PosedShape]:
    """The bounded objects of worlds; those that the robot holds are at their links. ``outline`` returns
    None for shapes that cannot be drawn.
    """
    found = []
    for item in (item for world in worlds for item in world.items if item.shape.bounded):
        if outline(item.shape) is None:
            warn(f"world: {item.name!r} is not drawn: its mesh is missing or cannot be read", RobotWarning)
            continue
        pose = item.pose if item.grip is None else robot.fk(q, item.grip.link) @ item.grip.pose
        color = item.geometry.color or (HELD if item.grip else OBSTACLE)
        found += [PosedShape(item.name, shape, pose @ place, color) for shape, place in _pieces(item)]
    return found


def _pieces(item: WorldObject) -> Iterator[tuple[Shape, Array]]:
    """The pieces of a shape and their places in it; many small ones are drawn faster than their union."""
    pieces = item.shape._pieces()
    for piece in pieces[:: 1 + (len(pieces) - 1) // _MOST_PIECES]:
        yield piece.shape, piece.origin


def patches(worlds: Sequence[WorldSnapshot], center: Array, radius: float) -> list[PosedShape]:
    """Square parts of the half-spaces of worlds, below ``center`` (3,) and about as large as ``radius`` [m].
    The upper face is the boundary of the half-space.
    """
    found = []
    edge, thickness = 2 * _PATCH * radius, _THICKNESS * radius
    for item in (item for world in worlds for item in world.objects if not item.shape.bounded):
        normal, pose = item.pose[:3, 2], np.array(item.pose)
        pose[:3, 3] = center - (normal @ (center - item.pose[:3, 3]) + 0.5 * thickness) * normal
        color = item.geometry.color or GROUND
        found.append(PosedShape(item.name, Box((edge, edge, thickness)), pose, color))
    return found


def colored_spheres(
    robot: Robot, q: Array, spheres: SphereRobot, world: WorldSnapshot, margin: float
) -> list[PosedShape]:
    """The spheres of the links, and of held objects, in the colour of their clearance: red if it is negative,
    amber if it is below ``margin`` [m].
    """
    found = []
    for body, clearances in sphere_clearances(robot, q, spheres, world, margin=margin):
        pose = robot.fk(q, body.link)
        for (*center, radius), clearance in zip(body.spheres.tolist(), clearances.tolist(), strict=True):
            color = rgba(TOUCHING) if clearance < 0 else rgba(NEAR) if clearance < margin else FREE
            found.append(PosedShape(body.name, Sphere(radius), pose @ transform(center), color))
    return found
