"""Goals of a link's axis: LookAt, AlignAxis, WithinCone, FaceAway, Scan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.recorder.adapter import goal, loss, shape
from tests.recorder.situation import Situation, at, inverse


def tilted(t: Situation) -> np.ndarray:
    """Return a direction about 0.2 rad from the tip's axis."""
    return t.along + 0.2 * np.cross(t.along, (0.6, 0.0, 0.8))


def of_the_start(t: Situation) -> np.ndarray:
    """Return a direction that the tip's axis has at the start, and is opposite to at ``q``."""
    return t.home[:3, :3] @ t.unit - t.along


def seen_from_frame(t: Situation) -> np.ndarray:
    return at(inverse(t.frame), t.seen)


DIRECTION: dict[str, Callable[[Situation], Any]] = {
    "look_at": lambda t: goal("LookAt", t.scene.tip, t.seen, axis=t.axis),
    "look_at_offset": lambda t: goal(
        "LookAt", t.scene.tip, at(t.tip, t.offset[:3, 3]) + t.along, axis=t.axis, offset=t.offset[:3, 3]
    ),
    "look_at_frame": lambda t: goal(
        "LookAt", t.scene.tip, seen_from_frame(t), axis=t.axis, frame=t.scene.frame, weight=t.weight
    ),
    "look_at_secondary": lambda t: goal(
        "LookAt", t.scene.other, t.direction, priority="secondary", weight=0.1
    ),
    "align_axis": lambda t: goal("AlignAxis", t.scene.tip, t.along, axis=t.axis),
    "align_axis_frame": lambda t: goal(
        "AlignAxis", t.scene.tip, t.frame[:3, :3].T @ t.along, axis=t.axis, frame=t.scene.frame
    ),
    "align_axis_angle": lambda t: goal("AlignAxis", t.scene.tip, t.along, axis=t.axis, loss=loss("Angle")),
    "within_cone": lambda t: goal("WithinCone", t.scene.tip, tilted(t), axis=t.axis, angle=0.3),
    "within_cone_frame": lambda t: goal(
        "WithinCone", t.scene.tip, t.frame[:3, :3].T @ tilted(t), axis=t.axis, angle=0.3, frame=t.scene.frame
    ),
    "face_away": lambda t: goal("FaceAway", t.scene.tip, of_the_start(t), axis=t.axis, weight=t.weight),
    "face_away_frame": lambda t: goal(
        "FaceAway", t.scene.tip, t.frame[:3, :3].T @ of_the_start(t), axis=t.axis, frame=t.scene.frame
    ),
    "scan": lambda t: goal(
        "Scan",
        t.scene.tip,
        t.tip[:3, 3] + 0.01 * t.along,
        normal=-tilted(t),
        axis=t.axis,
        view_angle=0.3,
        normal_angle=0.4,
    ),
    "scan_frame": lambda t: goal(
        "Scan",
        t.scene.tip,
        seen_from_frame(t),
        normal=-t.frame[:3, :3].T @ t.along,
        axis=t.axis,
        distance=(0.6, 0.8),
        frame=t.scene.frame,
        tolerance=(1e-4, 1e-3, 1e-3, 1e-4),
    ),
    "scan_obstacles": lambda t: goal(
        "Scan",
        t.scene.tip,
        t.seen,
        normal=-t.along,
        axis=t.axis,
        distance=(0.0, 2.0),
        obstacles=[shape("Sphere", 0.1, at=t.seen + t.along), shape("Box", (0.1, 0.2, 0.3), at=t.seen + 2)],
        clearance=0.05,
        weight=t.weight,
    ),
}
