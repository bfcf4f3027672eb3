"""A robot read from a pinocchio.Model moves as the same robot read from its URDF."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk

pinocchio = pytest.importorskip("pinocchio")

URDF = """<robot name="arm"><link name="base"/><link name="upper"><inertial><mass value="2"/>
<origin xyz="0 0 .1"/><inertia ixx="1" iyy="2" izz="2" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="hand"/><link name="tool"/><link name="finger"/>
<joint name="spin" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/></joint>
<joint name="bend" type="revolute"><parent link="upper"/><child link="hand"/><axis xyz="0 3 4"/>
<origin xyz="0 0 1" rpy="1 2 3"/><limit lower="-1" upper="2" velocity="3" effort="4"/></joint>
<joint name="mount" type="fixed"><parent link="hand"/><child link="tool"/><origin xyz="0 0 .2"/></joint>
<joint name="slide" type="prismatic"><parent link="hand"/><child link="finger"/><axis xyz="1 0 0"/>
<limit lower="0" upper=".5" velocity="1" effort="1"/></joint></robot>"""


@pytest.mark.parametrize("floating", [False, True])
def test_moves_as_its_urdf(floating: bool) -> None:
    base = [pinocchio.JointModelFreeFlyer()] if floating else []
    model = pinocchio.buildModelFromXML(URDF, *base)
    robot, expected = mk.Robot.load(model), mk.Robot.from_urdf_string(URDF)
    if floating:
        expected = expected.with_floating_base(joint="root_joint", world="universe")
    assert robot.name == "arm"
    assert set(robot.link_names) == set(expected.link_names)
    assert robot.joint_names == expected.joint_names
    for name in ("lower", "upper", "velocity_limits"):
        np.testing.assert_array_equal(getattr(robot, name), getattr(expected, name))
    q = expected.random(20, rng=0)
    for link in expected.link_names:
        np.testing.assert_allclose(robot.fk(q, link), expected.fk(q, link), atol=1e-12)
    np.testing.assert_allclose(robot.center_of_mass(q), expected.center_of_mass(q), atol=1e-12)
    np.testing.assert_allclose(
        robot.difference(q, robot.from_pinocchio(robot.to_pinocchio(q, model), model)), 0, atol=1e-12
    )


def test_joints_that_memetik_does_not_have_are_named() -> None:
    model = pinocchio.Model()
    model.addJoint(0, pinocchio.JointModelSphericalZYX(), pinocchio.SE3.Identity(), "neck")
    with pytest.raises(
        mk.RobotError, match="joint 'neck': pinocchio's type JointModelSphericalZYX of joints"
    ):
        mk.Robot.load(model)


def test_other_objects_of_pinocchio_are_refused() -> None:
    with pytest.raises(mk.RobotError, match=r"expected a pinocchio\.Model, got SE3"):
        mk.Robot.load(pinocchio.SE3.Identity())
