"""L-BFGS-B: within limits, or stopped by them."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik.methods import LBFGSB
from tests.solve_cases import HAND, PANDA, UR5, planar_arm

TARGETS = PANDA.fk(PANDA.random(20, rng=1), HAND)


def solved(method: LBFGSB) -> int:
    solver = mk.Solver(PANDA, mk.Pose(HAND, TARGETS[0]), method=method)
    found = [solver.solve(targets=target) for target in TARGETS]
    assert all(PANDA.within_limits(s.q) for s in found)
    return sum(s.success for s in found)


def test_limits_that_stop_cost_solutions_and_restarts_find_them_again() -> None:
    stopped = solved(LBFGSB(restarts=False, stop_at_limits=True))
    bounded = solved(LBFGSB(restarts=False))
    assert 0 < stopped < bounded < len(TARGETS)
    assert solved(LBFGSB()) == len(TARGETS)


def test_secondary_goals_are_part_of_the_cost() -> None:
    arm = planar_arm(3)
    goals = [mk.Position("tip", (1.5, 1.0, 0.0), tolerance=0.3), mk.StayClose(np.full(3, 0.5), weight=1e-3)]
    answer = mk.solve(arm, goals, method=LBFGSB(restarts=False), start=np.full(3, -1.0))
    assert answer.success


def test_locked_joints_stay_where_limits_stop() -> None:
    target = UR5.fk(np.full(6, 0.2), "tool0")[:3, 3]
    solver = mk.Solver(UR5, mk.Position("tool0", target), method=LBFGSB(stop_at_limits=True))
    solution = solver.solve(np.full(6, 0.1), max_change={"wrist_3_joint": 0})
    assert solution.success
    assert solution.q[5] == 0.1


def test_options_that_make_no_sense_are_refused() -> None:
    with pytest.raises(mk.MethodError, match="stop_at_limits"):
        LBFGSB(stop_at_limits=0)  # type: ignore[arg-type]
