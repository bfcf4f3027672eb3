"""Conflicts are what they claim, their checks agree with the goals, and rows see goals that do not hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik_bench.engine import EngineSettings, Run, levels
from memetik_bench.engine.clearance import Clearance, Obstacle
from memetik_bench.engine.conflicts import CONFLICTS, SPHERES, conflict
from memetik_bench.engine.levels import LEVELS, best_wish, measure_levels
from memetik_bench.engine.standing import STANDING_JOINTS, Embedding, Standing
from memetik_bench.engine.valkyrie import valkyrie

CLEARANCE, BALANCE = CONFLICTS
RUN = Run(EngineSettings(most=4), Path("unused"))


class TestClearance:
    def problem(self, index: int = 0) -> Clearance:
        required = conflict(CLEARANCE, index, 1).required
        assert isinstance(required, Clearance)
        return required

    def test_distances_of_a_box_and_a_ball(self) -> None:
        box = Obstacle(np.zeros(3), np.array([0.1, 0.2, 0.3]), 0.0)
        ball = Obstacle(np.array([1.0, 0.0, 0.0]), np.zeros(3), 0.5)
        points = np.array([[0.4, 0.0, 0.0], [0.0, 0.0, 0.0], [0.4, 0.6, 0.3], [1.0, 0.1, 0.0]])
        np.testing.assert_allclose(box.distance(points), [0.3, -0.1, 0.5, 0.9])
        np.testing.assert_allclose(ball.distance(points), [0.1, 0.5, 0.4, -0.4])

    @pytest.mark.parametrize("index", range(4))
    def test_the_excess_is_that_of_the_goal(self, index: int) -> None:
        required = self.problem(index)
        rows = required.robot.random(50, 1)
        (goal,) = required.goals()
        (errors,) = mk.Problem(required.robot, goal).errors(rows).values()
        missing = np.maximum(required.excess(rows) + required.tolerance, 0.0)
        np.testing.assert_allclose(errors["missing clearance"], missing, atol=1e-9)

    def test_the_target_is_inside_of_an_obstacle(self) -> None:
        for index in range(20):
            problem = conflict(CLEARANCE, index, 1)
            assert isinstance(problem.wish, mk.Pose)
            pose, required = problem.wish.target, problem.required
            assert isinstance(required, Clearance)
            x, y, z, radius = SPHERES["panda_hand"][0]
            center = pose[:3, :3] @ (x, y, z) + pose[:3, 3]
            assert required.obstacles[0].distance(center) < radius + required.margin - 0.01

    def test_the_jacobian_is_that_of_differences(self) -> None:
        required = self.problem()
        (constraint,) = required.constraints()
        value: Any = constraint["fun"]
        jacobian: Any = constraint["jac"]
        q = required.robot.random(rng=3)
        steps = 1e-6 * np.eye(7)
        by_differences = np.array([(value(q + s) - value(q - s)) / 2e-6 for s in steps]).T
        np.testing.assert_allclose(jacobian(q), by_differences, atol=1e-4)


class TestBalance:
    standing = Standing(valkyrie())

    def test_the_excess_is_that_of_the_goals(self) -> None:
        """Feet at tolerance 1e-5, the centre of mass within 5 cm."""
        rows = np.tile(valkyrie().neutral, (3, 1))
        rows[1, valkyrie().variable_names.index("leftKneePitch")] += 0.3
        rows[2, valkyrie().variable_names.index("torsoPitch")] += 0.5
        problem = mk.Problem(valkyrie(), self.standing.goals())
        np.testing.assert_array_equal(self.standing.excess(rows) <= 0, problem.accepts(rows))
        sway = problem.errors(rows[2])["balance"]["distance"]
        assert self.standing.excess(rows)[2] == pytest.approx(sway - 0.05, abs=1e-9)

    def test_most_starts_stand_and_none_is_outside_of_limits(self) -> None:
        problems = [conflict(BALANCE, index, 1) for index in range(10)]
        excess = [float(problem.required.excess(problem.start[None])[0]) for problem in problems]
        assert 4 <= sum(value <= 0 for value in excess) < 10
        assert all(problem.robot.within_limits(problem.start) for problem in problems)
        assert [problem.can_be_held(0) for problem in problems] == [value <= 0 for value in excess]

    def test_the_hand_cannot_get_there_from_sampled_stands(self) -> None:
        problem = next(p for i in range(9) if (p := conflict(BALANCE, i, 1)).can_be_held(0))
        assert best_wish(problem, problem.start) > 1e-3


def test_an_embedding_leaves_other_variables_alone() -> None:
    full = Embedding(np.arange(4.0), [1, 3])
    np.testing.assert_array_equal(full(np.array([9.0, 8.0])), [0, 9, 2, 8])
    constraint = full.restrict({"type": "eq", "fun": np.sum, "jac": lambda q: 2 * q})
    assert constraint["fun"](np.array([9.0, 8.0])) == 19.0
    np.testing.assert_array_equal(constraint["jac"](np.array([9.0, 8.0])), [18, 16])


def test_the_reference_improves_a_wish_and_keeps_what_is_required() -> None:
    problem = next(
        p for i in range(9) if (p := conflict(CLEARANCE, i, 1)).required.excess(p.start[None])[0] <= 0
    )
    wish = mk.Problem(problem.robot, problem.wish)
    best = best_wish(problem, problem.start)
    assert 1e-6 < best < 0.9 * wish.cost(problem.start), "it is nearer, but the target is in an obstacle"


@pytest.mark.parametrize("kind", CONFLICTS)
def test_a_row(kind: str) -> None:
    done: list[int] = []
    row = measure_levels(kind, RUN, done.append)
    assert (row["count"], sum(done), sum(row["statuses"].values())) == (4, 4, 4)
    assert (row["false_success"], row["limit_violations"], row["moved_others"]) == (0, 0, 0)
    assert 0 <= row["held_of_all"] <= 1
    assert "required held" in LEVELS.outcome(row)


class Reckless:
    """Ignores what is required, claims success, and moves a joint that it must not."""

    real = mk.Solver

    def __init__(self, robot: mk.Robot, goals: Any, joints: Any) -> None:
        self.solver = self.real(robot, goals[-1], joints=joints)
        self.moves = set(joints) != set(robot.joint_names)

    def solve(self, start: Any) -> Any:
        solution = self.solver.solve(start)
        if self.moves:
            solution._q = solution.q.copy()
            solution._q[self.solver.robot.variable_names.index("lowerNeckPitch")] += 1e-9
        return solution


@pytest.mark.parametrize("kind", CONFLICTS)
def test_what_does_not_hold_is_seen(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels.mk, "Solver", Reckless)
    row = measure_levels(kind, RUN, lambda done: None)
    assert row["held"] < 1.0
    assert row["worst_excess"] > 0.01
    assert row["moved_others"] == (4 if kind == BALANCE else 0)
    if kind == CLEARANCE:
        assert row["false_success"] > 0
    assert not LEVELS.met(row, [])


def test_requirements_can_fail() -> None:
    good = {
        "held": 1.0,
        "within_1_percent": 0.99,
        "false_success": 0,
        "limit_violations": 0,
        "moved_others": 0,
    }
    assert LEVELS.met(good, [])
    for wrong in ({"held": 0.99}, {"within_1_percent": 0.98}, {"false_success": 1}, {"moved_others": 1}):
        assert not LEVELS.met({**good, **wrong}, [])


def test_standing_joints_are_joints() -> None:
    assert set(STANDING_JOINTS) <= set(valkyrie().joint_names)
