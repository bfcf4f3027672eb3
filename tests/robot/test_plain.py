"""The plain form: a complete robot as dictionaries, lists, numbers and strings."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import memetik as mk
from memetik.collision import Box, Capsule, Cylinder, Geometry, Mesh, Shape, Sphere
from memetik.plain import VERSION
from memetik.robot.annotations import Annotations
from memetik.robot.plain import robot_from_dict, robot_to_dict
from tests.random_trees import robots

SHAPES: list[Shape] = [
    Box((1, 2, 3)),
    Sphere(0.1),
    Cylinder(0.1, 0.2),
    Capsule(0.1, 0.2),
    Mesh("package://arm/hand.stl", Path("meshes") / "hand.stl", (0.001, 0.001, 0.001)),
    Mesh("package://arm/lost.stl"),
]


def plain() -> dict[str, Any]:
    """The plain form of a robot with everything in it."""
    origin = mk.transform((1, 2, 3), rpy=(0.1, 0.2, 0.3))
    shapes = tuple(Geometry(shape, origin, (0.1, 0.2, 0.3, 1.0)) for shape in SHAPES)
    inertia = [[1.0, 0.1, 0.2], [0.1, 2.0, 0.3], [0.2, 0.3, 3.0]]
    links = [mk.Link("base"), mk.Link("arm", mk.Inertial(2.5, (0.1, 0.2, 0.3), inertia), shapes, shapes[1:2])]
    links += [mk.Link("hand")]
    joints = [
        mk.Joint("elbow", "revolute", "base", "arm", origin, (0, 0.6, 0.8), (-1.0,), (2.0,), 3.0, 4.0),
        mk.Joint("wrist", "prismatic", "arm", "hand", origin, mimic=mk.Mimic("elbow", -0.5, 0.1)),
    ]
    return robot_to_dict(
        "everything", links, joints, Annotations(postures={"home": {"elbow": np.array([0.5])}})
    )


def changed(path: str, value: object) -> dict[str, Any]:
    """The plain form with one entry replaced, or removed if ``value`` is ``...``."""
    data = json.loads(json.dumps(plain()))
    *parents, last = (int(key) if key.isdigit() else key for key in path.split("."))
    place: Any = data
    for key in parents:
        place = place[key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return data


def test_keeps_every_number_and_name() -> None:
    data = plain()
    assert robot_to_dict(*robot_from_dict(json.loads(json.dumps(data)))) == data


def test_reads_as_it_is_documented() -> None:
    data = plain()
    assert (data["memetik"], data["version"], data["name"]) == ("robot", VERSION, "everything")
    base, arm, _ = data["links"]
    elbow, wrist = data["joints"]
    assert base == {"name": "base"}
    assert arm["inertial"]["mass"] == 2.5
    assert [shape["shape"] for shape in arm["visuals"]] == [
        "box", "sphere", "cylinder", "capsule", "mesh", "mesh",
    ]  # fmt: skip
    assert arm["collisions"] == arm["visuals"][1:2]
    assert (elbow["lower"], elbow["upper"], elbow["velocity"], elbow["effort"]) == ([-1.0], [2.0], 3.0, 4.0)
    assert (wrist["lower"], wrist["upper"], wrist["velocity"], wrist["effort"]) == (
        [None],
        [None],
        None,
        None,
    )
    assert wrist["mimic"] == {"joint": "elbow", "multiplier": -0.5, "offset": 0.1}


def test_keeps_the_kinds_and_places_of_shapes() -> None:
    _, links, _, _ = robot_from_dict(plain())
    visuals = {link.name: link for link in links}["arm"].visuals
    assert [geometry.shape for geometry in visuals] == SHAPES
    for geometry in visuals:
        np.testing.assert_array_equal(geometry.origin, mk.transform((1, 2, 3), rpy=(0.1, 0.2, 0.3)))
        assert geometry.color == (0.1, 0.2, 0.3, 1.0)


@given(robot=robots())
def test_is_valid_json_for_any_robot(robot: mk.Robot) -> None:
    data = robot.to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data


def test_is_valid_json_when_made_of_numpy_numbers() -> None:
    mimic = mk.Mimic("elbow", np.float32(0.5), np.int64(1))
    joints = [
        mk.Joint(
            "elbow", "revolute", "a", "b", lower=np.float32([-1]), upper=np.int64([1]), velocity=np.int64(2)
        ),
        mk.Joint("wrist", "revolute", "b", "c", mimic=mimic),
    ]
    links = [mk.Link(name, mk.Inertial(np.float32(1))) for name in "abc"]
    data = robot_to_dict("numpy", links, joints, Annotations())
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize("data", [{}, {"memetik": "goal"}, {"name": "robot"}], ids=str)
def test_refuses_other_mappings(data: dict[str, Any]) -> None:
    with pytest.raises(mk.RobotError, match="there is no entry 'memetik': 'robot'"):
        robot_from_dict(data)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("version", 2, "plain form of version 2; this memetik reads 1"),
        ("version", ..., "plain form of version None; this memetik reads 1"),
        ("postures", ["home"], "not a robot in plain form: AttributeError"),
        ("postures.home", {"elbow": "up"}, "not a robot in plain form: ValueError"),
        ("name", ..., "not a robot in plain form: KeyError: 'name'"),
        ("links", ..., "not a robot in plain form: KeyError: 'links'"),
        ("links", 3, "not a robot in plain form: TypeError"),
        ("links.0", "base", "not a robot in plain form: "),
        ("links.0.name", "", "a link needs a name, got ''"),
        ("links.1.inertial.mass", -1.0, "mass: negative: -1.0"),
        ("links.1.inertial.com", [0.0, 0.0], "centre of mass: expected 3 numbers"),
        ("links.1.visuals.0.shape", "cone", "unknown shape 'cone'; shapes are: box, capsule, cylinder"),
        ("links.1.visuals.1.radius", -1.0, "sphere radius: negative"),
        ("links.1.visuals.1.origin", [1.0], "geometry origin: expected 4 x 4 numbers"),
        ("links.1.visuals.1.color", "red", "color (red, green, blue, alpha): expected 4 numbers, got 'red'"),
        ("joints.0.type", "rotary", "unknown joint type 'rotary'; types are: fixed, revolute"),
        ("joints.0.origin", "here", "not a robot in plain form: ValueError"),
        ("joints.0.lower", ["low"], "lower limit: expected a number, got 'low'"),
        ("joints.0.lower", [-1.0, -1.0], "lower limit: expected 1 number, got 2"),
        ("joints.0.lower", [3.0], "limits are inverted or not numbers: lower 3.0, upper 2.0"),
        ("joints.0.velocity", "fast", "velocity limit: expected a number, got 'fast'"),
        ("joints.1.mimic", {"joint": "elbow"}, "not a robot in plain form: KeyError: 'multiplier'"),
        ("joints.1.mimic.offset", float("nan"), "mimic multiplier and offset: not finite"),
    ],
)
def test_says_what_is_wrong(path: str, value: object, message: str) -> None:
    with pytest.raises(mk.MemetikError, match=re.escape(message)):
        robot_from_dict(changed(path, value))


def test_a_tree_is_still_required() -> None:
    with pytest.raises(mk.RobotError, match="'wrist'"):
        mk.Robot.from_dict(changed("joints.1.parent", "nowhere"))
