"""A robot's shapes at a configuration, for pictures and sketches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..collision.shapes import Color, Geometry, Shape, Sphere
from ..collision.sphere_robot import SphereRobot
from ..robot.description import Link
from ..transforms import Array, transform
from .sticks import sticks

if TYPE_CHECKING:
    from ..robot.robot import Robot

PLAIN: Color = (0.72, 0.75, 0.78, 1.0)
"""The colour of shapes without a colour."""
FILM: Color = (0.95, 0.55, 0.15, 1.0)
"""The colour of the spheres of a SphereRobot, which are translucent."""


@dataclass(frozen=True, eq=False)
class PosedShape:
    """A shape of ``link`` with its ``pose`` (4, 4) in the root's frame."""

    link: str
    shape: Shape
    pose: Array
    color: Color


def posed_shapes(
    robot: Robot, q: npt.ArrayLike, outline: Callable[[Shape], Array | None] = lambda shape: shape.outline()
) -> list[PosedShape]:
    """All shapes of the robot at ``q``: the visual shapes of each link, else its collision shapes.

    ``outline`` returns points (N, 3) that span a shape, or None if it cannot be drawn (a missing mesh).
    Links without a shape that can be drawn are sticks from joint to joint, with knobs at moving joints.
    """
    poses = robot.fk(q)
    bodies = {name: _body(link, outline) for name, link in robot.links.items()}
    boxes = {
        name: [(poses[name] @ item.origin, points.min(axis=0), points.max(axis=0)) for item, points in body]
        for name, body in bodies.items()
    }
    bones = sticks(robot, poses, boxes)
    return [
        PosedShape(name, item.shape, poses[name] @ item.origin, item.color or PLAIN)
        for name, body in bodies.items()
        for item in (*(item for item, _ in body), *bones[name])
    ]


def posed_spheres(robot: Robot, q: npt.ArrayLike, spheres: SphereRobot) -> list[PosedShape]:
    """The spheres on the links of the robot at ``q``."""
    return [
        PosedShape(name, Sphere(radius), robot.fk(q, name) @ transform(center), FILM)
        for name, rows in spheres.spheres.items()
        for *center, radius in rows.tolist()
    ]


def placed(points: Array, pose: Array) -> Array:
    """Transform ``points`` (N, 3) from a frame at ``pose`` to the root's frame."""
    return np.asarray(points @ pose[:3, :3].T + pose[:3, 3])


def _body(link: Link, outline: Callable[[Shape], Array | None]) -> list[tuple[Geometry, Array]]:
    """The shapes of a link that can be drawn, and points that span each."""
    for geometries in (link.visuals, link.collisions):
        spanned = ((item, outline(item.shape)) for item in geometries)
        usable = [(item, points) for item, points in spanned if points is not None]
        if usable:
            return usable
    return []
