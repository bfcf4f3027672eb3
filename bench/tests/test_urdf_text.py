"""URDF text has the robot's kinematics, for our reader and for pinocchio's."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

import memetik as mk
from memetik.models import BUNDLED
from memetik_bench.arms import ARMS, load_arm
from memetik_bench.urdf_text import urdf_text


@pytest.mark.parametrize("name", ARMS)
def test_pinocchio_reads_the_same_arm(name: str) -> None:
    robot = load_arm(name).robot
    model = pin.buildModelFromXML(urdf_text(robot))
    data = model.createData()
    rows = robot.random(20, 5)
    expected = robot.fk(rows)
    for i, q in enumerate(robot.to_pinocchio(rows, model)):
        pin.framesForwardKinematics(model, data, q)
        for link, poses in expected.items():
            pose = data.oMf[model.getFrameId(link)].homogeneous
            np.testing.assert_allclose(pose, poses[i], rtol=0, atol=1e-12, err_msg=link)


@pytest.mark.parametrize("name", BUNDLED)
def test_reading_it_back_gives_the_same_joints(name: str) -> None:
    robot = mk.Robot.load(name)
    again = mk.Robot.from_urdf_string(urdf_text(robot))
    assert again.link_names == robot.link_names
    assert again.variable_names == robot.variable_names
    np.testing.assert_array_equal(again.lower, robot.lower)
    np.testing.assert_array_equal(again.upper, robot.upper)
    rows = robot.random(5, 1)
    expected = robot.fk(rows)
    for link, poses in again.fk(rows).items():
        np.testing.assert_allclose(poses, expected[link], rtol=0, atol=1e-12, err_msg=link)


def test_joints_that_readers_disagree_on_are_refused() -> None:
    with pytest.raises(mk.RobotError, match="'root': URDF readers disagree on floating"):
        urdf_text(mk.Robot.load("ur5").with_floating_base())
