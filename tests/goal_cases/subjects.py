"""Robots of every kind, for theorems that hold on all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

import memetik as mk
from tests.random_trees import random_robot

SOME_OF_ALL_JOINTS = (
    *("floating", "revolute", "spherical", "prismatic", "continuous", "revolute", "planar", "revolute"),
    *("cylindrical", "revolute", "continuous", "fixed", "revolute", "prismatic", "revolute"),
)


@dataclass(frozen=True)
class Subject:
    """A robot and three of its links: one to be placed, one to be a frame, one more; and some joints."""

    robot: mk.Robot
    tip: str
    frame: str
    other: str
    joints: tuple[str, ...]
    dexterous: str  # a link that three joints of one variable each can move


@cache
def subject(name: str) -> Subject:
    if name == "panda":
        robot = mk.Robot.load("panda")
        return Subject(
            robot, "panda_hand", "panda_link3", "panda_link6", ("panda_joint2", "panda_joint5"), "panda_hand"
        )
    if name == "valkyrie":
        robot = mk.Robot.load("valkyrie").with_floating_base(world="ground")
        return Subject(
            robot, "leftPalm", "rightPalm", "head", ("root", "torsoYaw", "leftElbowPitch"), "leftPalm"
        )
    if name == "snake":
        robot = mk.Robot.load("snake(30)")
        return Subject(robot, "tip", "link_7", "link_21", ("joint_3", "joint_30"), "tip")
    robot = random_robot(5, SOME_OF_ALL_JOINTS, limited=True)  # two mimics on the way to link_9
    return Subject(robot, "link_9", "link_15", "link_10", robot.joint_names[:4], "link_15")


SUBJECTS = ("panda", "valkyrie", "snake", "tree")


def single_variables(robot: mk.Robot) -> list[str]:
    """Variables that are not components of a rotation vector."""
    return [name for name in robot.variable_names if not name.endswith((".rx", ".ry", ".rz"))]


def limited_variables(robot: mk.Robot) -> list[str]:
    """The single variables that have two limits."""
    bounded = dict(
        zip(robot.variable_names, np.isfinite(robot.lower) & np.isfinite(robot.upper), strict=True)
    )
    return [name for name in single_variables(robot) if bounded[name]]
