"""Cyclic coordinate descent: positions within limits; other goals are refused."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik.methods import CCD
from tests.solve_cases import HAND, PANDA, PLACE, UR5, ball, follower, planar_arm


@pytest.mark.parametrize(("robot", "link"), [(UR5, "tool0"), (PANDA, HAND), (planar_arm(12), "tip")])
def test_reaches_what_is_reachable_within_limits(robot: mk.Robot, link: str) -> None:
    targets = robot.fk(robot.random(20, rng=1), link)[:, :3, 3]
    solver = mk.Solver(robot, mk.Position(link, targets[0]), method="ccd")
    for target in targets:
        solution = solver.solve(targets=target)
        assert solution.success
        assert robot.within_limits(solution.q)
        assert np.linalg.norm(robot.fk(solution.q, link)[:3, 3] - target) <= 1e-5 * (1 + 1e-9)


@pytest.mark.parametrize("robot", [ball(), ball(2.0), follower()])
def test_takes_balls_and_mimics(robot: mk.Robot) -> None:
    targets = robot.fk(robot.random(5, rng=2), "tip")[:, :3, 3]
    solver = mk.Solver(robot, mk.Position("tip", targets[0]), method="ccd")
    assert all(solver.solve(targets=target).success for target in targets)


def test_weighs_several_points() -> None:
    arm = planar_arm(1)
    there = {"up": (0.0, 1.0, 0.0), "left": (-1.0, 0.0, 0.0)}
    for weight in (0.5, 1.0, 3.0):
        goals = [
            mk.Position("tip", there["up"], name="up", weight=weight),
            mk.Position("tip", there["left"], name="left"),
        ]
        # the unit circle's point nearest to both is where their weighted mean points
        q = mk.solve(arm, goals, method=CCD(restarts=False)).q
        assert q[0] == pytest.approx(np.arctan2(weight, -1.0))


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        (mk.Pose("tool0", np.eye(4)), "only goals of type Position, and 'tool0' is a Pose"),
        (mk.Position("tool0", PLACE, free="x"), "free axes"),
        (mk.Position("tool0", PLACE, frame="upper_arm_link"), "root's frame"),
        (mk.Position("tool0", PLACE, metric="normalized"), "metric"),
        (mk.Position("tool0", PLACE, loss=mk.losses.Huber(0.1)), "loss"),
        (mk.Position("tool0", PLACE, priority="secondary"), "secondary"),
    ],
)
def test_other_goals_are_refused(goal: mk.Goal, says: str) -> None:
    with pytest.raises(mk.MethodError, match=says):
        mk.Solver(UR5, [goal], method="ccd")
