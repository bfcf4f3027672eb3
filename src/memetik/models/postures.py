"""Postures in which the bundled robots are shown: what their makers' brochures would choose."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..transforms import Array

if TYPE_CHECKING:
    from ..robot import Robot

_UR = {
    "shoulder_lift_joint": -1.9,
    "elbow_joint": 1.9,
    "wrist_1_joint": -1.57,
    "wrist_2_joint": -1.57,
}

POSTURES: Mapping[str, Mapping[str, float]] = {
    "ur5": _UR,
    "ur10": _UR,
    "ur10e": _UR,
    "panda": {
        "panda_joint2": -math.pi / 4,
        "panda_joint4": -3 * math.pi / 4,
        "panda_joint6": math.pi / 2,
        "panda_joint7": math.pi / 4,
    },
    "iiwa14": {"joint_a2": 0.5, "joint_a4": -1.5, "joint_a6": 1.1},
    "kr120": {"joint_a2": -1.7, "joint_a3": 1.8, "joint_a5": 0.9},
    "m10ia": {"joint_2": 0.1, "joint_3": 0.2, "joint_5": -1.0},
    "pr2": {
        "torso_lift_joint": 0.15,
        "head_tilt_joint": 0.3,
        "l_shoulder_pan_joint": 0.5,
        "l_shoulder_lift_joint": 0.6,
        "l_elbow_flex_joint": -1.4,
        "l_wrist_flex_joint": -0.6,
        "l_gripper_l_finger_joint": 0.3,
        "r_shoulder_pan_joint": -0.5,
        "r_shoulder_lift_joint": 0.6,
        "r_elbow_flex_joint": -1.4,
        "r_wrist_flex_joint": -0.6,
        "r_gripper_l_finger_joint": 0.3,
    },
    "baxter": {
        "left_s1": -0.4,
        "left_e1": 1.4,
        "left_w1": 0.6,
        "right_s1": -0.4,
        "right_e1": 1.4,
        "right_w1": 0.6,
    },
    "valkyrie": {
        "leftShoulderRoll": -1.2,
        "leftElbowPitch": -0.6,
        "rightShoulderRoll": 1.2,
        "rightElbowPitch": 0.6,
    },
}
"""Robot -> joint -> value [rad, m]; joints that are not listed stay neutral."""


def presentation(robot: Robot) -> Array:
    """The configuration in which to show ``robot``: from the table, else its neutral one.

    A robot of another origin may bear a name of the table; what it does not have is left out, and
    everything is kept within its limits.
    """
    if robot.name == "snake":
        return _wave(robot)
    values = POSTURES.get(robot.name, {})
    return robot.clip(
        robot.pack({name: value for name, value in values.items() if name in robot.joint_names})
    )


def _wave(robot: Robot) -> Array:
    """A rising coil: the joints about z turn it round, those about y lift it a little."""
    joints = [name for name in robot.joint_names if robot.joints[name].size == 1]
    turns = 3.4 * math.pi / max(len(joints) / 2, 1)
    lift = -0.9 / max(len(joints), 1)
    return robot.clip(robot.pack({name: lift if i % 2 else turns for i, name in enumerate(joints)}))
