"""The arms and legs of the benchmarks, cut from the bundled robots."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from memetik import Robot, UnknownNameError


@dataclass(frozen=True)
class Arm:
    """A serial chain and its name in tables; ``robot`` has only the chain's joints, ``link`` is its tip."""

    name: str
    robot: Robot
    link: str


# name: (bundled robot, base, tip). The base excludes the torso, the pelvis and other limbs.
_SUBTREES = {
    "ur5": ("ur5", "base_link", "tool0"),
    "iiwa14": ("iiwa14", "base_link", "tool0"),
    "panda": ("panda", "panda_link0", "panda_hand"),
    "pr2 arm": ("pr2", "torso_lift_link", "r_gripper_tool_frame"),
    "baxter arm": ("baxter", "torso", "right_gripper"),
    "valkyrie arm": ("valkyrie", "torso", "rightPalm"),
    "valkyrie leg": ("valkyrie", "pelvis", "rightFoot"),
    "kr120": ("kr120", "base_link", "tool0"),
    "m10ia": ("m10ia", "base_link", "tool0"),
}

ARMS: tuple[str, ...] = tuple(_SUBTREES)
"""Names of the chains, in the order of tables."""


@functools.cache
def load_arm(name: str) -> Arm:
    """Return the chain ``name``; an unknown name raises an error that lists all.

    >>> load_arm("pr2 arm").robot.dof
    7
    """
    if name not in _SUBTREES:
        raise UnknownNameError("arm", name, ARMS)
    robot, base, tip = _SUBTREES[name]
    return Arm(name, Robot.load(robot).subtree(base, tip), tip)
