"""URDF text has the robot's kinematics, for our reader and for pinocchio's."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import memetik as mk
from memetik.models import BUNDLED
from memetik.transforms import rotation_from_rpy
from memetik_bench.arms import ARMS, load_arm
from memetik_bench.urdf_text import rpy_from_rotation, urdf_text


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


@given(st.integers(0, 2**32 - 1))
def test_angles_give_the_rotation_back(seed: int) -> None:
    rotation = Rotation.random(rng=seed).as_matrix()
    np.testing.assert_allclose(rotation_from_rpy(rpy_from_rotation(rotation)), rotation, rtol=0, atol=1e-15)


@pytest.mark.parametrize("off", [0.0, 1e-16, 1e-12, 1e-8, 1e-5])
@pytest.mark.parametrize("side", [-1, 1])
def test_also_where_the_pitch_is_a_quarter_turn(off: float, side: int) -> None:
    """There roll and yaw turn about the same axis."""
    for roll, yaw in ((0.3, 0.4), (-2.0, 1.0), (3.0, -3.0)):
        rotation = rotation_from_rpy((roll, side * (np.pi / 2 - off), yaw))
        rotation = rotation @ rotation_from_rpy((1e-9, -2e-9, 3e-9))
        again = rotation_from_rpy(rpy_from_rotation(rotation))
        np.testing.assert_allclose(again, rotation, rtol=0, atol=1e-15)
