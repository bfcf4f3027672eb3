"""The joints that move: those that are allowed to and affect a goal; there may be none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests import naive_kinematics as naive
from tests.goal_cases.subjects import subject
from tests.solve_cases import (
    FAR,
    HAND,
    PANDA,
    PLACE,
    assert_pose_reached,
    every_method,
)


class TestJoints:
    def test_that_may_not_move_stay_exactly_at_the_start(self) -> None:
        s, moving = (
            subject("valkyrie"),
            ("leftShoulderPitch", "leftShoulderRoll", "leftShoulderYaw", "leftElbowPitch"),
        )
        start = s.robot.clip(s.robot.random(rng=1))
        goal = mk.Position(s.tip, s.robot.fk(s.robot.pack({moving[1]: -1.0}, base=start), s.tip)[:3, 3])
        solution = mk.solve(s.robot, goal, start=start, joints=moving)
        assert solution.success
        still = ~np.isin(s.robot.variable_names, moving)
        np.testing.assert_array_equal(solution.q[still], start[still])

    @every_method
    def test_that_no_goal_depends_on_stay_too(self, method: Any) -> None:
        start = PANDA.random(rng=2)
        for place in (naive.forward(PANDA, PANDA.random(rng=3))["panda_link4"][:3, 3], FAR):
            solution = mk.solve(
                PANDA, mk.Position("panda_link4", place), start=start, method=method, max_evaluations=500
            )
            np.testing.assert_array_equal(solution.q[4:], start[4:])

    def test_that_follow_others_are_taken_into_account(self) -> None:
        s, solved = subject("tree"), 0
        for q in s.robot.random(10, rng=4):
            target = naive.forward(s.robot, q)[s.tip]
            solution = mk.solve(s.robot, mk.Pose(s.tip, target))
            solved += solution.success
            if solution.success:
                assert_pose_reached(s.robot, s.tip, solution.q, target)
        assert solved == 10

    def test_of_a_base_in_the_plane(self) -> None:
        robot = PANDA.with_floating_base()
        solution = mk.solve(
            robot, mk.Position(HAND, (5, -3, 0.5)), joints=("root.x", "root.y", "panda_joint2")
        )
        assert solution.success
        np.testing.assert_allclose(naive.forward(robot, solution.q)[HAND][:3, 3], (5, -3, 0.5), atol=1e-5)


class TestNothingToMove:
    @every_method
    def test_goals_on_the_root(self, method: Any) -> None:
        start = PANDA.random(rng=1)
        met = mk.solve(PANDA, mk.Pose(PANDA.root, np.eye(4)), start=start, method=method)
        missed = mk.solve(
            PANDA, mk.Position(PANDA.root, PLACE), start=start, method=method, max_evaluations=300
        )
        assert met.success
        assert missed.status == "unreachable"
        for solution in (met, missed):
            np.testing.assert_array_equal(solution.q, start)
        assert missed.errors[PANDA.root]["position"] == pytest.approx(np.linalg.norm(PLACE))

    @every_method
    def test_robots_without_joints(self, method: Any) -> None:
        b = mk.RobotBuilder("stone")
        b.fixed("glue", "a", "b", xyz=(1, 0, 0))
        robot = b.build()
        for start in (None, [], np.empty(0)):
            met = mk.solve(robot, mk.Position("b", (1, 0, 0)), start=start, method=method)
            missed = mk.solve(
                robot, mk.Position("b", (0, 0, 0)), start=start, method=method, max_evaluations=300
            )
            assert met.success
            assert missed.status == "unreachable"
            assert met.q.shape == missed.q.shape == (0,)
            assert met.joints == {}
        posture = mk.Solver(robot, [mk.Position("b", (1, 0, 0)), mk.StayClose()], method=method)
        assert posture.solve(targets={"stay_close": []}).success

    def test_no_joint_may_move(self) -> None:
        start = PANDA.random(rng=1)
        solution = mk.solve(PANDA, mk.Position(HAND, PLACE), start=start, joints=(), max_evaluations=300)
        assert solution.status == "approximate"
        np.testing.assert_array_equal(solution.q, start)

    def test_secondary_goals_alone(self) -> None:
        wanted = PANDA.clip(PANDA.random(rng=2))
        solution = mk.solve(PANDA, mk.StayClose(target=wanted), start=PANDA.random(rng=3))
        assert solution.success
        np.testing.assert_allclose(solution.q, wanted, atol=1e-4)
