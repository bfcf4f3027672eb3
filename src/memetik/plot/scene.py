"""The content of pictures: the robot in some configurations, markers of goals and frames, the camera."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from ..collision.shapes import Shape
from ..collision.sphere_robot import SphereRobot
from ..goals import Goal
from ..transforms import Array, rigid_transform
from .camera import Camera, framing
from .markers import markers, targets, triad
from .posed_shapes import PLAIN, PosedShape, placed, posed_shapes, posed_spheres

if TYPE_CHECKING:
    from ..robot.robot import Robot

Frames: TypeAlias = Mapping[str, npt.ArrayLike] | Sequence[npt.ArrayLike]

_MARKER_LENGTH = 0.18  # length of markers of frames and goals, relative to the radius of all bodies


@dataclass(frozen=True, eq=False)
class Room:
    """The bounding sphere of all bodies [m], and the centre of the ``floor`` below them."""

    center: Array
    radius: float
    floor: Array

    @classmethod
    def around(cls, points: Array) -> Room:
        """The room that contains all ``points`` (N, 3)."""
        low, high = points.min(axis=0), points.max(axis=0)
        center, radius = (low + high) / 2, max(float(np.linalg.norm(high - low)) / 2, 1e-3)
        # The floor is slightly below the lowest point, so that no face coincides with it.
        return cls(center, radius, np.array([*center[:2], low[2] - 1e-4 * radius]))


@dataclass(frozen=True, eq=False)
class View:
    """The view of a picture: ``direction`` is azimuth and elevation [rad], ``aspect`` is width over height;
    with a link as ``focus`` the camera moves close to it and to the links below it.
    """

    direction: tuple[float, float]
    aspect: float
    focus: str | None


@dataclass(frozen=True, eq=False)
class Scene:
    """The shapes, the translucent shapes (``films``) and the ``targets`` (N, 3) of each picture, and the
    ``room`` and ``camera`` of all.
    """

    pictures: list[list[PosedShape]]
    films: list[list[PosedShape]]
    targets: list[Array]
    room: Room
    camera: Camera


def compose(
    robot: Robot,
    postures: Sequence[Array],
    goals: Sequence[Goal],
    frames: Frames,
    view: View,
    spheres: SphereRobot | None = None,
    *,
    outline: Callable[[Shape], Array | None],
) -> Scene:
    """Place shapes and camera. ``outline`` returns points (N, 3) that span a shape, in its own frame, or None
    if it cannot be drawn.
    """
    bodies = [posed_shapes(robot, posture, outline) for posture in postures]
    films = [[] if spheres is None else posed_spheres(robot, posture, spheres) for posture in postures]

    def spanned(item: PosedShape) -> Array:
        points = outline(item.shape)
        return np.zeros((0, 3)) if points is None else placed(points, item.pose)

    room = Room.around(np.vstack([spanned(item) for shapes in (*bodies, *films) for item in shapes]))
    length = _MARKER_LENGTH * room.radius
    triads = _triads(frames, length)
    marks = [triads + markers(robot, posture, goals, length) for posture in postures]
    if view.focus is None:
        interesting = [spanned(item) for items in (*bodies, *films, *marks) for item in items]
    else:
        near = set(robot.subtree(view.focus).link_names)
        own = [item for shapes in bodies for item in shapes if item.link in near]
        origins = [robot.fk(posture, view.focus)[None, :3, 3] for posture in postures]
        interesting = [*(spanned(item) for item in own), *origins]
    camera = framing(np.vstack(interesting), view.direction, aspect=view.aspect, closest=0.5 * room.radius)
    pictures = [[*body, *mark] for body, mark in zip(bodies, marks, strict=True)]
    return Scene(pictures, films, [targets(robot, posture, goals) for posture in postures], room, camera)


def _triads(frames: Frames, length: float) -> list[PosedShape]:
    poses = list(frames.items()) if isinstance(frames, Mapping) else list(enumerate(frames))
    return [
        PosedShape(str(name), arm.shape, arm.origin, arm.color or PLAIN)
        for name, values in poses
        for arm in triad(rigid_transform(values, f"frame {name}"), length)
    ]
