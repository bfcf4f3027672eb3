"""A robot's shapes at a configuration, for pictures and sketches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..collision.shapes import Capsule, Color, Geometry, Shape, Sphere
from ..robot.description import Link
from ..transforms import Array

if TYPE_CHECKING:
    from ..robot.robot import Robot

PLAIN: Color = (0.72, 0.75, 0.78, 1.0)
"""The colour of shapes without a colour."""
_STICK, _KNOB = "#7d8794", "#e08a2c"


@dataclass(frozen=True, eq=False)
class PosedShape:
    """A shape of ``link`` with its ``pose`` (4, 4) in the root's frame."""

    link: str
    shape: Shape
    pose: Array
    color: Color


def posed_shapes(
    robot: Robot, q: npt.ArrayLike, drawable: Callable[[Shape], bool] = lambda shape: True
) -> list[PosedShape]:
    """All shapes of the robot at ``q``: the visual shapes of each link, else its collision shapes.

    If none of a link's shapes is ``drawable`` (missing meshes), or the whole robot has no shapes, sticks are
    drawn from the link's origin to those of its children, with knobs at moving joints.
    """
    poses = robot.fk(q)
    bodies = {name: _body(link, drawable) for name, link in robot.links.items()}
    bare = not any(bodies.values())
    sticks = _sticks(robot, poses)
    for name, link in robot.links.items():
        if not bodies[name] and (bare or link.visuals or link.collisions):
            bodies[name] = sticks[name]
    return [
        PosedShape(name, item.shape, poses[name] @ item.origin, item.color or PLAIN)
        for name, body in bodies.items()
        for item in body
    ]


def placed(points: Array, pose: Array) -> Array:
    """Transform ``points`` (N, 3) from a frame at ``pose`` to the root's frame."""
    return np.asarray(points @ pose[:3, :3].T + pose[:3, 3])


def _body(link: Link, drawable: Callable[[Shape], bool]) -> list[Geometry]:
    for geometries in (link.visuals, link.collisions):
        usable = [item for item in geometries if drawable(item.shape)]
        if usable:
            return usable
    return []


def _sticks(robot: Robot, poses: dict[str, Array]) -> dict[str, list[Geometry]]:
    loose = _loose_joints(robot)
    hidden = {robot.joints[name].parent for name in loose}
    origins = np.array([pose[:3, 3] for name, pose in poses.items() if name not in hidden])
    size = float(np.ptp(origins, axis=0).max()) or 1.0
    sticks: dict[str, list[Geometry]] = {name: [] for name in poses}
    for joint in robot.joints.values():
        if joint.name in loose or joint.type in ("floating", "planar"):
            continue  # no stick between the ground and a robot that moves freely
        parent, child = poses[joint.parent], poses[joint.child]
        end = parent[:3, :3].T @ (child[:3, 3] - parent[:3, 3])
        if np.linalg.norm(end) > 1e-9:
            sticks[joint.parent].append(Capsule.between((0, 0, 0), end, 0.012 * size, color=_STICK))
        if joint.type != "fixed":
            sticks[joint.child].append(Sphere(0.022 * size).at(color=_KNOB))
    if not any(sticks.values()):
        sticks[robot.root].append(Sphere(0.022 * size).at(color=_KNOB))
    return sticks


def _loose_joints(robot: Robot) -> set[str]:
    """The unlimited prismatic joints at the root, by which a character moves over the ground."""
    ground, loose = {robot.root}, set()
    for joint in robot.joints.values():  # depth-first
        slides = joint.type == "prismatic" and (joint.lower, joint.upper) == ((-np.inf,), (np.inf,))
        if joint.parent in ground and (slides or joint.type == "fixed"):
            ground.add(joint.child)
            if slides:
                loose.add(joint.name)
    return loose
