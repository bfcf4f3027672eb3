"""``Robot.to_urdf``: a URDF that is read again is the same robot."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import memetik as mk
from memetik.collision import Box, Capsule, Cylinder, Mesh, Sphere
from memetik.io.urdf.joint import JOINT_TYPES
from memetik.models import BUNDLED
from memetik.robot.annotations import Annotations
from memetik.robot.loops import Loop
from tests.random_trees import random_robot, seeds

VALID = Path(__file__).parent / "valid"


def reread(robot: mk.Robot) -> mk.Robot:
    return mk.Robot.from_urdf_string(robot.to_urdf())


def through_json(robot: mk.Robot) -> mk.Robot:
    return mk.Robot.load(json.loads(json.dumps(robot.to_dict())))


def assert_same_kinematics(robot: mk.Robot, again: mk.Robot, q: mk.Array) -> None:
    assert again.link_names == robot.link_names
    assert again.variable_names == robot.variable_names
    for name in ("lower", "upper", "velocity_limits"):
        np.testing.assert_array_equal(getattr(again, name), getattr(robot, name), err_msg=name)
    for mine, other in zip(robot.joints.values(), again.joints.values(), strict=True):
        assert (mine.name, mine.type, mine.parent, mine.child) == (
            other.name,
            other.type,
            other.parent,
            other.child,
        )
        assert mine.mimic == other.mimic
        assert (mine.lower, mine.upper) == (other.lower, other.upper)
    expected = robot.fk(q)
    for link, poses in again.fk(q).items():
        np.testing.assert_allclose(poses, expected[link], rtol=0, atol=1e-12, err_msg=link)


def assert_same_masses(robot: mk.Robot, again: mk.Robot, q: mk.Array) -> None:
    assert again.mass == robot.mass
    if robot.mass:
        expected = robot.center_of_mass(q)
        np.testing.assert_allclose(again.center_of_mass(q), expected, rtol=0, atol=1e-12)
    for link in robot.links.values():
        other = again.links[link.name].inertial
        assert (link.inertial is None) == (other is None)
        if link.inertial is not None and other is not None:
            np.testing.assert_allclose(other.inertia, link.inertial.inertia, rtol=1e-12, atol=1e-18)


@pytest.mark.parametrize("name", BUNDLED)
def test_a_bundled_robot_is_the_same_when_it_is_read_again(name: str) -> None:
    robot = mk.Robot.load(name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # nothing is lost
        again = reread(robot)
    q = robot.random(20, rng=0)
    assert_same_kinematics(robot, again, q)
    assert_same_masses(robot, again, q)


@pytest.mark.parametrize("name", BUNDLED)
def test_a_urdf_that_is_read_and_written_again_is_the_same_text(name: str) -> None:
    text = mk.Robot.load(name).to_urdf()
    assert through_json(mk.Robot.from_urdf_string(text)).to_urdf() == text


@given(seeds, st.lists(st.sampled_from(("fixed", "revolute", "continuous", "prismatic")), min_size=1))
def test_any_robot_of_these_joints_is_the_same_when_it_is_read_again(seed: int, types: list[str]) -> None:
    robot = random_robot(seed, types)
    text = robot.to_urdf()
    again = mk.Robot.from_urdf_string(text)
    q = np.random.default_rng(seed).normal(scale=2.5, size=(5, robot.dof))
    assert_same_kinematics(robot, again, q)
    assert_same_masses(robot, again, q)
    assert through_json(again).to_urdf() == text


@pytest.mark.parametrize("joint_type", ["floating", "planar"])
def test_free_joints_without_limits_are_kept(joint_type: str) -> None:
    joint = mk.Joint("move", joint_type, "world", "base", axis=(0, 0.6, 0.8))  # type: ignore[arg-type]
    robot = mk.Robot("free", [mk.Link("world"), mk.Link("base")], [joint])
    assert_same_kinematics(robot, reread(robot), robot.random(5, rng=1))


@pytest.mark.parametrize("pitch", [1.5708, 1.57, 1.5707963267, math.pi / 2, -1.5708])
@pytest.mark.parametrize("others", [(0.3, -1.2), (math.pi, math.pi), (-math.pi, 0.0), (1.5708, 3.1416)])
def test_angles_near_a_quarter_turn_of_pitch_are_stable(pitch: float, others: tuple[float, float]) -> None:
    """There roll and yaw turn about the same axis."""
    origin = mk.transform((0.1, 0, 0), rpy=(others[0], pitch, others[1]))
    robot = mk.Robot("r", [mk.Link("a"), mk.Link("b")], [mk.Joint("j", "fixed", "a", "b", origin)])
    text = robot.to_urdf()
    again = mk.Robot.from_urdf_string(text)
    np.testing.assert_allclose(again.joints["j"].origin, origin, rtol=0, atol=1e-13)
    assert again.to_urdf() == text


def with_shapes(*shapes: mk.Geometry) -> mk.Robot:
    return mk.Robot("shapes", [mk.Link("base", None, shapes, shapes)], [])


def test_shapes_keep_sizes_places_and_colours() -> None:
    places = (
        Box((0.1, 0.2, 0.3)).at((1, 2, 3), rpy=(0.1, 0.2, 0.3), color="#ff8000"),
        Sphere(0.1).at(color="#ff8000"),
        Cylinder(0.1, 0.2).at((0, 0, 1)),
        Mesh("package://arm/hand.stl", None, (0.001, 0.001, -0.001)).at((0, 1, 0)),
    )
    robot = with_shapes(*places)
    link = reread(robot).links["base"]
    for mine, other in zip(places, link.visuals, strict=True):
        assert (mine.shape, mine.color) == (other.shape, other.color)
        np.testing.assert_allclose(other.origin, mine.origin, rtol=0, atol=1e-13)
    assert [shape.shape for shape in link.collisions] == [place.shape for place in places]
    assert robot.to_urdf().count('<material name="color_1">') == 2


def test_a_capsule_becomes_a_cylinder_and_two_spheres_of_the_same_surface() -> None:
    capsule = Capsule.between((0.1, 0.2, 0.3), (0.4, -0.2, 0.5), 0.05)
    parts = reread(with_shapes(capsule)).links["base"].collisions
    assert [type(part.shape) for part in parts] == [Cylinder, Sphere, Sphere]
    points = np.random.default_rng(0).uniform(-0.6, 0.8, (500, 3))
    nearest = np.min([part.distance(points) for part in parts], axis=0)
    outside = nearest > 0
    np.testing.assert_allclose(nearest[outside], capsule.distance(points)[outside], atol=1e-12)
    assert (capsule.distance(points)[~outside] <= 1e-12).all()


def test_mesh_files_are_relative_to_the_folder_of_the_urdf(tmp_path: Path) -> None:
    file = tmp_path / "arm" / "meshes" / "hand.stl"
    file.parent.mkdir(parents=True)
    file.write_text("solid")
    robot = with_shapes(Mesh("meshes/hand.stl", file).at(), Mesh("package://arm/x.stl", file).at())
    assert 'filename="meshes/hand.stl"' in robot.to_urdf()
    elsewhere = robot.to_urdf(base_dir=tmp_path / "other")
    assert 'filename="../arm/meshes/hand.stl"' in elsewhere
    assert 'filename="package://arm/x.stl"' in elsewhere


def elbow(**changes: object) -> mk.Robot:
    joint = mk.Joint("elbow", "revolute", "base", "arm", lower=(-1,), upper=(1,), velocity=2, effort=3)
    return mk.Robot("arm", [mk.Link("base"), mk.Link("arm")], [replace(joint, **changes)])  # type: ignore[arg-type]


@pytest.mark.parametrize("lower", [-1.0, -math.inf])
@pytest.mark.parametrize("upper", [1.5, math.inf])
@pytest.mark.parametrize("rate", [2.0, math.inf])
def test_infinite_limits_are_infinite_again(lower: float, upper: float, rate: float) -> None:
    robot = elbow(lower=(lower,), upper=(upper,), velocity=rate, effort=rate)
    assert reread(robot) == robot
    assert "inf" not in robot.to_urdf()


@pytest.mark.parametrize("name", ["ä & <b> \"c\" 'd'", " blanks ", "line\nbreak\ttab", "関節"])
def test_any_name_is_the_same_again(name: str) -> None:
    robot = mk.Robot(name, [mk.Link(name), mk.Link("b")], [mk.Joint(name, "continuous", name, "b")])
    again = reread(robot)
    assert (again.name, again.link_names, again.joint_names) == (name, (name, "b"), (name,))


def refused() -> Iterator[tuple[mk.Robot, str]]:
    for kind, parts in (
        ("spherical", "three revolute joints"),
        ("cylindrical", "a prismatic and a revolute joint"),
    ):
        yield (
            elbow(type=kind, lower=(), upper=()),
            f"joint 'elbow': URDF has no {kind} joints; build it of {parts}",
        )
    limited = elbow(type="floating", lower=(-1,) * 6, upper=(1,) * 6)
    yield limited, "joint 'elbow': URDF has no limits of floating joints"
    slide = elbow(type="planar", lower=(-1, -1, -1), upper=(1, 1, 1))
    yield slide, "joint 'elbow': URDF has no limits of planar joints"
    coupled = elbow()._annotated(Annotations(loops=(Loop("bar", "point", ("arm", "base"), (0.0,) * 6),)))
    yield coupled, "loop 'bar' of 'arm': a URDF is a tree"
    yield mk.Robot("r", [mk.Link("a\0")], []), "All strings must be XML compatible"
    yield mk.Robot("r", [mk.Link("a" * 1001)], []), "at most 1000 characters"
    yield mk.Robot("${r}", [mk.Link("a")], []), "commands for xacro"
    lopsided = mk.Inertial(1.0, (0, 0, 0), [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]])
    yield mk.Robot("r", [mk.Link("a", lopsided)], []), "link 'a': the inertia is not symmetric"


@pytest.mark.parametrize(("robot", "message"), list(refused()))
def test_what_would_change_the_robot_is_refused(robot: mk.Robot, message: str) -> None:
    with pytest.raises(mk.RobotError, match=message):
        robot.to_urdf()


def test_every_joint_type_is_written_or_refused_by_name() -> None:
    for kind in mk.robot.joint_types.JOINT_TYPES:
        robot = elbow(type=kind, lower=(), upper=(), velocity=math.inf)
        if kind in JOINT_TYPES:
            assert reread(robot).joints["elbow"].type == kind
        else:
            with pytest.raises(mk.RobotError, match="'elbow'"):
                robot.to_urdf()


def test_what_else_is_lost_is_listed_in_one_warning() -> None:
    robot = elbow(acceleration=4.0)._annotated(Annotations(postures={"home": {"elbow": np.array([0.5])}}))
    with pytest.warns(mk.RobotWarning) as caught:
        robot.to_urdf()
    (message,) = [str(warning.message) for warning in caught]
    assert "arm: URDF has no place for the posture 'home', the acceleration limit of 'elbow'; " in message
    with pytest.warns(mk.RobotWarning, match="a Mesh without a file of link 'base'"):
        with_shapes(Mesh("").at()).to_urdf()


def test_pinocchio_reads_the_same_robot() -> None:
    pin = pytest.importorskip("pinocchio")
    robot = mk.Robot.load("panda")
    text = robot.to_urdf()
    model = pin.buildModelFromXML(text)
    data = model.createData()
    q = robot.random(rng=3)
    pin.framesForwardKinematics(model, data, robot.to_pinocchio(q, model))
    pose = data.oMf[model.getFrameId("panda_hand")].homogeneous
    np.testing.assert_allclose(pose, robot.fk(q, "panda_hand"), rtol=0, atol=1e-12)
    shapes = pin.buildGeomFromUrdfString(model, text, pin.GeometryType.COLLISION)
    capsules = sum(isinstance(g.shape, Capsule) for link in robot.links.values() for g in link.collisions)
    count = sum(len(link.collisions) for link in robot.links.values())
    assert shapes.ngeoms == count + 2 * capsules


def test_mujoco_reads_the_same_masses() -> None:
    mujoco = pytest.importorskip("mujoco")
    robot = mk.Robot.load("ur5")
    model = mujoco.MjModel.from_xml_string(robot.to_urdf())
    assert model.nq == robot.dof


@pytest.mark.parametrize("file", sorted(VALID.glob("*.urdf")), ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::memetik.RobotWarning")
def test_valid_files_are_stable(file: Path) -> None:
    robot = mk.Robot.load(file)
    text = robot.to_urdf()
    again = mk.Robot.from_urdf_string(text)
    assert_same_kinematics(robot, again, robot.random(5, rng=0))
    assert again.to_urdf() == text
