"""Goals of a point of a link: OnLine, OnPlane, KeepDistance, PassThrough, Balance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.recorder.adapter import center_of_mass, goal, loss, shape
from tests.recorder.situation import Situation, at, inverse


def on_the_way(t: Situation, share: float) -> Any:
    """Return a point between the frame and the tip."""
    return (1 - share) * t.frame[:3, 3] + share * t.tip[:3, 3]


POINT: dict[str, Callable[[Situation], Any]] = {
    "on_line": lambda t: goal("OnLine", t.scene.tip, t.tip[:3, 3] + t.axis, t.axis),
    "on_line_offset": lambda t: goal(
        "OnLine",
        t.scene.tip,
        at(t.tip, t.offset[:3, 3]) - t.axis,
        t.axis,
        offset=t.offset[:3, 3],
        weight=t.weight,
    ),
    "on_line_frame": lambda t: goal(
        "OnLine", t.scene.tip, t.in_frame[:3, 3] - t.axis, t.axis, frame=t.scene.frame
    ),
    "on_plane": lambda t: goal("OnPlane", t.scene.tip, t.tip[:3, 3], t.axis, weight=t.weight),
    "on_plane_offset": lambda t: goal(
        "OnPlane", t.scene.tip, at(t.tip, t.offset[:3, 3]), t.axis, offset=t.offset[:3, 3]
    ),
    "on_plane_frame": lambda t: goal(
        "OnPlane",
        t.scene.tip,
        t.in_frame[:3, 3],
        t.axis,
        frame=t.scene.frame,
        loss=loss("Hinge", -0.01, 0.02),
    ),
    "keep_distance_min": lambda t: goal(
        "KeepDistance", t.scene.tip, t.home[:3, 3], min=0.9 * np.linalg.norm(t.tip[:3, 3] - t.home[:3, 3])
    ),
    "keep_distance_max": lambda t: goal("KeepDistance", t.scene.tip, t.tip[:3, 3], max=0.1, weight=t.weight),
    "keep_distance_frame": lambda t: goal(
        "KeepDistance",
        t.scene.tip,
        t.in_frame[:3, 3] + 0.3 * t.unit,
        min=0.29,
        max=0.31,
        frame=t.scene.frame,
    ),
    "pass_through": lambda t: goal("PassThrough", (t.scene.frame, t.scene.tip), on_the_way(t, 0.7)),
    "pass_through_chain": lambda t: goal(
        "PassThrough",
        (t.scene.frame, t.scene.other, t.scene.tip),
        0.4 * t.frame[:3, 3] + 0.6 * t.other[:3, 3],
        tolerance=1e-5,
    ),
    "pass_through_link": lambda t: goal(
        "PassThrough",
        t.scene.tip,
        at(t.tip, 0.3 * t.axis),
        offsets=[(0, 0, 0), t.axis],
        tolerance=1e-6,
        weight=t.weight,
    ),
    "pass_through_shape": lambda t: goal(
        "PassThrough",
        (t.scene.frame, t.scene.tip),
        t.seen,
        shapes={
            t.scene.frame: shape("Capsule", 0.02, 0.3),
            t.scene.tip: shape("Sphere", 0.3, at=at(inverse(t.tip), t.seen)),
        },
    ),
    "balance": lambda t: goal(
        "Balance", center_of_mass(t.scene.robot, t.q) + t.axis, up=t.axis, tolerance=1e-4, weight=t.weight
    ),
}
