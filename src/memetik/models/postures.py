"""Typical postures in which pictures show the bundled robots."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from ..robot import Robot
from ..transforms import Array

_UR = {
    "shoulder_lift_joint": -1.9,
    "elbow_joint": 1.9,
    "wrist_1_joint": -1.57,
    "wrist_2_joint": -1.57,
}

_IIWA = {"joint_a2": 0.5, "joint_a4": -1.5, "joint_a6": 1.1}
_LWR = {"lwr_a2_joint": -0.5, "lwr_a3_joint": 1.5, "lwr_a5_joint": -1.1}
_HAND = {
    "FFJ4": -0.12,
    "FFJ3": 0.15,
    "FFJ2": 0.25,
    "MFJ3": 0.22,
    "MFJ2": 0.3,
    "RFJ4": -0.08,
    "RFJ3": 0.32,
    "RFJ2": 0.35,
    "LFJ5": 0.1,
    "LFJ4": -0.2,
    "LFJ3": 0.4,
    "LFJ2": 0.4,
    "THJ5": 0.1,
    "THJ4": 0.25,
    "THJ2": 0.2,
    "THJ1": 0.35,
}
_GO2 = {
    f"{leg}_{joint}_joint": angle
    for leg in ("FL", "FR", "RL", "RR")
    for joint, angle in (("thigh", 0.9), ("calf", -1.8))
}
_SPOT = {
    f"{end}_{side}_{joint}": angle
    for end in ("front", "rear")
    for side in ("left", "right")
    for joint, angle in (("hip_y", 0.8), ("knee", -1.5))
}
_FINGERS = ("index", "middle", "ring", "pinky")
_TILTED_LEGS = {  # the Stewart platform's legs: pitch, roll, extension
    1: (-0.0721, -0.0184, -0.0215),
    2: (0.0521, 0.0269, 0.0531),
    3: (0.04, -0.0855, 0.1261),
    4: (-0.1584, 0.1149, 0.053),
    5: (0.0934, 0.1202, -0.0043),
    6: (-0.034, -0.1058, -0.0656),
}

POSTURES: Mapping[str, Mapping[str, float]] = {
    "ur5": _UR,
    "ur10": _UR,
    "ur10e": _UR,
    "ur10e_eeloscope": _UR,
    **{
        arm: {
            f"{arm}_joint2": -math.pi / 4,
            f"{arm}_joint4": -3 * math.pi / 4,
            f"{arm}_joint6": math.pi / 2,
            f"{arm}_joint7": math.pi / 4,
        }
        for arm in ("panda", "fr3")
    },
    "ur10e_elise": {
        "shoulder_pan_joint": 1.134,
        "shoulder_lift_joint": -1.478,
        "elbow_joint": 2.438,
        "wrist_1_joint": 2.07,
        "wrist_2_joint": -1.138,
        "wrist_3_joint": 3.143,
        "endo_first_joint": -0.288,
        "endo_second_joint_first_dof": 0.125,
        "endo_second_joint_second_dof": -1.386,
    },
    "iiwa14": _IIWA,
    "lwr4": _LWR,
    "kr120": {"joint_a2": -1.7, "joint_a3": 1.8, "joint_a5": 0.9},
    "m10ia": {"joint_2": 0.1, "joint_3": 0.2, "joint_5": -1.0},
    "xarm7": {"joint2": -0.4, "joint4": 1.1, "joint6": 1.5},
    "go2": _GO2,
    "spot": _SPOT,
    "g1": {
        "left_shoulder_pitch_joint": 0.2,
        "left_shoulder_roll_joint": 0.25,
        "left_elbow_joint": 0.7,
        "right_shoulder_pitch_joint": -0.6,
        "right_shoulder_roll_joint": -0.25,
        "right_elbow_joint": 0.2,
        **{f"{side}_hip_pitch_joint": -0.25 for side in ("left", "right")},
        **{f"{side}_knee_joint": 0.5 for side in ("left", "right")},
        **{f"{side}_ankle_pitch_joint": -0.25 for side in ("left", "right")},
    },
    "so101": {"shoulder_lift": -0.4, "elbow_flex": 0.4, "wrist_flex": 0.9, "gripper": 0.6},
    "pr2": {
        "torso_lift_joint": 0.15,
        "head_tilt_joint": 0.3,
        "l_shoulder_pan_joint": 0.4,
        "l_shoulder_lift_joint": 0.8,
        "l_elbow_flex_joint": -1.6,
        "l_forearm_roll_joint": math.pi,
        "l_wrist_flex_joint": -0.7,
        "l_gripper_l_finger_joint": 0.35,
        "r_shoulder_pan_joint": -0.4,
        "r_shoulder_lift_joint": 0.8,
        "r_elbow_flex_joint": -1.6,
        "r_forearm_roll_joint": math.pi,
        "r_wrist_flex_joint": -0.7,
        "r_gripper_l_finger_joint": 0.35,
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
    "shadow_hand": _HAND,
    "allegro": {
        **{f"joint_{number}": 0.35 for number in (1, 2, 3, 5, 6, 7, 9, 10, 11)},
        "joint_12": 1.2,
        "joint_13": 0.3,
        "joint_14": 0.4,
        "joint_15": 0.4,
    },
    "iiwa14_shadow_hand": {"joint_a2": 0.2, "joint_a4": -1.4, "joint_a6": 0.5, "joint_a7": 2.3, **_HAND},
    "lwr4_shadow_hand": {
        "lwr_a2_joint": -0.2,
        "lwr_a3_joint": 1.4,
        "lwr_a5_joint": -0.5,
        "lwr_a6_joint": 2.3,
        **_HAND,
    },
    "pr2_arm_shadow_hand": {
        "r_shoulder_pan_joint": 0.5,
        "r_shoulder_lift_joint": 0.4,
        "r_elbow_flex_joint": -1.1,
        "r_forearm_roll_joint": -0.6,
        **_HAND,
    },
    "mannequin": {  # walking
        "pelvis_z": -0.07,
        "spine_1_yaw": 0.08,
        "spine_2_yaw": 0.12,
        "head_yaw": -0.15,
        "left_hip_pitch": 0.177,
        "left_knee_pitch": 0.637,
        "left_ankle_pitch": -0.114,
        "left_toes_pitch": -0.7,
        "right_hip_pitch": -0.507,
        "right_knee_pitch": 0.171,
        "right_ankle_pitch": 0.056,
        "left_shoulder_pitch": -0.5,
        "left_shoulder_roll": 0.12,
        "left_elbow_pitch": -0.5,
        "right_shoulder_pitch": 0.4,
        "right_shoulder_roll": -0.12,
        "right_elbow_pitch": -0.35,
    },
    "kyle": {  # waving
        "pelvis_z": -0.0045,
        "spine_yaw": -0.1,
        "spine_roll": 0.05,
        "neck_yaw": -0.15,
        "head_yaw": -0.15,
        "head_roll": 0.1,
        "right_shoulder_roll": -1.25,
        "right_shoulder_yaw": -1.3,
        "right_elbow_pitch": -1.75,
        "right_wrist_pitch": -0.2,
        "right_index_1_pitch": -0.12,
        "right_ring_1_pitch": 0.1,
        "right_pinky_1_pitch": 0.22,
        "left_shoulder_pitch": 0.15,
        "left_shoulder_roll": 0.2,
        "left_elbow_pitch": -0.4,
        **{f"left_{finger}_{bone}_roll": -0.4 for finger in _FINGERS for bone in (1, 2, 3)},
        "left_thumb_1_yaw": -0.4,
        "left_thumb_2_pitch": 0.3,
        "left_thumb_3_pitch": 0.4,
        "left_hip_roll": 0.1,
        "left_hip_yaw": 0.25,
        "left_ankle_roll": -0.1,
        "right_hip_roll": -0.1,
        "right_hip_yaw": -0.25,
        "right_ankle_roll": 0.1,
    },
    "wolf": {  # standing, attentive
        "neck_yaw": -0.25,
        "head_yaw": -0.3,
        "head_pitch": 0.1,
        "tail_1_pitch": -0.55,
        "tail_2_pitch": -0.35,
        "tail_3_pitch": -0.1,
        "tail_4_pitch": 0.1,
        "tail_5_pitch": 0.2,
        "tail_6_pitch": 0.2,
    },
    "five_bar": {"left_crank": 0.5098, "left_elbow": -0.2255, "right_crank": 0.4345, "right_elbow": -0.1376},
    "stewart": {  # tilted, its loops closed
        "platform_x": 0.06,
        "platform_y": -0.05,
        "platform_z": 0.02,
        "platform_yaw": 0.1,
        "platform_pitch": 0.24,
        "platform_roll": 0.12,
        **{f"leg_{leg}_pitch": values[0] for leg, values in _TILTED_LEGS.items()},
        **{f"leg_{leg}_roll": values[1] for leg, values in _TILTED_LEGS.items()},
        **{f"leg_{leg}": values[2] for leg, values in _TILTED_LEGS.items()},
    },
}
"""Robot -> joint -> value [rad, m]; joints that are not listed stay neutral."""


def presentation(robot: Robot) -> Array:
    """The configuration in which to show ``robot``: from the table, else the neutral posture.

    A robot from a file may have the name of a bundled one. Joints that it does not have are then ignored, and
    values are clipped to its limits.
    """
    values = _slithering(robot) if robot.name == "snake" else POSTURES.get(robot.name, {})
    return robot.clip(
        robot.pack({name: value for name, value in values.items() if name in robot.joint_names})
    )


def _slithering(robot: Robot) -> dict[str, float]:
    """The posture of a snake of any length: it winds on the ground, raises its front and looks ahead."""
    joints = robot.joint_names
    step = 2 / len(joints)  # the distance between every second joint, in lengths of the snake
    along = (np.arange(len(joints)) + 0.5) / len(joints)
    heading_rate = np.where(along < 0.6, 1.7 * 5 * math.pi * np.cos(5 * math.pi * along), 0.0)
    rising_rate = np.where(along > 0.62, -9.0, 0.0) + np.where(along > 0.79, 18.0, 0.0)
    turns = step * np.where(np.arange(len(joints)) % 2 == 0, heading_rate, rising_rate)
    return dict(zip(joints, turns.tolist(), strict=True))
