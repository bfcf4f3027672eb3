"""The best is never worse than the first."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.solve_cases import (
    FAR,
    HAND,
    METHODS,
    PANDA,
    PLACE,
    UR5,
    assert_pose_reached,
    assert_same_as_single,
    every_method,
    some_targets,
)

ARMS = ((UR5, "tool0"), (PANDA, HAND))
every_arm = pytest.mark.parametrize(("robot", "link"), ARMS)


class TestTheBest:
    @every_arm
    def test_is_nearer_to_the_start_than_the_first(self, robot: mk.Robot, link: str) -> None:
        goal, better = mk.Pose(link, np.eye(4)), 0
        first, best = (mk.Solver(robot, goal, prefer=prefer) for prefer in ("first", "best"))
        for target, start in zip(robot.fk(robot.random(12, 1), link), robot.random(12, 2), strict=True):
            one, other = first.solve(start, targets=target), best.solve(start, targets=target)
            assert one.success
            assert_pose_reached(robot, link, other.q, target)
            distances = [np.linalg.norm(robot.difference(start, solution.q)) for solution in (one, other)]
            assert distances[1] <= distances[0] + 1e-3  # its digits are polished
            better += distances[1] < 0.9 * distances[0]
        assert better >= 3

    @every_arm
    def test_pleases_secondary_goals_more_than_the_first(self, robot: mk.Robot, link: str) -> None:
        stay, better = mk.StayClose(target=np.full(robot.dof, 0.3)), 0
        posture = mk.Problem(robot, stay)
        goals = [mk.Pose(link, np.eye(4)), stay]
        first, best = (mk.Solver(robot, goals, prefer=prefer) for prefer in ("first", "best"))
        for target, start in zip(robot.fk(robot.random(8, 3), link), robot.random(8, 4), strict=True):
            one, other = first.solve(start, targets=target), best.solve(start, targets=target)
            assert_pose_reached(robot, link, other.q, target)
            assert posture.cost(other.q) <= posture.cost(one.q) * (1 + 1e-6) + 1e-9
            better += posture.cost(other.q) < 0.9 * posture.cost(one.q)
        assert better >= 2

    def test_is_the_first_of_all(self) -> None:
        target, start = UR5.fk(UR5.random(rng=1), "tool0"), UR5.random(rng=2)
        solver = mk.Solver(UR5, mk.Pose("tool0", target), prefer="best")
        np.testing.assert_array_equal(solver.solve(start).q, solver.solve_all(start)[0].q)

    @every_method
    def test_is_the_same_again_and_with_any_number_of_threads(self, method: Any) -> None:
        target = PANDA.fk(PANDA.random(rng=1), HAND)
        answers = [
            mk.solve(PANDA, mk.Pose(HAND, target), prefer="best", method=method, threads=threads).q
            for threads in (1, 1, 2, 3)
        ]
        for answer in answers[1:]:
            np.testing.assert_array_equal(answer, answers[0])

    @pytest.mark.parametrize("threads", [1, 2])
    @pytest.mark.parametrize("secondary", [False, True])
    def test_in_a_batch_is_that_of_single_queries(self, threads: int, secondary: bool) -> None:
        targets, starts = some_targets(PANDA, HAND, 10, unreachable=2), PANDA.random(10, rng=5)
        goals = [mk.Pose(HAND, np.eye(4)), *([mk.StayClose()] if secondary else [])]
        solver = mk.Solver(PANDA, goals, prefer="best", threads=threads, max_evaluations=3000)
        batch = solver.solve_batch(targets, starts)
        assert_same_as_single(batch, solver, targets, starts)
        assert np.count_nonzero(batch.success) == 8

    @pytest.mark.parametrize("method", METHODS)
    def test_of_what_cannot_be_met_is_the_best_approximation(self, method: Any) -> None:
        for prefer in ("first", "best"):
            solution = mk.solve(UR5, mk.Position("tool0", FAR), prefer=prefer, method=method)
            assert solution.status == "unreachable"
        contest = [mk.Position(HAND, PLACE), mk.Position(HAND, (0.4, 0.2, 0.5), name="other")]
        solution = mk.solve(PANDA, contest, prefer="best", method=method)
        assert solution.status == "approximate"
        assert solution.errors[HAND]["position"] == pytest.approx(0.05, abs=1e-3)

    @pytest.mark.parametrize("budget", [1, 30, 300, 3000])
    @pytest.mark.parametrize("secondary", [False, True])
    def test_keeps_the_budget(self, budget: int, secondary: bool) -> None:
        goals = [mk.Pose(HAND, PANDA.fk(PANDA.random(rng=1), HAND)), *([mk.StayClose()] if secondary else [])]
        solution = mk.solve(PANDA, goals, prefer="best", max_evaluations=budget)
        assert solution.evaluations <= budget + 1100  # as of the first

    def test_keeps_locked_joints_and_the_box(self) -> None:
        start = PANDA.random(rng=3)
        solver = mk.Solver(PANDA, mk.Position(HAND, PANDA.fk(start + 0.05, HAND)[:3, 3]), prefer="best")
        solution = solver.solve(start, max_change=dict.fromkeys(PANDA.joint_names, 0.2) | {"panda_joint2": 0})
        assert solution
        assert solution.q[1] == start[1]
        assert (np.abs(solution.q - start) <= 0.2 + 1e-12).all()

    @pytest.mark.parametrize("prefer", ["worst", "", None, 1])
    def test_is_the_only_other_preference(self, prefer: Any) -> None:
        with pytest.raises(mk.UnknownNameError, match="prefer: expected 'first' or 'best', got"):
            mk.Solver(PANDA, mk.Position(HAND, PLACE), prefer=prefer)
