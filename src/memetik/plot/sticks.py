"""Sticks for links without a shape: bones from joint to joint, and knobs at moving joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..collision.shapes import Capsule, Geometry, Sphere
from ..models.loops import close_loops
from ..transforms import Array

if TYPE_CHECKING:
    from ..robot.description import Joint
    from ..robot.robot import Robot

_STICK, _KNOB = "#7d8794", "#e08a2c"
_THICK, _ROUND = 0.012, 0.022  # radii of bones and knobs, relative to the robot's size
_NEAR = 0.04  # a point nearer to a shape is not in the open; relative to the robot's size
_SAMPLES = np.linspace(0.0, 1.0, 9)

Box = tuple[Array, Array, Array]
"""A box around a shape: its pose (4, 4) in the root's frame, its lowest and its highest corner."""


def sticks(
    robot: Robot, poses: Mapping[str, Array], boxes: Mapping[str, Sequence[Box]]
) -> dict[str, list[Geometry]]:
    """Bones and knobs of the links that have no box around a shape, each in the frame of its link.

    A bone that stays near shapes is left out: it leads to a mere frame, such as that of a sensor or the
    centre between two fingers, or shapes hide it.
    """
    size = _size(robot, poses)
    solid = [box for boxes_of_link in boxes.values() for box in boxes_of_link]
    parts: dict[str, list[Geometry]] = {name: [] for name in poses}
    knobs = set()
    for joint in _bones(robot, boxes):
        start, end = poses[joint.parent][:3, 3], poses[joint.child][:3, 3]
        if solid and not _is_open(start + _SAMPLES[:, None] * (end - start), solid, _NEAR * size):
            continue
        knobs |= {joint.parent, joint.child}
        if np.linalg.norm(end - start) > 1e-9:
            tip = poses[joint.parent][:3, :3].T @ (end - start)
            parts[joint.parent].append(Capsule.between((0, 0, 0), tip, _THICK * size, color=_STICK))
    knob = Sphere(_ROUND * size).at(color=_KNOB)
    for joint in robot.joints.values():
        if joint.child in knobs and joint.type != "fixed" and not boxes.get(joint.child):
            parts[joint.child].append(knob)
    if not solid and not any(parts.values()):
        parts[robot.root].append(knob)
    return parts


def _bones(robot: Robot, boxes: Mapping[str, Sequence[Box]]) -> list[Joint]:
    """The joints with a link without shape on a side, but for those that are no part of the body."""
    drawn = any(boxes.values())
    ground = {robot.root} if drawn else set()  # what a robot with shapes stands on, such as "world"
    marks, loose = _marks(robot) if drawn else set(), _loose_joints(robot)
    bones = []
    for joint in robot.joints.values():  # parents come before their children
        bare = [name for name in (joint.parent, joint.child) if not boxes.get(name)]
        if joint.parent in ground and joint.parent in bare and joint.type == "fixed":
            ground.add(joint.child)
        elif joint.name in loose or joint.type in ("floating", "planar"):
            continue  # no stick between the ground and a robot that moves freely
        elif not marks.issuperset(bare):
            bones.append(joint)
    return bones


def _marks(robot: Robot) -> set[str]:
    """Links of a parallel robot that only mark where a loop is cut, or carry the freedom of its platform."""
    if not close_loops(robot):
        return set()
    return {name for name, link in robot.links.items() if not (link.visuals or link.collisions)}


def _is_open(points: Array, boxes: Sequence[Box], margin: float) -> bool:
    """Whether one of ``points`` (N, 3) is farther than ``margin`` from all boxes."""
    nearest = np.full(len(points), np.inf)
    for pose, low, high in boxes:
        inside = (points - pose[:3, 3]) @ pose[:3, :3]
        beyond = np.maximum(np.maximum(low - inside, inside - high), 0.0)
        nearest = np.minimum(nearest, np.linalg.norm(beyond, axis=1))
    return bool((nearest > margin).any())


def _size(robot: Robot, poses: Mapping[str, Array]) -> float:
    """The extent of the links' origins [m], without those that only place the robot on the ground."""
    hidden = {robot.joints[name].parent for name in _loose_joints(robot)}
    origins = np.array([pose[:3, 3] for name, pose in poses.items() if name not in hidden])
    return float(np.ptp(origins, axis=0).max()) or 1.0


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
