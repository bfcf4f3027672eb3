"""Goals of joints: near a posture, within limits, at values, smooth in time, far from singularities."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.recorder.adapter import goal, loss
from tests.recorder.situation import Situation


def pair(t: Situation) -> tuple[str, str]:
    return t.scene.joints[0], t.scene.joints[-1]


POSTURE: dict[str, Callable[[Situation], Any]] = {
    "stay_close": lambda t: goal("StayClose"),
    "stay_close_to": lambda t: goal("StayClose", t.start, weight=0.3),
    "stay_close_by_time": lambda t: goal("StayClose", per_velocity=True),
    "stay_close_some": lambda t: goal(
        "StayClose", joints=t.scene.joints[:2], joint_weights={t.scene.joints[0]: 0.3}
    ),
    "stay_close_by_name": lambda t: goal("StayClose", {name: t.value(name) for name in pair(t)}),
    "stay_close_primary": lambda t: goal("StayClose", t.q, priority="primary"),
    "stay_close_hinge": lambda t: goal("StayClose", t.q, priority="primary", loss=loss("Hinge", -0.1, 0.2)),
    "center_joints": lambda t: goal("CenterJoints", weight=t.weight),
    "center_joints_swamp": lambda t: goal("CenterJoints", loss=loss("Swamp", -0.8, 0.8)),
    "avoid_joint_limits": lambda t: goal("AvoidJointLimits"),
    "avoid_joint_limits_some": lambda t: goal(
        "AvoidJointLimits", joints=t.scene.joints[-2:], weight=t.weight
    ),
    "joint_value": lambda t: goal("JointValue", t.scene.joints[0], t.value(t.scene.joints[0]), name="value"),
    "joint_value_range": lambda t: goal(
        "JointValue",
        t.scene.joints[0],
        t.value(t.scene.joints[0]),
        loss=loss("SwampGroove", -0.3, 0.5, width=0.2),
    ),
    "linear_joints": lambda t: goal(
        "LinearJoints",
        {pair(t)[0]: 2.0, pair(t)[1]: -1.5},
        2 * t.value(pair(t)[0]) - 1.5 * t.value(pair(t)[1]),
        weight=t.weight,
    ),
    "smooth_velocity": lambda t: goal("Smooth"),
    "smooth_acceleration": lambda t: goal("Smooth", "acceleration", joints=t.scene.joints[:2]),
    "smooth_jerk": lambda t: goal("Smooth", "jerk", weight=t.weight, loss=loss("Huber", 0.1)),
    "smooth_link": lambda t: goal("Smooth", "acceleration", link=t.scene.tip, offset=t.offset[:3, 3]),
    "manipulability": lambda t: goal("Manipulability", t.scene.tip, directions="translation"),
    "manipulability_floor": lambda t: goal(
        "Manipulability", t.scene.tip, floor=0.3, directions="translation", tolerance=1e-5, priority="primary"
    ),
    "manipulability_all": lambda t: goal("Manipulability", t.scene.tip, weight=0.1),
}
