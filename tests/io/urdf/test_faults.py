"""Faults of URDFs: cosmetic ones are one warning; others are errors, and repaired with strict=False."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from tests.naive_kinematics import rotation

COSMETIC, MALFORMED = Path(__file__).parent / "cosmetic", Path(__file__).parent / "malformed"

CONSEQUENCES = {
    "box_of_two_numbers.urdf": "box (line 6): size: expected 3 numbers, got 2: '1 1'; the visual is left out",
    "color_of_three_numbers.urdf": "rgba: expected 4 numbers, got 3: '0 0 1'; its colour is ignored",
    "cylinder_without_length.urdf": "the attribute 'length' is missing; the visual is left out",
    "degrees_in_rpy.urdf": (
        "joint 'elbow' (line 5): origin (line 8): rpy: 90 rad is more than a full turn; the angles"
    ),
    "declaration_after_comment.urdf": '"1.0"?>\' (line 2) is not at the start of the file; it is ignored',
    "declaration_not_first.urdf": "(line 2) is not at the start of the file; it is ignored, and the file",
    "empty_geometry.urdf": "mesh; got none; the visual is left out",
    "equal_limits.urdf": "joint 'elbow' (line 5): lower and upper limit are both 0: the joint cannot move",
    "five_materials.urdf": (
        "link 'base' (line 3): visual (line 4): 5 <material> elements (lines 8 and 9), expected one; "
        "the first is used"
    ),
    "incomplete_inertia.urdf": "inertia (line 6): the attribute 'iyy' is missing; the inertia is ignored",
    "inf_inertia.urdf": "inertia (line 6): iyy: 'inf' is not a finite number; the inertia is ignored",
    "mesh_scale_of_one_number.urdf": "scale: expected 3 numbers, got 1: '0.001'; the visual is left out",
    "mesh_with_empty_filename.urdf": "the attribute 'filename' is empty; the visual is left out",
    "mesh_without_filename.urdf": "the attribute 'filename' is missing; the visual is left out",
    "negative_effort.urdf": "expected a number of at least 0, got -3.0; the effort is unlimited",
    "negative_radius.urdf": "sphere (line 6): sphere radius: negative: -1.0; the visual is left out",
    "null_bytes_at_the_end.urdf": "null bytes after the end; they are ignored",
    "overflowing_inertia.urdf": "inertia: not finite; the inertia is ignored",
    "robot_with_blank_name.urdf": "is empty; the robot is called 'robot_with_blank_name'",
    "robot_without_name.urdf": "robot (line 1): the attribute 'name' is missing; the robot is called 'robot_",
    "sphere_without_radius.urdf": "the attribute 'radius' is missing; the visual is left out",
    "spherical_joint.urdf": "not URDF's; the joint turns without limits; its limit (line 10) is ignored",
    "two_colors_of_a_material.urdf": "material 'white' (line 3): 2 <color> elements (lines 4 and 5)",
    "two_origins_of_a_visual.urdf": "2 <origin> elements (lines 5 and 6), expected one; the first is used",
    "two_shapes.urdf": "mesh; got <box>, <sphere>; the visual is left out",
    "unknown_encoding.urdf": 'encoding="klingon"?>\' (line 1) is not a valid XML declaration; it is ignored',
    "unknown_shape.urdf": "torus (line 6): unknown shape; shapes are: box",
    "utf16_declared_but_utf8.urdf": "not a valid XML declaration; it is ignored, and the file read as UTF-8",
    "visual_without_geometry.urdf": "visual (line 4): the <geometry> element is missing; the visual is left",
    "xacro_substitution.urdf": "filename='$(find arm_description)/meshes/base.stl': this is xacro",
    "xml_version_9.urdf": "'<?xml version=\"9.0\"?>' (line 1) is not a valid XML declaration; it is ignored",
}

REPAIRS = {
    "axis_without_xyz.urdf": "the axis is URDF's default, x",
    "inertial_without_mass.urdf": "the link has no mass",
    "infinite_limit.urdf": "the joint turns without end",
    "inverted_limits.urdf": "lower and upper are exchanged",
    "joint_without_name.urdf": "the joint is called 'base_to_hand'",
    "limit_without_range.urdf": "the joint turns without end",
    "link_without_name.urdf": "the link is left out",
    "mimic_of_fixed_joint.urdf": "the joint moves by itself",
    "mimic_of_unknown_joint.urdf": "the joint moves by itself",
    "mimic_without_joint.urdf": "the joint moves by itself",
    "nan_velocity.urdf": "the velocity is unlimited",
    "negative_box.urdf": "the shape is left out",
    "negative_mass.urdf": "the link has no mass",
    "only_positive_lower_limit.urdf": "lower and upper are exchanged",
    "prismatic_without_limit.urdf": "the joint slides without end",
    "revolute_without_limit.urdf": "the joint turns without end",
    "two_geometries.urdf": "the shape is left out",
    "two_inertials.urdf": "the first is used",
    "two_limits.urdf": "the first is used",
    "two_mimics.urdf": "the first is used",
    "two_origins.urdf": "the first is used",
}


@pytest.mark.parametrize("name", sorted(CONSEQUENCES))
def test_cosmetic_fault_is_one_warning_that_says_what_is_ignored(name: str) -> None:
    with pytest.warns(mk.RobotWarning) as caught:
        robot = mk.Robot.load(COSMETIC / name)
    (warning,) = caught
    (message,) = robot.warnings
    assert CONSEQUENCES[name] in message
    assert str(warning.message) == f"{name}: {message}"
    assert warning.filename == __file__


def test_table_lists_exactly_the_files() -> None:
    assert {path.name for path in COSMETIC.iterdir()} == set(CONSEQUENCES)


@pytest.mark.parametrize("name", sorted(REPAIRS))
def test_other_fault_is_an_error_and_with_strict_false_a_stated_repair(name: str) -> None:
    with pytest.raises(mk.RobotError) as refused:
        mk.Robot.load(MALFORMED / name)
    assert str(refused.value).endswith(f" (with strict=False: {REPAIRS[name]})")
    if name == "link_without_name.urdf":  # it has no other link
        return
    with pytest.warns(mk.RobotWarning, match=f"; repaired: {REPAIRS[name]}"):
        robot = mk.Robot.load(MALFORMED / name, strict=False)
    assert robot.warnings[0].endswith(f"; repaired: {REPAIRS[name]}")
    robot.fk(robot.neutral)


@pytest.mark.parametrize("name", ["cycle.urdf", "zero_axis.urdf", "two_roots.urdf", "mimic_loop.urdf"])
def test_faults_without_a_known_repair_are_errors_even_so(name: str) -> None:
    with pytest.raises(mk.RobotError):
        mk.Robot.load(MALFORMED / name, strict=False)


def test_faults_change_nothing_else() -> None:
    with pytest.warns(mk.RobotWarning):
        robot = mk.Robot.load(COSMETIC / "five_materials.urdf")
    (visual,) = robot.links["base"].visuals
    assert visual.color == (1.0, 1.0, 1.0, 1.0)
    with pytest.warns(mk.RobotWarning):
        arm = mk.Robot.load(MALFORMED / "inverted_limits.urdf", strict=False)
    assert (arm.lower, arm.upper) == (-1.0, 1.0)


def test_all_faults_of_a_file_are_in_one_warning() -> None:
    shape = '<visual><geometry><sphere radius="-1"/></geometry></visual>'
    text = f'<robot><link name="base">{shape * 12}</link></robot>'
    with pytest.warns(mk.RobotWarning) as caught:
        robot = mk.Robot.from_urdf_string(text)
    assert len(caught) == 1
    assert len(robot.warnings) == 13
    assert "and 3 more faults; robot.warnings lists all" in str(caught[0].message)


def test_a_file_without_faults_has_no_warnings() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mk.Robot.from_urdf_string('<robot name="stone"><link name="base"/></robot>').warnings == ()
    assert mk.Robot.load("panda").warnings == ()


def test_collision_shapes_are_not_cosmetic() -> None:
    shape = '<collision><geometry><sphere radius="-1"/></geometry></collision>'
    text = f'<robot name="r"><link name="base">{shape}</link></robot>'
    with pytest.raises(mk.RobotError, match="radius: negative"):
        mk.Robot.from_urdf_string(text)
    with pytest.warns(mk.RobotWarning, match="repaired: the shape is left out"):
        assert not mk.Robot.from_urdf_string(text, strict=False).links["base"].collisions


def test_a_follower_of_an_unknown_joint_becomes_a_variable() -> None:
    with pytest.warns(mk.RobotWarning):
        robot = mk.Robot.load(MALFORMED / "mimic_of_unknown_joint.urdf", strict=False)
    assert robot.joint_names == ("left_finger", "right_finger")
    np.testing.assert_array_equal(robot.random(3, rng=0).shape, (3, 2))


def test_a_spherical_joint_of_bullet_turns_about_its_origin_without_limits() -> None:
    with pytest.warns(mk.RobotWarning):
        robot = mk.Robot.load(COSMETIC / "spherical_joint.urdf")
    assert robot.variable_names == ("elbow.rx", "elbow.ry", "elbow.rz")
    assert np.isinf([robot.lower, robot.upper]).all()
    turn = np.array([0.3, -0.4, 1.2])
    np.testing.assert_allclose(robot.fk(turn, "hand"), mk.transform((0, 0, 0.5), rotation(turn)), atol=1e-15)
