"""What cannot be met is met as far as possible, within budget and deadline."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.goal_cases.subjects import subject
from tests.solve_cases import (
    FAR,
    METHODS,
    UR5,
    every_method,
    planar_arm,
)


class TestUnreachable:
    @every_method
    def test_gives_the_best_approximation(self, method: Any) -> None:
        solution = mk.solve(planar_arm(), mk.Position("tip", (3, 4, 0)), method=method)
        assert solution.status == "unreachable"
        assert not solution
        assert solution.errors["tip"]["position"] == pytest.approx(3, rel=1e-4)  # 5 m away, 2 m long

    def test_for_want_of_joints(self) -> None:
        arm = planar_arm(3)
        target = mk.transform((1, 0.5, 0.25), rpy=(0.1, 0, 0))  # out of its plane
        solution = mk.solve(arm, mk.Pose("tip", target, rotation_scale=1.0))
        assert solution.status == "approximate"
        assert solution.errors["tip"]["position"] == pytest.approx(0.25, abs=0.01)
        assert arm.within_limits(solution.q)

    def test_within_limits_at_the_limits(self) -> None:
        b = mk.RobotBuilder("slide")
        b.prismatic("slide", "a", "b", axis=(1, 0, 0), lower=-0.3, upper=0.7)
        for x, expected in ((5.0, 0.7), (-5.0, -0.3)):
            for method in METHODS:
                solution = mk.solve(
                    b.build(), mk.Position("b", (x, 0, 0)), method=method, max_evaluations=500
                )
                assert solution.q[0] == expected

    def test_without_limits_is_still_a_usable_configuration(self) -> None:
        b = mk.RobotBuilder("rail")
        b.prismatic("rail", "a", "b", axis=(1, 0, 0), lower=-np.inf, upper=np.inf)
        robot = b.build()
        for method in METHODS:  # the farther the better
            goal = mk.LookAt("b", (0, 1, 0), axis=(-1, 0, 0), tolerance=1e-9)
            solution = mk.solve(robot, goal, method=method, max_evaluations=500)
            assert np.isfinite(robot.fk(solution.q, "b")).all()
            assert robot.within_limits(solution.q)

    def test_goals_that_contradict_each_other_are_met_halfway(self) -> None:
        b = mk.RobotBuilder("slide")
        b.prismatic("slide", "a", "b", axis=(1, 0, 0), lower=-9, upper=9)
        goals = [mk.Position("b", (1, 0, 0), weight=3), mk.Position("b", (0, 0, 0), weight=1)]
        solution = mk.solve(b.build(), goals)
        assert solution.status == "approximate"
        assert solution.q[0] == pytest.approx(0.75, abs=1e-6)

    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize("timeout", [0, 1e-9, 1e-3])
    def test_at_the_deadline_is_timed_out(self, method: Any, timeout: float) -> None:
        s = subject("valkyrie")
        for start in (None, np.full(s.robot.dof, 99.0)):
            solution = mk.solve(
                s.robot.lock({"root": np.zeros(6)}) if start is None else s.robot,
                mk.Position(s.tip, (0, 0, 1e5)),
                start=start,
                method=method,
                timeout=timeout,
                max_evaluations=10**9,
                joints="torsoYaw",
            )
            assert solution.status == "timed out"
            assert np.isfinite(solution.q).all()
            assert solution.time < 1.0

    @every_method
    @pytest.mark.parametrize("budget", [1, 2, 10, 100, 1000])
    def test_the_budget_is_kept(self, method: Any, budget: int) -> None:
        solution = mk.solve(UR5, mk.Position("tool0", FAR), method=method, max_evaluations=budget)
        assert solution.status == "unreachable"
        assert 1 <= solution.evaluations <= budget + 1100  # what is begun is finished
        assert UR5.within_limits(solution.q)
        assert np.isfinite(solution.cost)

    def test_a_larger_budget_is_not_worse(self) -> None:
        goals = [mk.Pose("tool0", mk.transform(FAR)), mk.LookAt("forearm_link", (0, 0, 9))]
        costs = [mk.solve(UR5, goals, max_evaluations=budget).cost for budget in (500, 5000, 50_000)]
        assert costs[0] * 1.001 >= costs[1]
        assert costs[1] * 1.001 >= costs[2]
