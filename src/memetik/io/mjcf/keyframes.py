"""The keyframes of an MJCF model as postures."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ...robot import Robot
from ...transforms import Array
from ..faults import Faults
from .names import Names
from .qpos import mujoco_layout


def keyframes(model: Any, names: Names, robot: Robot, faults: Faults) -> dict[str, dict[str, Array]]:
    """The values of the robot's joints in every keyframe, by its name."""
    layout = mujoco_layout(model)
    postures: dict[str, dict[str, Array]] = {}
    for index, name in enumerate(names.keyframes):
        with faults.at(f"keyframe {name!r}"):
            decode = functools.partial(layout.decode, robot, model.key_qpos[index])
            q = faults.cosmetic(decode, None, "it is left out")
        if q is not None:
            postures[name] = {joint: np.atleast_1d(value) for joint, value in robot.unpack(q).items()}
    return postures
