"""The selection rule in Python, on hand-made answers."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik_bench.engine.goal_levels import LevelProblem, Levels
from memetik_bench.engine.selection import may_leave_branch, worse_level

BASE = Levels(violation=0.0, primary=1.0, secondary=4.0, distance=2.0)
ROBOT = mk.Robot.load("ur5")


@pytest.mark.parametrize(
    ("change", "level"),
    [
        ({}, None),
        ({"violation": 1e-6}, "violation"),
        ({"violation": 1e-6, "primary": 0.1, "secondary": 0.0}, "violation"),
        ({"primary": 1.0009}, None),
        ({"primary": 1.002}, "primary"),
        ({"primary": 1.002, "secondary": 0.0, "distance": 0.0}, "primary"),
        ({"primary": 0.999, "secondary": 9.0}, None),
        ({"primary": 1.0005, "secondary": 4.1}, "secondary"),
        ({"secondary": 4.003, "distance": 1.0}, None),
        ({"secondary": 4.003, "distance": 2.1}, "distance"),
        ({"distance": 2.003}, "distance"),
        ({"distance": 2.001}, None),
        ({"distance": 1.0}, None),
    ],
)
def test_what_is_worse(change: dict[str, float], level: str | None) -> None:
    assert worse_level(BASE._replace(**change), BASE, 0.0) == level


def test_costs_at_the_edge_of_the_tolerance_are_equal() -> None:
    small = BASE._replace(primary=1e-10)
    assert worse_level(BASE._replace(primary=3e-10), small, 0.0) == "primary"
    assert worse_level(BASE._replace(primary=3e-10), small, 4e-10) is None


def test_a_return_to_the_branch_may_cost_the_margin() -> None:
    """1.21 is 10 % above 1 by the root, 1.5 is more."""
    assert worse_level(BASE._replace(primary=1.2), BASE, 0.0) == "primary"
    assert worse_level(BASE._replace(primary=1.2), BASE, 0.0, keeps_branch=True) is None
    assert worse_level(BASE._replace(primary=1.5), BASE, 0.0, keeps_branch=True) == "primary"


@pytest.mark.parametrize(
    ("here", "there", "allowed"),
    [(0.2, 0.17, True), (0.2, 0.19, False), (0.05, 0.041, False), (0.05, 0.039, True), (0.2, 0.0, True)],
)
def test_leaving_needs_a_tenth_and_a_centimetre(here: float, there: float, allowed: bool) -> None:
    assert may_leave_branch(here**2, there**2) is allowed


class TestLevels:
    q = ROBOT.neutral + 0.1
    start = ROBOT.neutral
    place = ROBOT.fk(ROBOT.neutral + 0.1, "tool0")[:3, 3]
    aside = place + np.array([0.3, 0.0, 0.0])

    def test_are_the_costs_of_their_goals(self) -> None:
        goals = [
            mk.Position("tool0", self.aside, weight=2.0),
            mk.Position("wrist_1_link", ROBOT.fk(self.q, "wrist_1_link")[:3, 3], priority="required"),
            mk.StayClose(self.start),
        ]
        levels = LevelProblem(ROBOT, goals, self.start).at(self.q)
        np.testing.assert_allclose(levels, (0.0, 2.0 * 0.09, 6 * 0.01, np.sqrt(0.06)), atol=1e-12)

    def test_only_what_exceeds_the_tolerance_is_a_violation(self) -> None:
        wide = mk.Position("tool0", self.aside, tolerance=0.1, weight=3.0, priority="required")
        problem = LevelProblem(ROBOT, [wide, mk.Position("tool0", self.place)], self.start)
        assert problem.violation(self.q) == pytest.approx(3.0 * 0.2**2)

    def test_tolerated_cost(self) -> None:
        goals = [mk.Pose("tool0", np.eye(4), tolerance=(1e-2, 2e-2), weight=3.0), mk.StayClose()]
        assert LevelProblem(ROBOT, goals, self.start).tolerated == pytest.approx(3.0 * 5e-4)
