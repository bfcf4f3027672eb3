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
