"""MJCF models without their mesh and texture files have the kinematics of those with them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import memetik as mk

pytest.importorskip("mujoco")

MODEL = """<mujoco model="arm"><compiler angle="radian" meshdir="assets" texturedir="assets"/><asset>
  <mesh name="limb" file="limb.stl"/><mesh file="cap.obj"/><texture name="skin" type="2d" file="skin.png"/>
  <texture type="skybox" file="sky.png"/><material name="m" texture="skin"/>
  <hfield name="ground" file="ground.png" size="1 1 1 1"/></asset>
<worldbody><geom type="hfield" hfield="ground"/><body name="upper" pos="0 0 1"><joint name="shoulder"/>
  <geom type="mesh" mesh="limb" material="m"/><body name="lower" pos="0 0 .5"><joint name="elbow"/>
  <geom type="mesh" mesh="cap"/><geom type="box" mesh="limb"/><geom size=".1" mass="2"/></body></body>
</worldbody></mujoco>"""


def test_a_model_loads_without_its_files_and_one_warning_lists_them(tmp_path: Path) -> None:
    (tmp_path / "arm.xml").write_text(MODEL)
    with pytest.warns(mk.RobotWarning) as caught:
        robot = mk.Robot.load(tmp_path / "arm.xml")
    assert len(caught) == len(robot.warnings) == 1
    assert robot.warnings[0].startswith(
        "5 files are missing: limb.stl, cap.obj, skin.png, sky.png, ground.png"
    )
    assert robot.joint_names == ("shoulder", "elbow")
    np.testing.assert_allclose(robot.fk(robot.neutral, "lower")[:3, 3], [0, 0, 1.5])
    assert [type(item.shape).__name__ for item in robot.links["lower"].visuals] == ["Sphere"]
    assert len(robot.links["lower"].collisions) == 1
    assert not robot.links["upper"].visuals


def test_files_that_exist_are_used(tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    (tmp_path / "assets").mkdir()
    trimesh.creation.box((0.1, 0.2, 0.5)).export(tmp_path / "assets" / "limb.stl")
    with pytest.warns(mk.RobotWarning, match="4 files are missing: cap"):
        robot = mk.Robot.from_mjcf_string(MODEL, base_dir=tmp_path)
    assert [type(item.shape).__name__ for item in robot.links["upper"].visuals] == ["Mesh"]


def test_bodies_of_any_density_have_mass_enough_without_their_meshes() -> None:
    light = MODEL.replace(
        'mesh="limb" material="m"', 'mesh="limb" density="1e-6"'
    )  # in g and cm, of an insect
    with pytest.warns(mk.RobotWarning, match="5 files are missing"):
        assert mk.Robot.from_mjcf_string(light).links["upper"].inertial is not None


def test_a_mass_that_is_given_is_kept_without_the_mesh() -> None:
    given = MODEL.replace('mesh="limb" material="m"', 'mesh="limb" mass="3"')
    with pytest.warns(mk.RobotWarning, match="5 files are missing"):
        inertial = mk.Robot.from_mjcf_string(given).links["upper"].inertial
    assert inertial is not None
    assert inertial.mass == 3.0


def test_other_errors_are_errors() -> None:
    with pytest.raises(mk.RobotError, match=r"MuJoCo reports: .*no_such_mesh"):
        mk.Robot.from_mjcf_string(MODEL.replace('mesh="cap"', 'mesh="no_such_mesh"'))
