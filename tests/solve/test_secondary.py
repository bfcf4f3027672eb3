"""Secondary goals are minimised in the freedom that the primary goals leave."""

from __future__ import annotations

import numpy as np

import memetik as mk
from tests.solve_cases import (
    FAR,
    HAND,
    PANDA,
    assert_pose_reached,
)


class TestSecondaryGoals:
    def test_improve_the_posture_and_keep_the_primary_goals(self) -> None:
        robot, better = mk.Robot.load("iiwa14"), 0
        tip = robot.tips[0]
        for target, start in zip(robot.fk(robot.random(30, 1), tip), robot.random(30, 2), strict=True):
            pose, stay = mk.Pose(tip, target), mk.StayClose(target=np.zeros(7))
            without, with_it = mk.solve(robot, pose, start=start), mk.solve(robot, [pose, stay], start=start)
            assert without.success
            assert with_it.success
            assert_pose_reached(robot, tip, with_it.q, target)
            posture = mk.Problem(robot, stay)
            assert posture.cost(with_it.q) <= posture.cost(without.q) + 1e-12
            better += posture.cost(with_it.q) < 0.999 * posture.cost(without.q)
        assert better >= 20

    def test_end_where_nothing_is_left_to_gain(self) -> None:
        target = PANDA.fk(PANDA.clip(PANDA.random(rng=3)), HAND)
        goals = [mk.Pose(HAND, target), mk.StayClose(target=PANDA.neutral)]
        q = mk.solve(PANDA, goals).q
        inside = (q > PANDA.lower + 1e-6) & (q < PANDA.upper - 1e-6)
        pose = mk.Problem(PANDA, goals[0]).jacobian(q)[:, inside]
        _, sizes, basis = np.linalg.svd(pose)
        nullspace = basis[np.sum(sizes > 1e-6) :]
        slope = nullspace @ mk.Problem(PANDA, goals[1]).gradient(q)[inside]
        assert np.abs(slope).max(initial=0) < 0.05

    def test_that_leave_directions_free_give_finite_answers(self) -> None:
        rng = np.random.default_rng(1)
        for _ in range(100):
            b = mk.RobotBuilder("ball")
            b.spherical("ball", "a", "b", max_angle=float(rng.uniform(0.1, 3)))
            robot, free = b.build(), rng.choice(["rx", "ry", "rz"], 2, replace=False)
            turn = mk.Orientation("b", rpy=rng.normal(size=3), free=free, priority="secondary")
            start = robot.random(rng=rng)
            solution = mk.solve(robot, [mk.Position("a", (0, 0, 0)), turn], start=start)
            assert solution.success
            assert robot.within_limits(solution.q)
            problem = mk.Problem(robot, turn)
            assert problem.cost(solution.q) <= problem.cost(start)

    def test_without_weight_change_nothing(self) -> None:
        target = PANDA.fk(PANDA.random(rng=3), HAND)
        alone = mk.solve(PANDA, mk.Pose(HAND, target))
        solver = mk.Solver(PANDA, [mk.Pose(HAND, target), mk.StayClose(target=np.zeros(7), name="rest")])
        beside = solver.solve(weights={"rest": 0})
        np.testing.assert_allclose(beside.q, alone.q, atol=1e-6)

    def test_that_cannot_be_met_do_no_harm(self) -> None:
        target = PANDA.fk(PANDA.random(rng=4), HAND)
        goals = [mk.Pose(HAND, target), mk.Position("panda_link4", FAR, priority="secondary")]
        solution = mk.solve(PANDA, goals)
        assert solution.success
        assert_pose_reached(PANDA, HAND, solution.q, target)
