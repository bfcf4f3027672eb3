"""Draws goals in pictures: targets as axes and spheres, directions as arrows, terrain as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from .. import goals as g
from ..collision.shapes import Capsule, Geometry, Sphere, cylinder_between, rgba
from ..goals.link_goal import AxisGoal
from ..transforms import Array, rotation_from_quaternion
from .posed_shapes import PLAIN, PosedShape
from .rings import TARGET

if TYPE_CHECKING:
    from ..robot.robot import Robot

_AXES = ("#d6453d", "#3fa34d", "#2f6fd6")
_DIRECTION, _SURFACE = "#b03fa3", "#a9b6c4"
_LINK = "goal"  # the link name of markers: they belong to no link of the robot


class _Scene:
    """The poses of the robot's links, and the length of markers [m]."""

    def __init__(self, robot: Robot, q: Array, length: float) -> None:
        self.robot = robot
        self.poses = robot.fk(q)
        self.length = length

    def seen_from(self, frame: str | None) -> Array:
        """The pose of the frame in which a target is given."""
        return self.poses[frame or self.robot.root]

    def place(self, goal: Any, point: Array) -> Array:
        """Convert a point from the goal's frame to the root's frame."""
        return _at(self.seen_from(getattr(goal, "frame", None)), point)

    def own_point(self, goal: Any) -> Array:
        """The point of the link that the goal constrains, in the root's frame."""
        offset = getattr(goal, "offset", None)
        point = np.zeros(3) if offset is None else offset[:3, 3] if offset.ndim == 2 else offset
        return _at(self.poses[goal.link], point)


_Marker: TypeAlias = Callable[[_Scene, Any], Iterable[Geometry]]


def markers(robot: Robot, q: Array, goals: Iterable[g.Goal], length: float) -> list[PosedShape]:
    """Shapes in the root's frame for those of ``goals`` that can be drawn."""
    scene = _Scene(robot, q, length)
    return [
        PosedShape(_LINK, item.shape, item.origin, item.color or PLAIN)
        for goal in goals
        for kind, marker in _MARKERS.items()
        if isinstance(goal, kind) and not goal._awaits_target
        for item in marker(scene, goal)
    ]


def targets(robot: Robot, q: Array, goals: Iterable[g.Goal]) -> Array:
    """The points (N, 3) in the root's frame where those of ``goals`` with a place want something to be."""
    scene = _Scene(robot, q, 0.0)
    placed = (goal for goal in goals if isinstance(goal, _PLACED) and not goal._awaits_target)
    points = [
        scene.place(goal, goal.target[:3, 3] if goal.target.ndim == 2 else goal.target) for goal in placed
    ]
    return np.array(points).reshape(-1, 3)


def triad(pose: Array, length: float) -> list[Geometry]:
    """The axes of a frame: x red, y green, z blue."""
    tips = pose[:3, 3] + length * pose[:3, :3].T
    return [
        Capsule.between(pose[:3, 3], tip, 0.05 * length, color=color)
        for tip, color in zip(tips, _AXES, strict=True)
    ]


def _pose(scene: _Scene, goal: g.Pose) -> list[Geometry]:
    return triad(scene.seen_from(goal.frame) @ goal.target, scene.length)


def _orientation(scene: _Scene, goal: g.Orientation) -> list[Geometry]:
    pose = np.eye(4)
    pose[:3, :3] = scene.seen_from(goal.frame)[:3, :3] @ rotation_from_quaternion(goal.target)
    pose[:3, 3] = scene.own_point(goal)
    return triad(pose, scene.length)


def _place(scene: _Scene, goal: Any) -> list[Geometry]:
    return [Sphere(0.12 * scene.length).at(scene.place(goal, goal.target), color=TARGET)]


def _gaze(scene: _Scene, goal: Any) -> list[Geometry]:
    ray = _thin(scene.own_point(goal), scene.place(goal, goal.target), scene.length)
    return [*_place(scene, goal), *ray]


def _direction(scene: _Scene, goal: AxisGoal) -> list[Geometry]:
    start = scene.poses[goal.link][:3, 3]
    end = start + scene.length * scene.seen_from(goal.frame)[:3, :3] @ goal.target
    tip = Sphere(0.07 * scene.length).at(end, color=_DIRECTION)
    return [Capsule.between(start, end, 0.035 * scene.length, color=_DIRECTION), tip]


def _line(scene: _Scene, goal: g.OnLine) -> list[Geometry]:
    reach = 4 * scene.length * goal.direction
    return _thin(scene.place(goal, goal.target - reach), scene.place(goal, goal.target + reach), scene.length)


def _plane(scene: _Scene, goal: g.OnPlane | g.Touch) -> list[Geometry]:
    center = scene.place(goal, goal.target)
    normal = scene.seen_from(goal.frame)[:3, :3] @ goal.normal
    thickness = 0.01 * scene.length
    return [cylinder_between(center - thickness * normal, center, 2 * scene.length, color=_SURFACE)]


def _terrain(scene: _Scene, goal: g.StandOn) -> list[Geometry]:
    return [
        Geometry(item.shape, item.origin, item.color or rgba(_SURFACE))
        for item in goal.terrain
        if item.shape.bounded
    ]


def _thin(start: Array, end: Array, length: float) -> list[Geometry]:
    if np.linalg.norm(end - start) < 1e-9:
        return []
    return [cylinder_between(start, end, 0.02 * length, color=TARGET)]


def _at(pose: Array, point: Array) -> Array:
    return np.asarray(pose[:3, :3] @ point + pose[:3, 3])


_PLACED: tuple[type[Any], ...] = (
    g.Pose,
    g.Position,
    g.LookAt,
    g.Scan,
    g.KeepDistance,
    g.Balance,
    g.PassThrough,
)
_MARKERS: dict[type, _Marker] = {
    g.Pose: _pose,
    g.Position: _place,
    g.Orientation: _orientation,
    g.LookAt: _gaze,
    g.Scan: _gaze,
    AxisGoal: _direction,
    g.OnLine: _line,
    g.OnPlane: _plane,
    g.Touch: _plane,
    g.KeepDistance: _place,
    g.Balance: _place,
    g.PassThrough: _place,
    g.StandOn: _terrain,
}
