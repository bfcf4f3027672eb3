"""Scan: refused arguments, and solutions."""

from __future__ import annotations

import math
from typing import Any, ClassVar

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
        ({"obstacles": mk.collision.Mesh("a.stl")}, "obstacles: mesh a.stl: its file is missing"),
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


class TestNormalsAsTargets:
    """One solver scans a surface: every query has its own point and normal."""

    OPTIONS: ClassVar[dict[str, Any]] = {"distance": (0.05, 0.1), "name": "scan"}

    @staticmethod
    def surface(count: int) -> tuple[Any, Any]:
        """Points of a ball and their outward normals."""
        rng = np.random.default_rng(4)
        normals = rng.normal(size=(count, 3)) * (0.3, 0.3, 0.1) + UP
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        return np.array((0.45, 0.0, 0.1)) + 0.2 * normals, normals

    def test_a_query_equals_a_goal_with_this_normal(self) -> None:
        solver = mk.Solver("panda", mk.Scan(HAND, (0, 0, 0), normal=(1, 0, 0), **self.OPTIONS))
        for point, normal in zip(*self.surface(4), strict=True):
            own = mk.Solver("panda", mk.Scan(HAND, point, normal=normal, **self.OPTIONS)).solve()
            for target in ((point, normal), (point, 3.7 * normal), np.concatenate([point, normal])):
                solution = solver.solve(targets={"scan": target})
                assert solution.success
                np.testing.assert_allclose(solution.q, own.q, atol=1e-9)

    def test_in_batches_as_one_by_one(self) -> None:
        solver = mk.Solver("panda", mk.Scan(HAND, (0, 0, 0), normal=(1, 0, 0), **self.OPTIONS))
        points, normals = self.surface(8)
        rows = np.hstack([points, normals])
        batch = solver.solve_batch(rows)
        assert batch.success.all()
        for q, row in zip(batch.q, rows, strict=True):
            np.testing.assert_array_equal(q, solver.solve(targets=row).q)
        pairs = solver.solve_batch(np.stack([points, 2 * normals], axis=1))
        np.testing.assert_allclose(pairs.q, batch.q, atol=1e-9)

    def test_a_point_alone_keeps_the_goals_normal(self) -> None:
        solver = mk.Solver("panda", mk.Scan(HAND, (0.4, 0, 0.3), normal=UP, **self.OPTIONS))
        points = self.surface(3)[0]
        rows = np.hstack([points, np.tile(UP, (3, 1))])
        np.testing.assert_array_equal(solver.solve_batch(points).q, solver.solve_batch(rows).q)
        np.testing.assert_array_equal(
            solver.solve(targets=points[0]).q, solver.solve(targets={"scan": rows[0]}).q
        )

    @pytest.mark.parametrize(
        ("target", "words"),
        [
            ((0.4, 0, 0.3, 0, 0, 0), "normal of the target: zero length"),
            (((0.4, 0, 0.3), (0, np.nan, 0)), "normal of the target: not finite"),
            ((0.4, 0), "target: expected 3 numbers"),
            ((0.4, 0, 0.3, 1), "target: expected 3 numbers"),
        ],
    )
    def test_refused_targets(self, target: Any, words: str) -> None:
        solver = mk.Solver("panda", mk.Scan(HAND, (0.4, 0, 0.3), normal=UP, **self.OPTIONS))
        with pytest.raises(mk.GoalError, match=words):
            solver.solve(targets={"scan": target})

    def test_refused_rows(self) -> None:
        solver = mk.Solver("panda", mk.Scan(HAND, (0.4, 0, 0.3), normal=UP, **self.OPTIONS))
        with pytest.raises(mk.GoalError, match=r"row 1: normal of the target: zero length"):
            solver.solve_batch([(0.4, 0, 0.3, 0, 0, 1), (0.4, 0, 0.3, 0, 0, 0)])
        with pytest.raises(mk.GoalError, match=r"expected an array \(N, 6\), got \(2, 4\)"):
            solver.solve_batch(np.ones((2, 4)))
