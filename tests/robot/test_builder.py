"""Every method of the builder adds a joint of its type with the given values."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, Sphere

PLACE: dict[str, Any] = {"xyz": (1.0, 2.0, 3.0), "rpy": (0.1, 0.2, 0.3)}
AXIS: dict[str, Any] = {"axis": (0.0, 0.6, 0.8)}
DRIVE: dict[str, Any] = {"velocity": 2.0, "effort": 5.0}
RANGE: dict[str, Any] = {"lower": -1.0, "upper": 2.0}
INF = np.inf

CASES: list[tuple[str, dict[str, Any], tuple[float, ...], tuple[float, ...]]] = [
    ("fixed", PLACE, (), ()),
    ("revolute", PLACE | AXIS | DRIVE | RANGE, (-1.0,), (2.0,)),
    ("prismatic", PLACE | AXIS | DRIVE | RANGE, (-1.0,), (2.0,)),
    ("prismatic", PLACE | AXIS | DRIVE | {"lower": 0, "upper": INF}, (0.0,), (INF,)),
    ("continuous", PLACE | AXIS | DRIVE, (-INF,), (INF,)),
    ("cylindrical", PLACE | AXIS | {"lower": [-1, -2], "upper": [1, 2]}, (-1.0, -2.0), (1.0, 2.0)),
    ("planar", PLACE | AXIS | {"upper": [1, 2, 3]}, (-INF,) * 3, (1.0, 2.0, 3.0)),
    ("spherical", PLACE | {"max_angle": 0.7}, (-0.7,) * 3, (0.7,) * 3),
    ("spherical", PLACE, (-INF,) * 3, (INF,) * 3),
    ("floating", PLACE, (-INF,) * 6, (INF,) * 6),
]


@pytest.mark.parametrize(("kind", "values", "lower", "upper"), CASES)
def test_joints(
    kind: str, values: dict[str, Any], lower: tuple[float, ...], upper: tuple[float, ...]
) -> None:
    b = mk.RobotBuilder("robot")
    getattr(b, kind)("joint", "base", "tip", **values)
    joint = b.build().joints["joint"]
    assert (joint.type, joint.parent, joint.child) == (kind, "base", "tip")
    assert (joint.lower, joint.upper) == (lower, upper)
    np.testing.assert_array_equal(joint.origin, mk.transform(**PLACE))
    np.testing.assert_allclose(joint.axis, values.get("axis", (0.0, 0.0, 1.0)), atol=1e-16)
    assert (joint.velocity, joint.effort) == (values.get("velocity", INF), values.get("effort", INF))


@pytest.mark.parametrize("kind", ["revolute", "continuous", "prismatic"])
def test_mimics(kind: str) -> None:
    b = mk.RobotBuilder("robot")
    b.revolute("master", "base", "tip", **RANGE)
    limits = {} if kind == "continuous" else RANGE
    getattr(b, kind)("follower", "tip", "hand", mimic=mk.Mimic("master", 0.5, 0.1), **limits)
    robot = b.build()
    assert robot.joints["follower"].mimic == mk.Mimic("master", 0.5, 0.1)
    assert robot.joint_names == ("master",)


def test_links_carry_masses_and_shapes() -> None:
    b = mk.RobotBuilder("robot")
    box, ball = Box((1, 1, 1)).at(), Sphere(1).at()
    b.link("base", mass=2, com=(0.1, 0.2, 0.3), inertia=np.diag([1, 2, 3]), shapes=[box])
    b.link("tip", shapes=[box], collisions=[ball])
    b.fixed("joint", "base", "tip")
    b.fixed("other", "base", "undeclared")
    robot = b.build()
    base, tip = robot.links["base"], robot.links["tip"]
    assert base.inertial is not None
    assert (base.inertial.mass, base.inertial.com.tolist()) == (2.0, [0.1, 0.2, 0.3])
    assert base.inertial.inertia.tolist() == np.diag([1.0, 2.0, 3.0]).tolist()
    assert (base.visuals, base.collisions) == ((box,), (box,))
    assert (tip.inertial, tip.visuals, tip.collisions) == (None, (box,), (ball,))
    assert robot.links["undeclared"] == mk.Link("undeclared")


def test_a_declared_link_may_be_the_whole_robot() -> None:
    b = mk.RobotBuilder("rock")
    b.link("rock", mass=3.0)
    robot = b.build()
    assert (robot.link_names, robot.dof, robot.mass) == (("rock",), 0, 3.0)


def test_building_twice_gives_equal_robots_and_can_go_on() -> None:
    b = mk.RobotBuilder("robot")
    b.continuous("a", "0", "1")
    first = b.build()
    assert first == b.build()
    b.continuous("b", "1", "2")
    assert (first.dof, b.build().dof) == (1, 2)


@pytest.mark.parametrize(
    ("kind", "values", "message"),
    [
        ("revolute", {"lower": 1.0, "upper": -1.0}, "joint 'joint': limits are inverted or not numbers"),
        ("revolute", {"lower": "low", "upper": 1.0}, "joint 'joint': "),
        ("revolute", RANGE | {"axis": (0, 0, 0)}, "joint 'joint': axis [0.0, 0.0, 0.0] has no direction"),
        ("revolute", RANGE | {"axis": "z"}, "joint 'joint': "),
        (
            "revolute",
            RANGE | {"velocity": -1.0},
            "joint 'joint': velocity limit: expected a number of at least 0, got -1.0",
        ),
        ("fixed", {"xyz": (1, 2)}, "joint 'joint': xyz: expected 3 numbers, got shape (2,)"),
        ("fixed", {"rpy": (1, 2, np.nan)}, "joint 'joint': rpy: not finite"),
        ("planar", {"lower": (1.0,)}, "joint 'joint': lower limit: expected 3 numbers, got 1"),
        ("spherical", {"max_angle": -1.0}, "joint 'joint': limits are inverted"),
        ("spherical", {"max_angle": np.nan}, "joint 'joint': limits are inverted or not numbers"),
    ],
)
def test_joint_errors_name_the_joint(kind: str, values: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.RobotError, match=re.escape(message)):
        getattr(mk.RobotBuilder("robot"), kind)("joint", "base", "tip", **values)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"mass": -1.0}, "mass: negative: -1.0"),
        ({"mass": "heavy"}, "mass: expected 1 number, got ['heavy']"),
        ({"mass": 1.0, "com": (1.0, 2.0)}, "centre of mass: expected 3 numbers"),
        ({"mass": 1.0, "com": "middle"}, "centre of mass: "),
        ({"mass": 1.0, "inertia": "round"}, "inertia: "),
    ],
)
def test_link_errors(values: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.MemetikError, match=re.escape(message)):
        mk.RobotBuilder("robot").link("tip", **values)


def test_a_link_is_declared_once() -> None:
    b = mk.RobotBuilder("robot")
    b.link("base")
    with pytest.raises(mk.RobotError, match="link 'base' is declared twice"):
        b.link("base")


def test_a_robot_needs_a_link() -> None:
    with pytest.raises(mk.RobotError, match="a robot needs at least one link"):
        mk.RobotBuilder("nothing").build()
