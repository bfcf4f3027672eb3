"""Full poses for arms with four and five joints; most can only be approximated."""

from __future__ import annotations

import functools

import numpy as np

from memetik import Robot, RobotBuilder
from memetik.transforms import Array

from ..arms import Arm, load_arm

_LOCKED: dict[str, tuple[str, dict[str, float]]] = {
    "ur5, 4 joints": ("ur5", {"wrist_2_joint": -1.5708, "wrist_3_joint": 0.0}),
    "ur5, 5 joints": ("ur5", {"wrist_3_joint": 0.0}),
    "panda, 5 joints": ("panda", {"panda_joint3": 0.0, "panda_joint5": 0.0}),
}
_BUILT = "palletiser, 4 joints"

DEFICIENT: tuple[str, ...] = (*_LOCKED, _BUILT)


@functools.cache
def deficient_arm(name: str) -> Arm:
    """Return the arm with this name."""
    if name == _BUILT:
        return Arm(name, _palletiser(), "tool")
    whole, locked = _LOCKED[name]
    return Arm(name, load_arm(whole).robot.lock(locked), load_arm(whole).link)


def deficient_poses(name: str, count: int, rng: np.random.Generator) -> Array:
    """Return poses (count, 4, 4) of the arm with all its joints; for the palletiser, randomly rotated."""
    if name != _BUILT:
        whole = load_arm(_LOCKED[name][0])
        return whole.robot.fk(whole.robot.random(count, rng), whole.link)
    arm, turn = deficient_arm(name), load_arm("ur5")
    poses = arm.robot.fk(arm.robot.random(count, rng), arm.link)
    poses[:, :3, :3] = turn.robot.fk(turn.robot.random(count, rng), turn.link)[:, :3, :3]
    return poses


def _palletiser() -> Robot:
    """Return an arm with a rotating column and three parallel axes."""
    builder = RobotBuilder("palletiser")
    joint = functools.partial(builder.revolute, lower=-2.6, upper=2.6)
    joint("column", "base", "trunk", axis=(0, 0, 1))
    joint("lift", "trunk", "upper", xyz=(0.1, 0, 0.4), axis=(0, 1, 0))
    joint("elbow", "upper", "fore", xyz=(0.5, 0, 0), axis=(0, 1, 0))
    joint("tilt", "fore", "wrist", xyz=(0.4, 0, 0), axis=(0, 1, 0))
    builder.fixed("mount", "wrist", "tool", xyz=(0.15, 0, 0))
    return builder.build()
