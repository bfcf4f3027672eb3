"""Configurations in other libraries' conventions describe the same posture there."""

from __future__ import annotations

import re

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given

import memetik as mk
from tests.pinocchio_models import Pinocchio, pinocchio_model, velocity_map
from tests.random_trees import random_configurations, robots, seeds

MJCF = """
<mujoco>
  <compiler angle="radian" autolimits="true"/>
  <worldbody>
    <body name="other" pos="0 0 3"><joint name="unrelated" type="hinge"/><geom size="0.1"/></body>
    <body name="crane" pos="0.1 0.2 0.3" euler="0.3 0 0">
      <joint name="slide" type="slide" axis="0 0.6 0.8"/><geom size="0.1"/>
      <body name="ball" pos="0.5 0 0"><joint name="wrist" type="ball"/><geom size="0.1"/></body>
      <body name="flag" pos="0 0.5 0"><joint name="hinge" type="hinge" axis="1 0 0"/><geom size="0.1"/></body>
    </body>
    <body name="ship" pos="1 1 1"><freejoint name="swim"/><geom size="0.1"/></body>
  </worldbody>
</mujoco>
"""


def harbour() -> mk.Robot:
    """The robot of ``MJCF``, without the body ``other`` and with joints in another order."""
    b = mk.RobotBuilder("harbour")
    b.floating("swim", "world", "ship")
    b.prismatic(
        "slide", "world", "crane", xyz=(0.1, 0.2, 0.3), rpy=(0.3, 0, 0), axis=(0, 0.6, 0.8), lower=-1, upper=1
    )
    b.revolute("hinge", "crane", "flag", xyz=(0, 0.5, 0), axis=(1, 0, 0), lower=-2, upper=2)
    b.spherical("wrist", "crane", "ball", xyz=(0.5, 0, 0))
    return b.build()


def every_type() -> mk.Robot:
    """A floating base, continuous, planar, cylindrical and spherical joints, and a follower."""
    b = mk.RobotBuilder("every type")
    b.floating("root", "world", "a")
    b.continuous("wheel", "a", "b", xyz=(0.1, 0, 0), axis=(0.6, 0, 0.8))
    b.planar("table", "b", "c", xyz=(0, 0.2, 0), axis=(0, 0.6, -0.8))
    b.spherical("ball", "c", "d", xyz=(0, 0, 0.3))
    b.cylindrical("screw", "d", "e", xyz=(0.1, 0, 0), axis=(0, 1, 0))
    b.prismatic("slide", "e", "f", axis=(1, 1, 0), lower=-1, upper=1)
    b.revolute("echo", "f", "g", xyz=(0.4, 0, 0), lower=-9, upper=9, mimic=mk.Mimic("slide", -3.0, 0.2))
    return b.build()


class TestPinocchio:
    @pytest.mark.parametrize(
        "robot",
        [mk.Robot.load(name) for name in ("ur5", "panda", "pr2")]
        + [mk.Robot.load("baxter").with_floating_base(), every_type()],
        ids=lambda robot: robot.name,
    )
    def test_poses_and_jacobians_are_the_same(self, robot: mk.Robot) -> None:
        model = pinocchio_model(robot)
        rows = robot.random(20, rng=1)
        pinocchio = Pinocchio(model)
        for link, expected in pinocchio.poses(robot.to_pinocchio(rows, model)).items():
            np.testing.assert_allclose(robot.fk(rows, link), expected, rtol=0, atol=1e-12, err_msg=link)
        for q in rows:
            velocities = velocity_map(robot, q, model)
            for link, jacobian in pinocchio.jacobians(robot.to_pinocchio(q, model), robot.tips).items():
                expected = jacobian @ velocities
                np.testing.assert_allclose(
                    robot.jacobian(q, link), expected, rtol=0, atol=1e-12, err_msg=link
                )

    @given(robot=robots(max_joints=10), seed=seeds)
    def test_there_and_back_is_the_same_posture(self, robot: mk.Robot, seed: int) -> None:
        model = pinocchio_model(robot)
        q = random_configurations(robot, np.random.default_rng(seed), 3).clip(
            -3, 3
        )  # cos, sin: one turn only
        theirs = robot.to_pinocchio(q, model)
        assert theirs.shape == (3, model.nq)
        back = robot.from_pinocchio(theirs, model)
        np.testing.assert_allclose(robot.difference(q, back), 0, rtol=0, atol=1e-11)
        for i in range(3):
            np.testing.assert_array_equal(robot.to_pinocchio(q[i], model), theirs[i])
            np.testing.assert_array_equal(robot.from_pinocchio(theirs[i], model), back[i])

    def test_a_free_flyer_needs_no_name(self) -> None:
        robot = mk.Robot.load("ur5").with_floating_base(joint="base")
        model = pinocchio_model(mk.Robot.load("ur5").with_floating_base(joint="root_joint"))
        q = robot.random(rng=4)
        theirs = robot.to_pinocchio(q, model)
        np.testing.assert_allclose(
            Pinocchio(model).poses([theirs])["tool0"][0], robot.fk(q, "tool0"), atol=1e-12
        )
        np.testing.assert_allclose(robot.from_pinocchio(theirs, model), q, atol=1e-12)

    def test_quaternions_may_have_any_length_and_sign(self) -> None:
        robot = every_type()
        model = pinocchio_model(robot)
        q = robot.random(rng=5)
        theirs = robot.to_pinocchio(q, model)
        theirs[3:7] *= -2.5
        np.testing.assert_allclose(robot.difference(q, robot.from_pinocchio(theirs, model)), 0, atol=1e-12)

    def test_joints_of_theirs_alone_come_from_base(self) -> None:
        arm, both = mk.Robot.load("ur5"), mk.Robot.load("ur5").attach(every_type(), "tool0")
        model = pinocchio_model(both)
        with pytest.raises(
            mk.ConfigurationError, match="pinocchio joint 'root' is not a joint of 'ur5'; give base="
        ):
            arm.to_pinocchio(arm.neutral, model)
        q, whole = arm.random(2, rng=6), both.random(rng=7)
        mixed = arm.to_pinocchio(q, model, base=both.to_pinocchio(whole, model))
        for row, theirs in zip(q, mixed, strict=True):
            expected = both.pack(arm.unpack(row), base=whole)
            np.testing.assert_allclose(
                both.difference(both.from_pinocchio(theirs, model), expected), 0, atol=1e-12
            )


class TestMuJoCo:
    def test_poses_are_the_same(self) -> None:
        mujoco = pytest.importorskip("mujoco")
        model = mujoco.MjModel.from_xml_string(MJCF)
        data, robot = mujoco.MjData(model), harbour()
        base = np.array(model.qpos0)
        base[0] = 0.7  # of the joint that only MuJoCo has
        for q in robot.random(20, rng=1):
            data.qpos[:] = robot.to_mujoco(q, model, base=base)
            mujoco.mj_kinematics(model, data)
            assert data.qpos[0] == 0.7
            for link in ("ship", "crane", "flag", "ball"):
                pose = np.eye(4)
                pose[:3, :3], pose[:3, 3] = data.body(link).xmat.reshape(3, 3), data.body(link).xpos
                np.testing.assert_allclose(robot.fk(q, link), pose, rtol=0, atol=1e-12, err_msg=link)
            np.testing.assert_allclose(robot.from_mujoco(data.qpos, model), q, rtol=0, atol=1e-12)

    def test_batches_are_their_rows(self) -> None:
        mujoco = pytest.importorskip("mujoco")
        model, robot = mujoco.MjModel.from_xml_string(MJCF), harbour()
        q = robot.random(3, rng=2)
        theirs = robot.to_mujoco(q, model, base=model.qpos0)
        np.testing.assert_array_equal(theirs[1], robot.to_mujoco(q[1], model, base=model.qpos0))
        np.testing.assert_allclose(robot.from_mujoco(theirs, model), q, rtol=0, atol=1e-12)


class TestErrors:
    ROBOT = every_type()
    MODEL = pinocchio_model(ROBOT)

    def refused(self, values: object, message: str) -> None:
        with pytest.raises(mk.ConfigurationError, match=re.escape(message)):
            self.ROBOT.from_pinocchio(values, self.MODEL)  # type: ignore[arg-type]

    def test_of_shape_and_value(self) -> None:
        nq = self.MODEL.nq
        for wrong in (
            np.zeros(nq + 1),
            np.zeros((2, nq - 1)),
            np.zeros((1, 2, nq)),
            3.0,
            np.full(nq, np.nan),
        ):
            self.refused(wrong, f"a pinocchio configuration of this model is {nq} finite numbers, got shape ")

    @pytest.mark.parametrize(
        "values", ["nonsense", ["a"] * MODEL.nq, [[1.0], [1.0, 2.0]]], ids=["text", "letters", "ragged"]
    )
    def test_of_things_that_are_not_numbers(self, values: object) -> None:
        self.refused(values, "pinocchio configuration")

    @pytest.mark.parametrize(
        "base", [np.zeros(3), np.zeros((3, MODEL.nq)), "nonsense"], ids=["short", "other rows", "text"]
    )
    def test_of_a_base_that_does_not_fit(self, base: object) -> None:
        with pytest.raises(mk.ConfigurationError):
            self.ROBOT.to_pinocchio(self.ROBOT.random(2, rng=1), self.MODEL, base=base)  # type: ignore[arg-type]

    def test_of_a_quaternion_without_direction(self) -> None:
        self.refused(np.zeros(self.MODEL.nq), "joint 'root': quaternion of zero length")

    def test_of_a_joint_that_the_model_lacks(self) -> None:
        model = pinocchio_model(mk.Robot.load("ur5"))
        robot = mk.Robot.load("panda")
        with pytest.raises(
            mk.UnknownNameError, match=r"no pinocchio joint 'panda_joint1'; .* are: shoulder_pan_joint,"
        ):
            robot.from_pinocchio(np.zeros(6), model)

    def test_of_a_joint_that_is_another_type_there(self) -> None:
        model = pin.Model()
        model.addJoint(0, pin.JointModelSpherical(), pin.SE3.Identity(), "hinge")
        b = mk.RobotBuilder("door")
        b.revolute("hinge", "frame", "leaf", lower=0.0, upper=1.0)
        message = "joint 'hinge' is revolute here, but has 4 numbers in the pinocchio model"
        with pytest.raises(mk.ConfigurationError, match=message):
            b.build().to_pinocchio([0.5], model)
        with pytest.raises(mk.ConfigurationError, match=message):
            b.build().from_pinocchio([0.0, 0.0, 0.0, 1.0], model)


def test_of_a_mujoco_joint_whose_zero_lies_elsewhere() -> None:
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_string(
        """<mujoco><compiler angle="radian"/><worldbody><body name="arm">
        <joint name="hinge" type="hinge" axis="0 0 1" ref="0.5"/><geom size="0.1"/>
        <body name="tip" pos="1 0 0"><geom size="0.1"/></body></body></worldbody></mujoco>"""
    )
    b = mk.RobotBuilder("arm")
    b.continuous("hinge", "world", "arm")
    b.fixed("end", "arm", "tip", xyz=(1, 0, 0))
    robot, data = b.build(), mujoco.MjData(model)
    data.qpos[:] = robot.to_mujoco([0.7], model)
    mujoco.mj_kinematics(model, data)
    np.testing.assert_allclose(data.body("tip").xpos, robot.fk([0.7], "tip")[:3, 3], atol=1e-12)
    np.testing.assert_allclose(robot.from_mujoco(data.qpos, model), [0.7])
