"""Locked joints stay, others move."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.solve_cases import FAR, HAND, PANDA, PLACE, assert_pose_reached, ball, every_method, follower


class TestLocked:
    @every_method
    def test_joints_stay_exactly_and_others_move(self, method: Any) -> None:
        solver = mk.Solver(PANDA, mk.Position(HAND, PLACE), method=method)
        for seed, joint in enumerate(PANDA.joint_names):
            start, other = PANDA.random(2, rng=seed)
            other[seed] = start[seed]
            place = PANDA.fk(other, HAND)[:3, 3]
            for locked in (joint, [joint], (joint,), {joint}, [joint, joint]):
                solution = solver.solve(start, targets=place, locked=locked)
                assert solution.success
                assert solution.q[seed] == start[seed]
                assert np.count_nonzero(solution.q != start) >= 3

    @every_method
    def test_joints_stay_where_nothing_can_be_met(self, method: Any) -> None:
        start = PANDA.random(rng=1)
        goals = [mk.Position(HAND, PLACE), mk.Position(HAND, (0.4, 0.3, 0.5), name="other")]
        for target in (goals, mk.Position(HAND, FAR)):
            solution = mk.solve(
                PANDA, target, start=start, locked=PANDA.joint_names[:3], method=method, max_evaluations=3000
            )
            assert not solution
            np.testing.assert_array_equal(solution.q[:3], start[:3])

    def test_is_as_good_as_joints_that_may_move(self) -> None:
        start, solved = PANDA.random(rng=2), 0
        for q in PANDA.random(10, rng=3):
            q[2] = start[2]
            goal = mk.Pose(HAND, PANDA.fk(q, HAND))
            locked = mk.solve(PANDA, goal, start=start, locked="panda_joint3")
            solved += locked.success
            assert locked.q[2] == start[2]
            if locked.success:
                assert_pose_reached(PANDA, HAND, locked.q, PANDA.fk(q, HAND))
        assert solved >= 9

    @every_method
    def test_all_joints(self, method: Any) -> None:
        start = PANDA.random(rng=1)
        for where, status in ((start, "solved"), (PANDA.random(rng=2), "approximate")):
            goal = mk.Pose(HAND, PANDA.fk(where, HAND))
            for box in ({"locked": PANDA.joint_names}, {"max_joint_change": 0}):
                solution = mk.solve(PANDA, goal, start=start, method=method, max_evaluations=2000, **box)
                assert solution.status == status
                np.testing.assert_array_equal(solution.q, start)

    @every_method
    def test_floating_and_spherical_joints(self, method: Any) -> None:
        base = PANDA.with_floating_base()
        start = np.concatenate([[0.1, 0.2, 0.3, 1.0, 2.0, 2.0], PANDA.neutral])
        start = base.clip(start)
        target = base.fk(start, HAND)[:3, 3] + 0.1
        solution = mk.solve(base, mk.Position(HAND, target), start=start, locked="root", method=method)
        assert solution.success
        np.testing.assert_array_equal(solution.q[:6], start[:6])
        robot = ball(2.0)
        for seed in range(5):
            start = robot.random(rng=seed)
            missed = mk.solve(
                robot,
                mk.Position("tip", (0, 0, 1)),
                start=start,
                locked="ball",
                method=method,
                max_evaluations=500,
            )
            np.testing.assert_array_equal(missed.q, start)

    def test_leaders_hold_their_followers(self) -> None:
        robot = follower()
        start = np.array([0.3, 0.2])
        place = robot.fk([0.3, -1.0], "tip")[:3, 3]
        solution = mk.solve(robot, mk.Position("tip", place), start=start, locked="first")
        assert solution.success
        assert solution.q[0] == 0.3

    @pytest.mark.parametrize("call", ["solve", "solve_all", "solve_batch"])
    def test_names_are_checked(self, call: str) -> None:
        solver = mk.Solver(PANDA, mk.Position(HAND, PLACE))
        arguments = (np.array([PLACE]),) if call == "solve_batch" else ()
        with pytest.raises(mk.UnknownNameError, match="did you mean 'panda_joint7'"):
            getattr(solver, call)(*arguments, locked=["panda_joint9"])
        with pytest.raises(mk.UnknownNameError, match=r"no joint 'elbow'.*panda_joint1"):
            getattr(solver, call)(*arguments, max_joint_change={"elbow": 1.0})
        for locked in (3, [3], None, [""]):
            with pytest.raises(mk.GoalError, match="locked: expected names"):
                getattr(solver, call)(*arguments, locked=locked)

    def test_names_may_come_from_an_iterator(self) -> None:
        start, solver = PANDA.random(rng=1), mk.Solver(PANDA, mk.Position(HAND, PLACE))
        for given_start in (start, start.tolist()):
            assert solver.solve(given_start, locked=iter(["panda_joint1"])).q[0] == start[0]

    def test_names_may_be_an_array(self) -> None:
        start = PANDA.random(rng=1)
        solution = mk.solve(
            PANDA, mk.Position(HAND, PLACE), start=start, locked=np.array(PANDA.joint_names[:1])
        )
        assert solution.q[0] == start[0]
