"""with_limits: numbers, arrays and mappings replace limits; everything else stays."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import memetik as mk

ARM = mk.Robot.load("ur5")


@pytest.mark.parametrize("rate", ["velocity", "acceleration"])
def test_rates_are_a_number_an_array_or_by_joint(rate: str) -> None:
    def of(value: Any) -> list[float]:
        return getattr(ARM.with_limits(**{rate: value}), f"{rate}_limits").tolist()  # type: ignore[no-any-return]

    before = getattr(ARM, f"{rate}_limits").tolist()
    assert of(2) == [2.0] * 6
    assert of(range(6)) == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    assert of({"elbow_joint": 0.5}) == [*before[:2], 0.5, *before[3:]]
    assert of(np.inf) == [np.inf] * 6
    assert of({}) == before


def test_positions_are_a_pair_an_array_or_by_joint() -> None:
    one = ARM.with_limits(position=(-1, 2))
    assert (one.lower.tolist(), one.upper.tolist()) == ([-1.0] * 6, [2.0] * 6)
    every = ARM.with_limits(position=np.column_stack([-np.arange(6), np.arange(6)]))
    assert every.upper.tolist() == [0, 1, 2, 3, 4, 5]
    some = ARM.with_limits(position={"elbow_joint": (0.5, 1)})
    assert (some.lower[2], some.upper[2]) == (0.5, 1.0)
    assert some.within_limits(some.random(rng=0))


def test_the_rest_of_the_robot_stays() -> None:
    robot = ARM.with_limits(velocity=1)
    assert robot.name == ARM.name
    np.testing.assert_array_equal(robot.lower, ARM.lower)
    np.testing.assert_array_equal(robot.fk(ARM.neutral, "tool0"), ARM.fk(ARM.neutral, "tool0"))
    assert ARM.velocity_limits[0] != 1  # a new robot


def test_continuous_joints_with_limits_are_revolute() -> None:
    builder = mk.RobotBuilder("wheel")
    builder.continuous("axle", "base", "rim")
    robot = builder.build().with_limits(position={"axle": (-1, 1)})
    assert robot.joints["axle"].type == "revolute"
    assert robot.upper == 1.0


def test_joints_of_several_variables_have_one_rate() -> None:
    floating = ARM.with_floating_base()
    assert floating.with_limits(velocity={"root": 3}).velocity_limits[:6].tolist() == [3.0] * 6
    with pytest.raises(mk.ConfigurationError, match="one limit for all its variables"):
        floating.with_limits(velocity=np.arange(12))


def test_plain_forms_keep_accelerations() -> None:
    robot = ARM.with_limits(acceleration={"elbow_joint": 4})
    copy = pickle.loads(pickle.dumps(robot))
    assert copy == robot != ARM
    np.testing.assert_array_equal(copy.acceleration_limits, robot.acceleration_limits)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"velocity": -1}, "expected a number of at least 0, got -1"),
        ({"velocity": float("nan")}, "velocity: expected a number, or 6 of them, got nan"),
        ({"velocity": [1, 2]}, "velocity: expected a number, or 6 of them, got"),
        ({"velocity": "fast"}, "velocity: expected a number, or 6 of them, got 'fast'"),
        ({"velocity": {"elbow": 1}}, "no joint 'elbow'; did you mean 'elbow_joint'"),
        (
            {"acceleration": {"elbow_joint": None}},
            "acceleration of 'elbow_joint': expected a number, got None",
        ),
        ({"position": 3}, r"position: expected a pair \(lower, upper\), or 6 of them, got 3"),
        ({"position": {"elbow_joint": (2, 1)}}, "position of 'elbow_joint': limits are inverted"),
        ({"velocity": {3: 1}}, "no joint 3"),
    ],
)
def test_nonsense_is_refused(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        ARM.with_limits(**limits)


def mobile() -> mk.Robot:
    b = mk.RobotBuilder("mobile")
    b.planar("base", "floor", "cart", lower=(-5, -5, -4), upper=(5, 5, 4))
    b.spherical("neck", "cart", "head", max_angle=1.0)
    b.floating("drone_joint", "cart", "drone")
    return b.build()


class TestOneVariableOfSeveral:
    def test_keeps_the_limits_of_the_others(self) -> None:
        robot = mobile().with_limits(position={"base.x": (-1, 1), "base.rz": (0, 2), "drone_joint.z": (0, 3)})
        np.testing.assert_array_equal(robot.lower[:3], [-1, -5, 0])
        np.testing.assert_array_equal(robot.upper[:3], [1, 5, 2])
        where = robot.variable_names.index("drone_joint.z")
        assert (robot.lower[where], robot.upper[where]) == (0, 3)

    def test_refines_the_limits_of_its_joint_without_changing_what_was_given(self) -> None:
        given = np.array([(-2.0, 2.0)] * 3)
        robot = mobile().with_limits(position={"base": given, "base.y": (0, 1)})
        np.testing.assert_array_equal(robot.lower[:3], [-2, 0, -2])
        np.testing.assert_array_equal(given, [(-2.0, 2.0)] * 3)

    def test_of_a_rotation_vector_is_refused(self) -> None:
        with pytest.raises(mk.ConfigurationError, match="name the whole joint 'neck'"):
            mobile().with_limits(position={"neck.rx": (0, 1)})
        with pytest.raises(mk.ConfigurationError, match="name the whole joint 'neck'"):
            mobile().lock({"neck.rx": 0})

    def test_has_no_speed_of_its_own(self) -> None:
        with pytest.raises(mk.ConfigurationError, match="one limit in common; name the joint 'base'"):
            mobile().with_limits(velocity={"base.x": 1})

    def test_cannot_be_locked_but_the_error_says_how_to_hold_it(self) -> None:
        with pytest.raises(mk.ConfigurationError, match=r"with_limits\(position={'base.x': \(1, 1\)}\)"):
            mobile().lock({"base.x": 1})
        held = mobile().with_limits(position={"base.x": (1, 1)})
        solution = mk.solve(held, mk.Position("cart", (1, 2, 0)))
        assert solution.success
        assert solution.q[0] == 1

    def test_that_does_not_exist_is_refused_with_those_of_its_joint(self) -> None:
        with pytest.raises(mk.UnknownNameError, match=r"variables are: base\.x, base\.y, base\.rz"):
            mobile().pack({"base.theta": 1})


def test_the_tree_shows_the_limits_that_hold() -> None:
    b = mk.RobotBuilder("all")
    b.planar("base", "floor", "cart", lower=(-5, -np.inf, -4), upper=(5, np.inf, 4))
    b.prismatic("lift", "cart", "tower", lower=-np.inf, upper=np.inf)
    b.spherical("neck", "tower", "head", max_angle=1.0)
    b.floating("root", "head", "bird")
    b.revolute("finger", "bird", "tip", lower=-2, upper=2)
    b.revolute("follower", "tip", "nail", lower=-1, upper=1, mimic=mk.Mimic("finger", 2.0))
    text = repr(b.build())
    for part in (
        "base, planar x -5 … 5 m, y unlimited, rz -4 … 4 rad",
        "lift, prismatic unlimited",
        "neck, spherical rotation up to 1 rad",
        "root, floating unlimited",
        "finger, revolute -0.5 … 0.5 rad",
    ):
        assert part in text
    limited = b.build().with_limits(position={"root.z": (0, 1)})
    assert "root, floating x unlimited, y unlimited, z 0 … 1 m, any rotation" in repr(limited)
