"""Obstacles leave most configurations free, and far ones all."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import memetik as mk
from bench.tests.collision.small_robot import box_arm
from memetik.collision import CollisionCheck
from memetik_bench.collision.far_obstacles import far_boxes
from memetik_bench.collision.scene import BOXES, SPHERES, obstacles_around
from memetik_bench.collision.tank import ENTERING, near_opening, tank_problem, tank_world, thin_spheres


def test_each_obstacle_touches_one_in_ten_at_most(tmp_path: Path) -> None:
    scene = box_arm(tmp_path)
    obstacles = obstacles_around(scene.robot, scene.geometry, 1)
    assert len(obstacles) == BOXES + SPHERES
    rows = scene.robot.random(2000, rng=5)
    shares = [
        CollisionCheck(scene.robot, scene.geometry, [item], self_pairs=None).free(rows).mean()
        for item in obstacles
    ]
    assert 0.8 < min(shares) < 1.0
    again = obstacles_around(scene.robot, scene.geometry, 1)
    assert all(np.array_equal(a.origin, b.origin) for a, b in zip(obstacles, again, strict=True))


def test_far_boxes_are_out_of_reach() -> None:
    boxes = far_boxes(50, 1)
    assert len(boxes) == 50
    assert min(float(box.distance([(0, 0, 0)])[0]) for box in boxes) > 2.5


def test_the_endoscope_enters_the_tank() -> None:
    """The wall is the thesis' profile, and configurations near the opening touch it or pass."""
    robot = mk.Robot.load("ur10e_elise")
    (wall,) = tank_world().snapshot().objects
    points = [(0, 1.5, 0.5), (0, 1.0027, 0.5 + 0.0425), (0, 1.5, 0.5 + 0.0628)]
    distances = wall.geometry.distance(points)
    np.testing.assert_allclose(distances, [0.0431, 0.0, -0.0197], atol=0.002)
    rows = near_opening(robot, 200, 1, 0.02)
    assert 0.015 < np.std(rows - ENTERING) < 0.025
    problem = tank_problem(robot, thin_spheres(robot))
    touching = np.mean(problem.cost(rows) > 0)
    assert 0.1 < touching <= 1.0
    assert np.mean(problem.cost(robot.random(200, rng=1)) > 0) < touching
