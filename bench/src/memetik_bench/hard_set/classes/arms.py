"""The arms of the problems, with the links that goals refer to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from memetik import Robot
from memetik.transforms import Array


@dataclass(frozen=True)
class Arm:
    """A bundled arm or a part of a robot: robot source, and the links at tip, elbow and wrist."""

    source: dict[str, Any]
    tip: str
    elbow: str
    wrist: str


UR5 = Arm({"bundled": "ur5"}, "tool0", "forearm_link", "wrist_1_link")
UR10E = Arm({"bundled": "ur10e"}, "tool0", "forearm_link", "wrist_1_link")
KR120 = Arm({"bundled": "kr120"}, "tool0", "link_3", "link_5")
M10IA = Arm({"bundled": "m10ia"}, "tool0", "link_3", "link_5")
PANDA = Arm({"bundled": "panda"}, "panda_hand", "panda_link4", "panda_link6")
IIWA14 = Arm({"bundled": "iiwa14"}, "tool0", "link_4", "link_6")
BAXTER = Arm(
    {"bundled": "baxter", "subtree": ["torso", ["right_gripper"]]},
    "right_gripper",
    "right_lower_elbow",
    "right_lower_forearm",
)
VALKYRIE = Arm(
    {"bundled": "valkyrie", "subtree": ["torso", ["rightPalm"]]},
    "rightPalm",
    "rightElbowPitchLink",
    "rightForearmLink",
)


def snake(dof: int) -> Arm:
    """Return a snake with its elbow at one third and its wrist at two thirds of its length."""
    return Arm({"bundled": f"snake({dof})"}, "tip", f"link_{1 + dof // 3}", f"link_{1 + 2 * dof // 3}")


def place(robot: Robot, q: Array, link: str, offset: npt.ArrayLike = (0.0, 0.0, 0.0)) -> Array:
    """Return the position (3,) of a point of a link."""
    return np.asarray((robot.fk(q, link) @ np.append(offset, 1.0))[:3])
