"""The content of pictures: the robot in some configurations, markers of goals and frames, the camera."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from ..collision.collision_check import CollisionCheck, Contact
from ..collision.shapes import Shape
from ..collision.sphere_robot import SphereRobot
from ..collision.world_snapshot import WorldSnapshot
from ..goals import Goal
from ..transforms import Array, rigid_transform
from .camera import Camera, framing
from .contact_marks import marked
from .markers import markers, targets, triad
from .obstacles import colored_spheres, patches, posed_objects
from .posed_shapes import PLAIN, PosedShape, placed, posed_shapes, posed_spheres
from .rings import ringed

if TYPE_CHECKING:
    from ..robot.robot import Robot

Frames: TypeAlias = Mapping[str, npt.ArrayLike] | Sequence[npt.ArrayLike]

_SURROUNDED = 2.0  # half the edge of the box in which obstacles determine the camera, relative to the robot
_ARROW = 0.45  # length of the arrows of contacts, relative to other markers
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
class Surroundings:
    """What a picture shows besides the robot and its goals: ``worlds``, translucent ``spheres`` on its links,
    in the colour of their clearance if they have a ``world``, and ``contacts``: those of the spheres and
    those that are given. What is nearer than ``margin`` [m] is a contact.
    """

    worlds: tuple[WorldSnapshot, ...] = ()
    spheres: SphereRobot | None = None
    world: WorldSnapshot | None = None
    margin: float = 0.0
    contacts: tuple[Contact, ...] = ()

    def films(self, robot: Robot, posture: Array) -> list[PosedShape]:
        """The spheres at a configuration."""
        if self.spheres is None:
            return []
        if self.world is None:
            return posed_spheres(robot, posture, self.spheres)
        return colored_spheres(robot, posture, self.spheres, self.world, self.margin)

    def contacts_at(self, robot: Robot, posture: Array) -> list[Contact]:
        """The contacts at a configuration."""
        if self.spheres is None or self.world is None:
            return list(self.contacts)
        check = CollisionCheck._of(robot, self.spheres, self.world, "auto", self.margin)
        return [*self.contacts, *check.contacts(posture, margin=self.margin)]


@dataclass(frozen=True, eq=False)
class Moment:
    """What a picture shows: the robot in a ``posture``, the targets of ``goals``, and what is ``around``."""

    posture: Array
    goals: Sequence[Goal]
    around: Surroundings


@dataclass(frozen=True, eq=False)
class Scene:
    """The shapes, the translucent shapes (``films``), the ``targets`` (N, 3) and contacts of each picture,
    the ``room`` and ``camera`` of all, and the ``length`` [m] of markers.
    """

    pictures: list[list[PosedShape]]
    films: list[list[PosedShape]]
    targets: list[Array]
    contacts: list[list[Contact]]
    room: Room
    camera: Camera
    length: float

    def annotated(self, picture: npt.NDArray[np.uint8], number: int) -> npt.NDArray[np.uint8]:
        """A finished picture (height, width, 3) with rings around its targets and marks of its contacts."""
        ringed_one = ringed(picture, self.camera, self.targets[number])
        return marked(ringed_one, self.camera, self.contacts[number], _ARROW * self.length)


def compose(
    robot: Robot,
    moments: Sequence[Moment],
    frames: Frames,
    view: View,
    *,
    outline: Callable[[Shape], Array | None],
) -> Scene:
    """Place the shapes of every picture, and one camera for all. ``outline`` returns points (N, 3) that span
    a shape, in its own frame, or None if it cannot be drawn.
    """
    postures = [moment.posture for moment in moments]
    bodies = [posed_shapes(robot, posture, outline) for posture in postures]
    films = [moment.around.films(robot, moment.posture) for moment in moments]
    objects = [posed_objects(robot, moment.posture, moment.around.worlds, outline) for moment in moments]

    def spanned(item: PosedShape) -> Array:
        points = outline(item.shape)
        return np.zeros((0, 3)) if points is None else placed(points, item.pose)

    own = np.vstack([spanned(item) for item in _distinct((*bodies, *films))])
    occupied = Room.around(own)
    around = [_near(spanned(item), occupied) for item in _distinct(objects)]
    room = Room.around(np.vstack([own, *around]))
    length = _MARKER_LENGTH * room.radius
    triads = _triads(frames, length)
    marks = [triads + markers(robot, moment.posture, moment.goals, length) for moment in moments]
    if view.focus is None:
        interesting = [own, *around, *(spanned(item) for item in _distinct(marks))]
    else:
        near = set(robot.subtree(view.focus).link_names)
        parts = [item for item in _distinct(bodies) if item.link in near]
        origins = [robot.fk(posture, view.focus)[None, :3, 3] for posture in postures]
        interesting = [*(spanned(item) for item in parts), *origins]
    camera = framing(np.vstack(interesting), view.direction, aspect=view.aspect, closest=0.5 * room.radius)
    grounds = [
        _by_side(patches(moment.around.worlds, room.center, room.radius), camera) for moment in moments
    ]
    bodies_and_all = zip(bodies, marks, objects, grounds, strict=True)
    return Scene(
        [[*body, *mark, *items, *solid] for body, mark, items, (solid, _) in bodies_and_all],
        [[*film, *clear] for film, (_, clear) in zip(films, grounds, strict=True)],
        [targets(robot, moment.posture, moment.goals) for moment in moments],
        [moment.around.contacts_at(robot, moment.posture) for moment in moments],
        room,
        camera,
        length,
    )


def _distinct(pictures: Iterable[Iterable[PosedShape]]) -> list[PosedShape]:
    """The shapes of several pictures; those that do not move occur once."""
    shapes = (item for picture in pictures for item in picture)
    return list({(id(item.shape), item.pose.tobytes()): item for item in shapes}.values())


def _near(points: Array, room: Room) -> Array:
    """The points of a shape, moved to the sides of a box around the robot where they are beyond it, so that
    the robot stays large in front of large shapes; none if the whole shape is beyond a side.
    """
    low, high = room.center - _SURROUNDED * room.radius, room.center + _SURROUNDED * room.radius
    if not len(points) or (points.max(axis=0) < low).any() or (points.min(axis=0) > high).any():
        return np.zeros((0, 3))
    return np.clip(points, low, high)


def _by_side(items: list[PosedShape], camera: Camera) -> tuple[list[PosedShape], list[PosedShape]]:
    """The patches of half-spaces whose outside the camera sees, and the others, which may hide the robot."""
    outside = [(camera.position - item.pose[:3, 3]) @ item.pose[:3, 2] > 0 for item in items]
    pairs = list(zip(items, outside, strict=True))
    return [item for item, seen in pairs if seen], [item for item, seen in pairs if not seen]


def _triads(frames: Frames, length: float) -> list[PosedShape]:
    poses = list(frames.items()) if isinstance(frames, Mapping) else list(enumerate(frames))
    return [
        PosedShape(str(name), arm.shape, arm.origin, arm.color or PLAIN)
        for name, values in poses
        for arm in triad(rigid_transform(values, f"frame {name}"), length)
    ]
