"""Goals that place a link: Pose, Position, Orientation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.recorder.adapter import goal, loss
from tests.recorder.situation import Situation, about_z, at, pose

Goal = Any


def elsewhere(t: Situation) -> np.ndarray:
    """Return a translation along y with a rotation about z."""
    return pose(about_z(1.3 * t.factor), np.zeros(3)) @ pose(np.eye(3), np.array([0, t.factor, 0]))


def plain_pose(t: Situation, **options: Any) -> Goal:
    return goal("Pose", t.scene.tip, t.tip, name="tip", **options)


def plain_position(t: Situation, **options: Any) -> Goal:
    return goal("Position", t.scene.tip, t.tip[:3, 3], name="tip", **options)


PLACEMENT: dict[str, Callable[[Situation], Goal]] = {
    "pose": plain_pose,
    "pose_offset": lambda t: goal("Pose", t.scene.tip, t.tip @ t.offset, offset=t.offset, name="tip"),
    "pose_frame": lambda t: goal("Pose", t.scene.tip, t.in_frame, frame=t.scene.frame, name="tip"),
    "pose_free": lambda t: goal("Pose", t.scene.tip, t.tip @ elsewhere(t), free=("y", "rz"), name="tip"),
    "pose_free_rotation": lambda t: plain_pose(t, free=("rx", "ry")),
    "pose_by_axis": lambda t: plain_pose(t, tolerance=t.by_axis),
    "pose_scaled": lambda t: plain_pose(t, rotation_scale=0.37, weight=t.weight),
    "pose_wide": lambda t: plain_pose(t, tolerance=0.02),
    "pose_narrow": lambda t: plain_pose(t, tolerance=1e-9),
    "pose_all": lambda t: goal(
        "Pose",
        t.scene.tip,
        t.in_frame @ t.offset,
        offset=t.offset,
        frame=t.scene.frame,
        free="rx",
        tolerance=t.by_axis,
        weight=t.weight,
        name="tip",
    ),
    "pose_huber": lambda t: plain_pose(t, loss=loss("Huber", 0.1)),
    "pose_two_losses": lambda t: plain_pose(t, loss=(loss("Absolute", 0.01), loss("Angle"))),
    "pose_secondary": lambda t: goal("Pose", t.scene.other, t.other, name="other", priority="secondary"),
    "position": plain_position,
    "position_offset": lambda t: goal(
        "Position", t.scene.tip, at(t.tip, t.offset[:3, 3]), offset=t.offset[:3, 3], name="tip"
    ),
    "position_frame": lambda t: goal(
        "Position", t.scene.tip, t.in_frame[:3, 3] + (0, 9, 0), frame=t.scene.frame, free="y", name="tip"
    ),
    "position_by_axis": lambda t: plain_position(t, tolerance=t.by_axis[:3], weight=t.weight),
    "position_normalized": lambda t: plain_position(t, metric="normalized", weight=t.weight),
    "position_groove": lambda t: plain_position(t, loss=loss("Groove", width=0.2)),
    "position_of_other": lambda t: goal("Position", t.scene.other, t.other[:3, 3], name="other"),
    "position_secondary": lambda t: goal(
        "Position", t.scene.other, t.other[:3, 3] + 0.1, name="other", priority="secondary", weight=t.weight
    ),
    "orientation": lambda t: goal("Orientation", t.scene.tip, t.tip[:3, :3], name="turned"),
    "orientation_offset": lambda t: goal(
        "Orientation",
        t.scene.tip,
        (t.tip @ t.offset)[:3, :3],
        offset=t.offset,
        weight=t.weight,
        name="turned",
    ),
    "orientation_free": lambda t: goal(
        "Orientation",
        t.scene.tip,
        t.in_frame[:3, :3] @ about_z(t.factor),
        free="rz",
        frame=t.scene.frame,
        name="turned",
    ),
    "orientation_quaternion": lambda t: goal(
        "Orientation", t.scene.tip, t.tip[:3, :3], loss=loss("Quaternion"), name="turned"
    ),
}
