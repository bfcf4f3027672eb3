"""Joints, links and masses are checked when they are made, and cannot be changed afterwards."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.robot.joint_types import JOINT_TYPES, VARIABLES, joint_type

INF = np.inf


def joint(type: str = "revolute", **values: Any) -> mk.Joint:
    return mk.Joint(values.pop("name", "joint"), type, "a", "b", **values)  # type: ignore[arg-type]


class TestJoint:
    @pytest.mark.parametrize("kind", JOINT_TYPES)
    def test_defaults_are_free_motion_about_z_at_the_parent(self, kind: str) -> None:
        made = joint(kind)
        assert made.size == len(VARIABLES[kind])
        assert (made.lower, made.upper) == ((-INF,) * made.size, (INF,) * made.size)
        assert (made.velocity, made.effort, made.mimic) == (INF, INF, None)
        assert made.origin.tolist() == np.eye(4).tolist()
        assert made.axis.tolist() == [0.0, 0.0, 1.0]

    @pytest.mark.parametrize("kind", JOINT_TYPES)
    def test_names_its_variables(self, kind: str) -> None:
        components = VARIABLES[kind]
        expected = ("joint",) if len(components) == 1 else tuple(f"joint.{c}" for c in components)
        assert joint(kind).variable_names == expected

    def test_that_follows_has_no_variables(self) -> None:
        assert joint(mimic=mk.Mimic("master")).variable_names == ()

    def test_axis_is_normalised(self) -> None:
        np.testing.assert_allclose(joint(axis=(3.0, 0.0, -4.0)).axis, [0.6, 0.0, -0.8], atol=1e-16)
        np.testing.assert_allclose(joint(axis=(1e-8, 0.0, 0.0)).axis, [1.0, 0.0, 0.0], atol=1e-16)

    def test_copies_what_it_is_given(self) -> None:
        origin, axis = np.eye(4), np.array([1.0, 0.0, 0.0])
        made = joint(origin=origin, axis=axis)
        origin[0, 3], axis[0] = 9.0, 9.0
        assert made.origin[0, 3] == 0.0
        assert made.axis[0] == 1.0

    def test_is_frozen(self) -> None:
        made = joint()
        with pytest.raises(dataclasses.FrozenInstanceError):
            made.name = "other"  # type: ignore[misc]
        for array in (made.origin, made.axis):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1.0

    def test_limits_beyond_a_million_are_as_good_as_none(self) -> None:
        made = joint("planar", lower=(-1e6, -2e6, -1e16), upper=(1e6, 1e300, 1.0))
        assert (made.lower, made.upper) == ((-1e6, -INF, -INF), (1e6, INF, 1.0))

    @pytest.mark.parametrize("angle", [np.pi, 4.0, INF])
    def test_a_rotation_of_half_a_turn_or_more_is_free(self, angle: float) -> None:
        assert joint("spherical", lower=(-angle,) * 3, upper=(angle,) * 3).upper == (INF,) * 3
        floating = joint("floating", lower=(-1,) * 3 + (-angle,) * 3, upper=(2,) * 3 + (angle,) * 3)
        assert floating.lower == (-1.0,) * 3 + (-INF,) * 3
        assert floating.upper == (2.0,) * 3 + (INF,) * 3

    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ({"name": ""}, "a joint needs a name, got ''"),
            ({"name": "  "}, "a joint needs a name, got '  '"),
            ({"name": 3}, "a joint needs a name, got 3"),
            ({"type": "ball"}, "unknown joint type 'ball'; types are: fixed, revolute, continuous"),
            ({"origin": np.eye(3)}, "origin: expected 4 x 4 numbers, a pair"),
            ({"origin": 2 * np.eye(4)}, "origin: not a rigid transform"),
            ({"axis": (0.0, 0.0)}, "axis: expected 3 numbers, got shape (2,)"),
            ({"axis": (0.0, 0.0, 0.0)}, "axis [0.0, 0.0, 0.0] has no direction"),
            ({"axis": (0.0, 0.0, 1e-10)}, "has no direction"),
            ({"axis": (0.0, np.nan, 1.0)}, "axis: not finite"),
            ({"lower": (1.0,), "upper": (0.0,)}, "limits are inverted or not numbers: lower 1.0, upper 0.0"),
            ({"lower": (np.nan,)}, "limits are inverted or not numbers: lower nan"),
            ({"lower": (INF,)}, "limits exclude all values within ±1e+06: lower inf, upper inf"),
            ({"upper": (-2e6,)}, "limits exclude all values within ±1e+06: lower -inf, upper -2000000.0"),
            ({"upper": (-INF,)}, "limits exclude all values within ±1e+06: lower -inf, upper -inf"),
            ({"upper": (1.0, 2.0)}, "upper limit: expected 1 number, got 2"),
            ({"lower": ("low",)}, "lower limit: expected a number, got 'low'"),
            ({"velocity": -1.0}, "velocity limit: expected a number of at least 0, got -1.0"),
            ({"effort": np.nan}, "effort limit: expected a number of at least 0, got nan"),
            ({"velocity": "fast"}, "velocity limit: expected a number, got 'fast'"),
            (
                {"type": "continuous", "upper": (1.0,)},
                "a continuous joint has no limits; use a revolute joint",
            ),
            ({"type": "planar", "mimic": mk.Mimic("m")}, "a planar joint cannot mimic another"),
            ({"type": "fixed", "mimic": mk.Mimic("m")}, "a fixed joint cannot mimic another"),
            (
                {"type": "spherical", "upper": (1.0,) * 3},
                "the limits of a rotation vector are one maximum angle",
            ),
            (
                {"type": "spherical", "lower": (-1.0, -1.0, -2.0), "upper": (1.0, 1.0, 2.0)},
                "the limits of a rotation vector are one maximum angle",
            ),
        ],
    )
    def test_refuses(self, values: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.MemetikError, match=re.escape(message)):
            joint(**values)

    def test_refuses_to_connect_a_link_to_itself(self) -> None:
        with pytest.raises(mk.RobotError, match="parent and child are the same link 'a'"):
            mk.Joint("joint", "fixed", "a", "a")

    def test_types_are_read_or_refused(self) -> None:
        assert joint_type("planar") == "planar"
        with pytest.raises(mk.RobotError, match="unknown joint type 'planar'; types are: fixed, revolute"):
            joint_type("planar", known=("fixed", "revolute"))


class TestMimic:
    def test_is_a_pair_of_numbers(self) -> None:
        assert mk.Mimic("master") == mk.Mimic("master", 1.0, 0.0)
        assert mk.Mimic("master", 2) == mk.Mimic("master", 2.0)

    @pytest.mark.parametrize(
        "values",
        [(np.nan, 0.0), (1.0, np.inf), ("twice", 0.0), (None, 0.0), (2e6, 0.0), (1.0, -2e6)],
        ids=str,
    )
    def test_refuses_other_things(self, values: tuple[Any, Any]) -> None:
        with pytest.raises(mk.MemetikError, match="mimic multiplier and offset"):
            mk.Mimic("master", *values)


class TestInertial:
    def test_copies_and_freezes(self) -> None:
        com, inertia = np.array([1.0, 2.0, 3.0]), np.eye(3)
        made = mk.Inertial(1, com, inertia)
        com[0], inertia[0, 0] = 9.0, 9.0
        assert (made.mass, made.com.tolist(), made.inertia.tolist()) == (1.0, [1, 2, 3], np.eye(3).tolist())
        for array in (made.com, made.inertia):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1.0

    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ({"mass": -0.1}, "mass: negative: -0.1"),
            ({"mass": np.nan}, "mass: not finite"),
            ({"mass": "heavy"}, "mass: expected 1 number, got ['heavy']"),
            ({"mass": 1.0, "com": (0.0, 0.0)}, "centre of mass: expected 3 numbers"),
            ({"mass": 1.0, "inertia": np.eye(2)}, "inertia: expected 3 x 3 numbers, got shape (2, 2)"),
            ({"mass": 1.0, "inertia": np.full((3, 3), np.inf)}, "inertia: not finite"),
        ],
    )
    def test_refuses(self, values: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.MemetikError, match=re.escape(message)):
            mk.Inertial(**values)


class TestLink:
    def test_shapes_become_tuples(self) -> None:
        ball = mk.collision.Sphere(0.1).at()
        link = mk.Link("link", visuals=[ball], collisions=[ball, ball])  # type: ignore[arg-type]
        assert (link.visuals, link.collisions) == ((ball,), (ball, ball))

    @pytest.mark.parametrize("name", ["", "\t", None, 1])
    def test_needs_a_name(self, name: Any) -> None:
        with pytest.raises(mk.RobotError, match=re.escape(f"a link needs a name, got {name!r}")):
            mk.Link(name)
