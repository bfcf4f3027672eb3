"""Scenes: robots of every kind, each with the links and joints that its goals use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.recorder import adapter
from tests.recorder.case import rng_of


@dataclass(frozen=True)
class Scene:
    """A robot, and the links and joints of its goals.

    ``tip`` is the link of most goals, ``frame`` the link in which targets are given, ``other`` a third link.
    ``joints`` have one variable each and move the tip.
    """

    name: str
    robot: Any
    tip: str
    frame: str
    other: str
    joints: tuple[str, ...]


# name -> tip, frame, other link
_LINKS = {
    "ur5": ("tool0", "upper_arm_link", "wrist_1_link"),
    "ur10": ("tool0", "upper_arm_link", "wrist_1_link"),
    "ur10e": ("tool0", "upper_arm_link", "wrist_1_link"),
    "ur10e_elise": ("endo_tool", "forearm_link", "endo_base_link"),
    "ur10e_eeloscope": ("endo_tool", "forearm_link", "endo_base_link"),
    "panda": ("panda_hand", "panda_link3", "panda_link6"),
    "fr3": ("fr3_hand", "fr3_link3", "fr3_link6"),
    "xarm7": ("link_eef", "link3", "link6"),
    "iiwa14": ("tool0", "link_3", "link_6"),
    "lwr4": ("tool0", "lwr_3_link", "lwr_6_link"),
    "kr120": ("tool0", "link_2", "link_4"),
    "m10ia": ("tool0", "link_2", "link_4"),
    "so101": ("gripper_frame_link", "upper_arm_link", "wrist_link"),
    "pr2": ("r_gripper_tool_frame", "l_gripper_tool_frame", "high_def_frame"),
    "baxter": ("left_gripper", "right_gripper", "display"),
    "valkyrie": ("leftPalm", "rightPalm", "head"),
    "g1": ("left_rubber_hand", "right_rubber_hand", "head_link"),
    "go2": ("FL_foot", "RR_foot", "FR_calf"),
    "spot": ("front_left_foot", "rear_right_foot", "front_right_lower_leg"),
    "shadow_hand": ("fftip", "thtip", "mftip"),
    "allegro": ("link_3_tip", "link_15_tip", "link_7_tip"),
    "iiwa14_shadow_hand": ("fftip", "thtip", "palm"),
    "lwr4_shadow_hand": ("fftip", "thtip", "palm"),
    "pr2_arm_shadow_hand": ("fftip", "thtip", "palm"),
    "snake": ("tip", "link_7", "link_21"),
    "snake(8)": ("tip", "link_2", "link_5"),
    "mannequin": ("left_hand", "right_hand", "eyes"),
    "kyle": ("left_index_tip", "right_hand", "eyes"),
    "wolf": ("left_front_paw", "right_front_paw", "eyes"),
    "five_bar": ("tool", "left_crank", "left_rod"),
    "stewart": ("platform", "leg_1_rod", "anchor_2"),
    "every_joint": ("tip", "carriage", "elbow"),
    "floating_ur5": ("tool0", "upper_arm_link", "wrist_1_link"),
}
NAMES = tuple(_LINKS)
CORE = ("ur5", "panda", "snake", "valkyrie", "every_joint")  # small and large, serial and branched


@cache
def scene(name: str) -> Scene:
    robot = _robot(name)
    tip, frame, other = _LINKS[name]
    columns = adapter.jacobian(robot, adapter.random(robot, rng_of("columns", name)), tip).T
    variables = zip(adapter.variable_names(robot), columns, strict=True)
    moving = [variable for variable, column in variables if column.any()]
    joints = tuple(joint for joint in moving if joint in adapter.joint_names(robot))
    return Scene(name, robot, tip, frame, other, joints)


def _robot(name: str) -> Any:
    if name == "every_joint":
        return adapter.every_joint()
    if name == "floating_ur5":
        return adapter.floating("ur5")
    return adapter.load(name)
