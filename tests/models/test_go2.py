"""The Go2: its legs against a formula of their own, and how it stands."""

from __future__ import annotations

import numpy as np
import pytest
from numpy import cos, sin

import memetik as mk
from tests.models.random_targets import unsolved

ROBOT = mk.Robot.load("go2")
LEGS = ("FL", "FR", "RL", "RR")
FEET = [f"{leg}_foot" for leg in LEGS]
STANDING = {
    f"{leg}_{joint}_joint": angle for leg in LEGS for joint, angle in (("thigh", 0.9), ("calf", -1.8))
}


@pytest.mark.parametrize("leg", LEGS)
def test_foot_agrees_with_the_geometry_of_a_leg(leg: str) -> None:
    """Two bones of 213 mm in a plane, 95.5 mm beside the hip, which turns about x."""
    front, left = (1 if leg[0] == "F" else -1), (1 if leg[1] == "L" else -1)
    for q in ROBOT.random(100, rng=1):
        values = ROBOT.unpack(q)
        hip, thigh, calf = (float(values[f"{leg}_{joint}_joint"]) for joint in ("hip", "thigh", "calf"))
        x = -0.213 * (sin(thigh) + sin(thigh + calf))
        down = 0.213 * (cos(thigh) + cos(thigh + calf))
        side = left * 0.0955
        expected = (
            front * 0.1934 + x,
            left * 0.0465 + side * cos(hip) + down * sin(hip),
            side * sin(hip) - down * cos(hip),
        )
        np.testing.assert_allclose(ROBOT.fk(q, f"{leg}_foot")[:3, 3], expected, atol=1e-12)


def test_feet_of_the_standing_robot_are_below_its_hips() -> None:
    for leg, (x, y) in zip(LEGS, ((1, 1), (1, -1), (-1, 1), (-1, -1)), strict=True):
        place = ROBOT.fk(ROBOT.pack(STANDING), f"{leg}_foot")[:3, 3]
        np.testing.assert_allclose(place, (x * 0.1934, y * 0.142, -0.426 * cos(0.9)), atol=1e-12)


@pytest.mark.parametrize(
    ("joint", "lower", "upper", "velocity"),
    [
        ("FL_hip", -1.0472, 1.0472, 30.1),
        ("FR_hip", -1.0472, 1.0472, 30.1),
        ("FL_thigh", -1.5708, 3.4907, 30.1),
        ("FR_thigh", -1.5708, 3.4907, 30.1),
        ("RL_thigh", -0.5236, 4.5379, 30.1),
        ("RR_thigh", -0.5236, 4.5379, 30.1),
        ("FL_calf", -2.7227, -0.83776, 20.07),
        ("RR_calf", -2.7227, -0.83776, 20.07),
    ],
)
def test_limits(joint: str, lower: float, upper: float, velocity: float) -> None:
    index = ROBOT.variable_names.index(f"{joint}_joint")
    assert (ROBOT.lower[index], ROBOT.upper[index], ROBOT.velocity_limits[index]) == (lower, upper, velocity)


def test_weighs_15_kg_and_is_balanced_left_and_right() -> None:
    assert ROBOT.mass == pytest.approx(6.921 + 4 * (0.678 + 1.152 + 0.154 + 0.04))
    assert ROBOT.center_of_mass(ROBOT.pack(STANDING))[1] == pytest.approx(0, abs=1e-15)


def test_feet_are_its_tips() -> None:
    assert ROBOT.root == "base"
    assert set(ROBOT.tips) == set(FEET)


def test_random_footholds_are_reached() -> None:
    assert unsolved(ROBOT, positions=FEET) == []


def test_trunk_moves_while_the_feet_stay() -> None:
    robot = ROBOT.with_floating_base()
    start = robot.pack({**STANDING, "root": (0, 0, 0.29, 0, 0, 0)})
    feet = [mk.Position(foot, robot.fk(start, foot)[:3, 3]) for foot in FEET]
    trunk = mk.Pose("base", position=(0.03, 0.02, 0.25), rpy=(0.05, 0.1, -0.1))
    assert mk.solve(robot, [trunk, *feet], start=start).success
