"""Spot: its legs against a formula of their own, and its ranges against those that the maker documents."""

from __future__ import annotations

import numpy as np
import pytest
from numpy import cos, sin

import memetik as mk
from tests.models.random_targets import unsolved

ROBOT = mk.Robot.load("spot")
LEGS = ("front_left", "front_right", "rear_left", "rear_right")
FEET = [f"{leg}_foot" for leg in LEGS]


@pytest.mark.parametrize("leg", LEGS)
def test_foot_agrees_with_the_geometry_of_a_leg(leg: str) -> None:
    """Two bones in a plane beside the hip, which turns about x; the knee is 25 mm before the upper bone."""
    front, left = (1 if "front" in leg else -1), (1 if "left" in leg else -1)
    for q in ROBOT.random(100, rng=1):
        values = ROBOT.unpack(q)
        roll, pitch, knee = (float(values[f"{leg}_{joint}"]) for joint in ("hip_x", "hip_y", "knee"))
        x = 0.025 * cos(pitch) - 0.3205 * sin(pitch) - 0.3365 * sin(pitch + knee)
        down = 0.025 * sin(pitch) + 0.3205 * cos(pitch) + 0.3365 * cos(pitch + knee)
        side = left * 0.110945
        expected = (
            front * 0.29785 + x,
            left * 0.055 + side * cos(roll) + down * sin(roll),
            side * sin(roll) - down * cos(roll),
        )
        np.testing.assert_allclose(ROBOT.fk(q, f"{leg}_foot")[:3, 3], expected, atol=1e-12)


@pytest.mark.parametrize("leg", LEGS)
def test_ranges_are_those_of_the_makers_documentation(leg: str) -> None:
    """Hip ±45° about x and over 182° about y, knee 14° to 160° from straight; to 1.5°."""
    degrees = {
        name: np.degrees((low, high))
        for name, low, high in zip(ROBOT.variable_names, ROBOT.lower, ROBOT.upper, strict=True)
    }
    np.testing.assert_allclose(degrees[f"{leg}_hip_x"], (-45, 45), atol=1e-9)
    assert np.ptp(degrees[f"{leg}_hip_y"]) == pytest.approx(182, abs=1.5)
    np.testing.assert_allclose(degrees[f"{leg}_knee"], (-160, -14), atol=1.5)


def test_feet_are_its_tips() -> None:
    assert ROBOT.root == "body"
    assert set(ROBOT.tips) == set(FEET)


def test_has_no_masses() -> None:
    assert ROBOT.mass == 0


def test_random_footholds_are_reached() -> None:
    assert unsolved(ROBOT, positions=FEET) == []


def test_body_moves_while_the_feet_stay() -> None:
    robot = ROBOT.with_floating_base()
    joints = {f"{leg}_{joint}": angle for leg in LEGS for joint, angle in (("hip_y", 0.8), ("knee", -1.5))}
    start = robot.pack({**joints, "root": (0, 0, 0.55, 0, 0, 0)})
    feet = [mk.Position(foot, robot.fk(start, foot)[:3, 3]) for foot in FEET]
    body = mk.Pose("body", position=(0.05, 0.03, 0.5), rpy=(0.05, 0.15, -0.1))
    assert mk.solve(robot, [body, *feet], start=start).success
