"""KDL's Newton method: solutions, restarts, refused options."""

from __future__ import annotations

import pytest

import memetik as mk
from memetik.methods import Newton
from tests.solve_cases import HAND, PANDA, UR5, assert_pose_reached, ball, follower


@pytest.mark.parametrize(("robot", "link"), [(UR5, "tool0"), (PANDA, HAND)])
def test_solves_what_is_reachable(robot: mk.Robot, link: str) -> None:
    targets = robot.fk(robot.random(30, rng=1), link)
    solver = mk.Solver(robot, mk.Pose(link, targets[0]), method="newton")
    for target in targets:
        solution = solver.solve(targets=target)
        assert solution.success
        assert_pose_reached(robot, link, solution.q, target)


def test_without_restarts_finds_fewer() -> None:
    targets = UR5.fk(UR5.random(30, rng=1), "tool0")
    solver = mk.Solver(UR5, mk.Pose("tool0", targets[0]), method=Newton(restarts=False))
    found = [solver.solve(targets=target) for target in targets]
    assert 5 < sum(s.success for s in found) < 30
    assert {s.starts for s in found} <= {0, 1}


@pytest.mark.parametrize("robot", [ball(2.0), follower()])
def test_takes_any_joints(robot: mk.Robot) -> None:
    target = robot.fk(robot.random(rng=2), "tip")[:3, 3]
    assert mk.solve(robot, mk.Position("tip", target), method="newton").success
