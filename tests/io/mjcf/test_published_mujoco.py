"""Published MuJoCo models: as robots they move as MuJoCo says.

Needs the packages of the extra ``robots``; run with ``pytest -m robots``.
"""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

import mujoco
import pytest

import memetik as mk
from tests.io.mjcf.mujoco_models import assert_moves_as_mujoco_says

pytestmark = pytest.mark.robots

SUITE = ("dm_control", "dm_control/suite")
WALKERS = ("dm_control", "dm_control/locomotion/walkers/assets")
KINOVA = ("dm_control", "dm_control/third_party/kinova")
GYMNASIUM = ("gymnasium-robotics", "gymnasium_robotics/envs/assets")
ROBOSUITE = ("robosuite-models", "robosuite_models/assets")
MODELS = {
    "humanoid_CMU": (SUITE, "humanoid_CMU.xml"),  # several joints on a body
    "dog": (SUITE, "dog.xml"),  # anchors, two free bodies
    "fish": (SUITE, "fish.xml"),
    "finger": (SUITE, "finger.xml"),  # a reference
    "manipulator": (SUITE, "manipulator.xml"),  # references
    "rodent": (WALKERS, "rodent.xml"),  # anchors
    "fruitfly": (WALKERS, "fruitfly_v2/fruitfly.xml"),  # 103 joints
    "jaco": (KINOVA, "jaco_arm.xml"),
    "shadow_hand": (GYMNASIUM, "hand/reach.xml"),
    "shadow_hand_and_block": (GYMNASIUM, "hand/manipulate_block.xml"),  # free and ball-like targets
    "adroit": (GYMNASIUM, "adroit_hand/adroit_relocate.xml"),
    "fetch": (GYMNASIUM, "fetch/pick_and_place.xml"),  # a weld, mocap
    "g1": (ROBOSUITE, "robots/g1/robot.xml"),
    "h1": (ROBOSUITE, "robots/h1/robot.xml"),
    "go2": (ROBOSUITE, "robots/go2/robot.xml"),
    "pr2": (ROBOSUITE, "robots/pr2/robot.xml"),
    "aloha": (ROBOSUITE, "robots/aloha/robot.xml"),
    "svh": (ROBOSUITE, "grippers/schunk_svh_left_hand.xml"),
}


@pytest.mark.filterwarnings("ignore:equality .* closes a loop")
@pytest.mark.parametrize("name", MODELS)
def test_model_moves_as_mujoco_says(name: str) -> None:
    (package, folder), file = MODELS[name]
    path = Path(str(distribution(package).locate_file(folder))) / file
    robot = mk.Robot.from_mjcf(path)
    assert_moves_as_mujoco_says(robot, mujoco.MjModel.from_xml_path(str(path)), configurations=50)
