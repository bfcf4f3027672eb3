"""Scan: refused arguments, and solutions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import memetik as mk

HAND = "panda_hand"
UP = (0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"normal": (0, 0, 0)}, "normal: zero length"),
        ({"normal": (math.nan, 0, 1)}, "normal: not finite"),
        ({"axis": (0, 0, 0)}, "axis: zero length"),
        ({"offset": (1, 2)}, "offset: expected 3 numbers"),
        ({"distance": 5}, "distance: expected the smallest and the largest"),
        ({"distance": (2, 1)}, "distance: expected the smallest and the largest"),
        ({"distance": (0, math.inf)}, "distance: expected the smallest and the largest"),
        ({"distance": "12"}, "distance: expected the smallest and the largest"),
        ({"distance": (1e300, 1e305)}, "distance: expected the smallest and the largest"),
        ({"view_angle": True}, "view_angle: expected a number from 0 to π"),
        ({"view_angle": 4}, "view_angle: expected a number from 0 to π"),
        ({"normal_angle": "wide"}, "normal_angle: expected a number from 0 to π"),
        ({"tolerance": (1, 2)}, "tolerance: expected a non-negative number, or 4 of them"),
        ({"obstacles": "wall"}, "obstacles: expected shapes such as"),
        ({"obstacles": mk.collision.Mesh("a.stl")}, "obstacles: a Mesh is not supported"),
        ({"clearance": -1}, "clearance: expected a number from 0"),
        ({"frame": 3}, "frame: expected the name of a link"),
    ],
)
def test_refuses_what_makes_no_sense(options: dict[str, Any], words: str) -> None:
    with pytest.raises((mk.GoalError, mk.TransformError), match=words):
        mk.Problem(mk.Robot.load("panda"), mk.Scan(HAND, (0.4, 0.1, 0.3), **{"normal": UP, **options}))


def test_a_sensor_comes_close_and_looks_straight_at_the_point() -> None:
    robot, point = mk.Robot.load("panda"), np.array((0.4, 0.1, 0.3))
    solution = mk.solve(robot, mk.Scan(HAND, point, normal=UP, distance=(0.05, 0.1), view_angle=0.1))
    solution.raise_if_failed()
    hand = robot.fk(solution.q, HAND)
    way = point - hand[:3, 3]
    distance = np.linalg.norm(way)
    assert 0.05 - 1e-5 <= distance <= 0.1 + 1e-5
    assert np.arccos(hand[:3, 2] @ way / distance) <= 0.1 + 2e-5
    assert np.arccos(-hand[2, 2]) <= 0.2 + 2e-5


@pytest.mark.parametrize("angle", [0.2, 0.01, 0.0])
def test_narrow_angles_are_as_easy_as_wide_ones(angle: float) -> None:
    robot = mk.Robot.load("panda")
    options: dict[str, Any] = {"distance": (0.05, 0.1), "view_angle": angle, "normal_angle": angle}
    for pose in robot.fk(robot.random(20, rng=3), HAND):
        point = pose[:3, 3] + 0.075 * pose[:3, 2]
        mk.solve(robot, mk.Scan(HAND, point, normal=-pose[:3, 2], **options)).raise_if_failed()


def test_an_obstacle_in_the_line_of_sight_is_looked_past() -> None:
    robot, point = mk.Robot.load("panda"), np.array((0.5, 0.0, 0.2))
    ball = mk.collision.Sphere(0.05).at((0.5, 0.0, 0.35))
    options: dict[str, Any] = {"normal": UP, "distance": (0.3, 0.4), "normal_angle": 1.0}
    start = mk.solve(robot, mk.Scan(HAND, point, **{**options, "normal_angle": 0.0, "view_angle": 0.0})).q
    blocked = mk.solve(robot, mk.Scan(HAND, point, **options), start=start)
    clear = mk.solve(robot, mk.Scan(HAND, point, obstacles=ball, clearance=0.01, **options), start=start)
    clear.raise_if_failed()

    def clearance(solution: mk.Solution) -> float:
        line = np.linspace(robot.fk(solution.q, HAND)[:3, 3], point, 2001)
        return float(np.linalg.norm(line - ball.origin[:3, 3], axis=1).min() - 0.05)

    assert clearance(blocked) < 0.0
    assert clearance(clear) >= 0.01 - 2e-5
