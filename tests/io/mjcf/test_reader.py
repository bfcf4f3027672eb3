"""MuJoCo models: as robots they move as MuJoCo says."""

from __future__ import annotations

import warnings
from pathlib import Path

import mujoco
import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, Capsule, Cylinder, Mesh, Sphere
from tests.io.mjcf.mujoco_models import assert_moves_as_mujoco_says
from tests.io.mjcf.random_mjcf import random_mjcf

ARM = """
<mujoco model="arm">
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="upper" pos="0 0 1">
      <joint name="shoulder" axis="0 1 0" range="-90 90"/>
      <geom type="capsule" size=".05 .2"/>
      <body name="lower" pos="0 0 .4">
        <joint name="elbow" axis="0 1 0" {elbow}/>
        <geom type="box" size=".1 .2 .3" rgba="1 0 0 1"/>
        <site name="hand" pos="0 0 .5"/>
      </body>
    </body>
  </worldbody>
  {more}
</mujoco>
"""


def arm(more: str = "", elbow: str = "") -> mk.Robot:
    return mk.Robot.from_mjcf_string(ARM.format(more=more, elbow=elbow))


def world(bodies: str) -> mk.Robot:
    return mk.Robot.from_mjcf_string(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.filterwarnings("ignore:(?s).*lengths are read as metres")
def test_random_models_move_as_mujoco_says(seed: int) -> None:
    text = random_mjcf(np.random.default_rng(seed), bodies=1 + seed % 9)
    robot = mk.Robot.from_mjcf_string(text)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Inertia matrix is too close to singular")
        model = mujoco.MjModel.from_xml_string(text)
    assert_moves_as_mujoco_says(robot, model)


def test_reference_posture_is_zero_and_limits_count_from_it() -> None:
    robot = arm(elbow='ref="30" range="-60 60"')
    np.testing.assert_allclose(robot.joints["elbow"].lower, np.radians([-90]))
    np.testing.assert_allclose(robot.joints["elbow"].upper, np.radians([30]))
    assert robot.fk(robot.neutral, "hand")[2, 3] == pytest.approx(1.9)


def test_unlimited_hinges_are_continuous_and_balls_have_a_largest_angle() -> None:
    joint = world('<body><joint type="ball" range="0 40"/><geom size=".1"/></body>').joints["joint0"]
    assert (joint.type, joint.upper) == ("spherical", (np.radians(40),) * 3)
    assert arm().joints["elbow"].type == "continuous"


def test_linearly_coupled_joints_are_mimics() -> None:
    robot = arm('<equality><joint joint1="elbow" joint2="shoulder" polycoef=".1 -2 0 0 0"/></equality>')
    assert robot.joint_names == ("shoulder",)
    assert robot.joints["elbow"].mimic == mk.Mimic("shoulder", -2.0, 0.1)


def test_coupled_values_count_from_the_references() -> None:
    text = ARM.format(
        elbow='ref="30"',
        more='<equality><joint joint1="elbow" joint2="shoulder" polycoef="0 1 0 0 0"/></equality>',
    )
    robot, model = mk.Robot.from_mjcf_string(text), mujoco.MjModel.from_xml_string(text)
    np.testing.assert_allclose(robot.to_mujoco([0.2], model), [0.2, np.radians(30) + 0.2])


def test_joint_coupled_to_nothing_is_fixed_at_the_constant() -> None:
    robot = arm('<equality><joint joint1="elbow" polycoef=".5 0 0 0 0"/></equality>')
    assert robot.joint_names == ("shoulder",)
    np.testing.assert_allclose(robot.fk(robot.neutral, "hand")[0, 3], 0.5 * np.sin(0.5))


def test_inactive_couplings_do_not_count() -> None:
    coupled = '<equality><joint joint1="elbow" joint2="shoulder" active="false"/></equality>'
    assert arm(coupled).dof == 2


@pytest.mark.parametrize(
    ("equality", "message"),
    [
        ('<connect body1="lower" anchor="0 0 0"/>', r"robot\.loops are added to the goals: 'equality 0'"),
        ('<weld name="grip" body1="lower"/>', r"robot\.loops are added to the goals: 'equality grip'"),
        ('<joint joint1="elbow" joint2="shoulder" polycoef="0 1 1 0 0"/>', "loops of the mechanism are open"),
        (
            '<joint joint1="elbow" joint2="shoulder" polycoef="0 1 1 0 0"/><joint joint1="shoulder"/>',
            "'equality 0' is left out: a joint of it is coupled to another joint",
        ),
        (
            '<joint joint1="elbow" joint2="shoulder"/><joint name="twice" joint1="elbow"/>',
            "equality 'twice' is left out: joint 'elbow' is coupled already",
        ),
    ],
)
def test_what_a_tree_cannot_have_is_a_warning(equality: str, message: str) -> None:
    with pytest.warns(mk.RobotWarning, match=message) as caught:
        arm(f"<equality>{equality}</equality>")
    assert caught[0].filename == __file__


def test_an_equality_of_tendons_is_a_warning_that_says_that_the_joints_move_independently() -> None:
    tendon = '<tendon><fixed name="cord"><joint joint="elbow" coef="1"/></fixed></tendon>'
    with pytest.warns(
        mk.RobotWarning, match="'coupling' is left out: it is of tendons; the joints that they"
    ):
        robot = arm(f'{tendon}<equality><tendon name="coupling" tendon1="cord"/></equality>')
    assert robot.dof == 2


def test_names_that_are_missing_or_taken() -> None:
    nameless = '<body><joint/><geom size=".1"/><site/></body>'
    robot = world(f'<body name="palm"><joint/><geom size=".1"/><site name="palm"/>{nameless}</body>')
    assert {"world", "palm", "palm_site", "body2", "site1"} <= set(robot.link_names)
    assert robot.joint_names == ("joint0", "joint1")


def test_a_body_with_an_anchor_keeps_its_own_frame() -> None:
    text = """<mujoco model="door"><worldbody><body name="leaf" pos="1 0 0">
      <joint name="hinge" pos="-.5 0 0"/><geom size=".1"/></body></worldbody></mujoco>"""
    robot = mk.Robot.from_mjcf_string(text)
    np.testing.assert_allclose(robot.fk([np.pi / 2], "leaf")[:3, 3], [0.5, 0.5, 0.0], atol=1e-15)
    assert robot.name == "door"


def test_defaults_and_includes(tmp_path: Path) -> None:
    (tmp_path / "part.xml").write_text(
        '<mujoco><worldbody><body><joint name="lift"/><geom size=".1"/></body></worldbody></mujoco>'
    )
    whole = '<mujoco><default><joint type="slide" axis="1 0 0"/></default><include file="part.xml"/></mujoco>'
    (tmp_path / "whole.xml").write_text(whole)
    robot = mk.Robot.load(tmp_path / "whole.xml")
    assert (robot.name, robot.joints["lift"].type) == ("whole", "prismatic")


def test_shapes_and_colors() -> None:
    robot = arm()
    (capsule,) = robot.links["upper"].collisions
    assert capsule.shape == Capsule(0.05, 0.4)
    (box,) = robot.links["lower"].visuals
    assert (box.shape, box.color) == (Box((0.2, 0.4, 0.6)), (1.0, 0.0, 0.0, 1.0))
    assert not robot.links["world"].visuals  # a plane has no end


def test_what_does_not_collide_is_only_looks_and_hidden_groups_are_not() -> None:
    looks = '<geom type="sphere" size=".1" contype="0" conaffinity="0"/>'
    link = world(f'<body name="b">{looks}<geom type="cylinder" size=".1 .2" group="3"/></body>').links["b"]
    assert [item.shape for item in link.visuals] == [Sphere(0.1)]
    assert [item.shape for item in link.collisions] == [Cylinder(0.1, 0.4)]


@pytest.mark.parametrize(("size", "direction"), [(".3 .1 .1", 0), (".1 .3 .1", 1), (".1 .1 .3", 2)])
def test_ellipsoids_are_capsules_along_their_longest_axis(size: str, direction: int) -> None:
    (placed,) = world(f'<body name="b"><geom type="ellipsoid" size="{size}"/></body>').links["b"].visuals
    assert isinstance(placed.shape, Capsule)
    assert (placed.shape.radius, placed.shape.length) == pytest.approx((0.1, 0.4))
    assert abs(placed.origin[direction, 2]) == 1.0
    assert np.linalg.det(placed.origin[:3, :3]) == pytest.approx(1.0)


def test_meshes_are_where_their_files_say(tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    wedge = trimesh.creation.box((0.1, 0.2, 0.5))
    wedge.apply_translation((1.0, 2.0, 3.0))
    wedge.export(tmp_path / "wedge.stl")
    text = """<mujoco><asset><mesh name="w" file="wedge.stl" scale="2 2 2"/></asset><worldbody>
      <body name="b"><geom type="mesh" mesh="w" pos="1 0 0" euler="0 0 90"/></body></worldbody></mujoco>"""
    robot = mk.Robot.from_mjcf_string(text, base_dir=tmp_path)
    (placed,) = robot.links["b"].visuals
    assert placed.shape == Mesh(str(tmp_path / "wedge.stl"), tmp_path / "wedge.stl", (2.0, 2.0, 2.0))
    np.testing.assert_allclose(placed.origin[:3, 3], [1.0, 0.0, 0.0], atol=1e-6)
    np.testing.assert_allclose(placed.origin[:3, :3], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], atol=1e-6)


def test_objects_of_mujoco() -> None:
    text = ARM.format(more="", elbow="")
    expected = mk.Robot.from_mjcf_string(text)
    assert mk.Robot.load(mujoco.MjModel.from_xml_string(text)) == expected
    assert mk.Robot.load(mujoco.MjSpec.from_string(text)) == expected
    with pytest.raises(mk.RobotError, match=r"expected a mujoco\.MjModel or MjSpec, got MjData"):
        mk.Robot.load(mujoco.MjData(mujoco.MjModel.from_xml_string(text)))


def test_xml_may_be_urdf(tmp_path: Path) -> None:
    (tmp_path / "robot.xml").write_text('<robot name="stone"><link name="base"/></robot>')
    assert mk.Robot.load(tmp_path / "robot.xml").name == "stone"


def test_mujoco_leaves_no_log_and_its_warnings_are_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    before = mujoco.get_mju_user_warning()
    with pytest.raises(mk.RobotError, match="not finite"):
        mk.Robot.from_mjcf_string(ARM.replace('pos="0 0 1"', 'pos="nan 0 0"').format(more="", elbow=""))
    assert not list(tmp_path.iterdir())
    assert capfd.readouterr().err == ""
    assert mujoco.get_mju_user_warning() is before


def test_inverse_kinematics_of_a_site() -> None:
    robot = arm()
    goal = mk.Position("hand", robot.fk([0.4, 1.0], "hand")[:3, 3])
    assert mk.solve(robot, goal).success
