"""solve_all: every result is a solution, no two are equal, the best is first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.naive_kinematics import Array
from tests.solve_cases import (
    FAR,
    HAND,
    PANDA,
    PLACE,
    UR5,
    assert_pose_reached,
    planar_arm,
)

IIWA, SNAKE = mk.Robot.load("iiwa14"), mk.Robot.load("snake(10)")
ARMS = ((UR5, "tool0"), (PANDA, HAND), (IIWA, "tool0"), (SNAKE, "tip"))
every_arm = pytest.mark.parametrize(
    ("robot", "link"), [(robot, link if link in robot.link_names else robot.tips[0]) for robot, link in ARMS]
)


def apart(a: Array, b: Array) -> Array:
    """The largest difference of a joint, whole turns aside, between the rows of a and of b."""
    difference = a[:, None] - b[None]
    return np.abs(np.remainder(difference + np.pi, 2 * np.pi) - np.pi).max(-1, initial=0)


def least_gap(q: Array) -> float:
    return float((apart(q, q) + np.diag(np.full(len(q), np.inf))).min())


def rows(solutions: Sequence[mk.Solution]) -> Array:
    return np.array([solution.q for solution in solutions])


class TestEverySolution:
    @every_arm
    def test_is_one(self, robot: mk.Robot, link: str) -> None:
        for target, start in zip(robot.fk(robot.random(3, 1), link), robot.random(3, 2), strict=True):
            solver = mk.Solver(robot, mk.Pose(link, target))
            solutions = solver.solve_all(start)
            assert 1 <= len(solutions) <= 32
            assert solver.problem.accepts(rows(solutions)).all()
            for solution in solutions:
                assert solution
                assert solution.status == "solved"
                assert_pose_reached(robot, link, solution.q, target)
                assert solution.cost == pytest.approx(solver.problem.cost(solution.q), rel=1e-9, abs=1e-20)

    @every_arm
    def test_is_another(self, robot: mk.Robot, link: str) -> None:
        for target in robot.fk(robot.random(3, 3), link):
            solutions = mk.Solver(robot, mk.Pose(link, target)).solve_all(max_solutions=8)
            assert least_gap(rows(solutions)) >= 0.009

    def test_of_a_continuum_is_far_from_all_others(self) -> None:
        for target in PANDA.fk(PANDA.random(3, 3), HAND):
            solutions = mk.Solver(PANDA, mk.Pose(HAND, target)).solve_all(max_solutions=1000)
            assert least_gap(rows(solutions)) >= 0.05

    @every_arm
    def test_comes_before_those_that_are_farther_from_the_start(self, robot: mk.Robot, link: str) -> None:
        for target, start in zip(robot.fk(robot.random(3, 4), link), robot.random(3, 5), strict=True):
            q = rows(mk.Solver(robot, mk.Pose(link, target)).solve_all(start))
            distances = np.linalg.norm(robot.difference(np.tile(start, (len(q), 1)), q), axis=1)
            assert (np.diff(distances) >= -1e-9).all()

    @every_arm
    @pytest.mark.parametrize("seed", [0, 7])
    def test_is_there_again_with_the_same_seed(self, robot: mk.Robot, link: str, seed: int) -> None:
        solver = mk.Solver(robot, mk.Pose(link, robot.fk(robot.random(rng=6), link)), max_evaluations=5000)
        first = rows(solver.solve_all(random_seed=seed))
        solver.solve_all(robot.random(rng=1), max_solutions=2)
        np.testing.assert_array_equal(rows(solver.solve_all(random_seed=seed)), first)

    def test_is_at_the_turn_nearest_the_start(self) -> None:
        for seed in range(5):
            target, start = UR5.fk(UR5.random(rng=seed), "tool0"), UR5.random(rng=seed + 100)
            wide = UR5.upper - UR5.lower > 4 * np.pi - 1e-6
            q = rows(mk.Solver(UR5, mk.Pose("tool0", target)).solve_all(start))
            # one turn nearer is outside the limits
            nearer = q - np.sign(q - start) * 2 * np.pi
            better = np.abs(nearer - start) < np.abs(q - start) - 1e-9
            assert not (better & wide & (nearer >= UR5.lower) & (nearer <= UR5.upper)).any()

    def test_tells_what_the_whole_search_took(self) -> None:
        solutions = mk.Solver(SNAKE, mk.Pose("tip", SNAKE.fk(SNAKE.random(rng=1), "tip"))).solve_all()
        assert len({(s.evaluations, s.starts) for s in solutions}) == 1
        assert solutions[0].starts > len(solutions)
        assert len(solutions[0].trace) == 0


class TestHowMany:
    def test_of_a_generic_pose_of_a_six_joint_arm_are_eight(self) -> None:
        eight = 0
        for q in UR5.random(10, rng=1):
            target = UR5.fk(q, "tool0")
            solutions = mk.Solver(UR5, mk.Pose("tool0", target)).solve_all()
            assert len(solutions) in (2, 4, 6, 8)
            assert apart(q[None], rows(solutions)).min() < 1e-2  # that which the target is of
            eight += len(solutions) == 8
        assert eight >= 5

    def test_of_a_planar_arm_are_two(self) -> None:
        solutions = mk.Solver(planar_arm(), mk.Position("tip", (1, 0.5, 0))).solve_all()
        assert len(solutions) == 2
        np.testing.assert_allclose(solutions[0].q[1], -solutions[1].q[1], atol=1e-4)

    def test_are_all_that_other_searches_find(self) -> None:
        for seed in range(3):
            target = UR5.fk(UR5.random(rng=seed), "tool0")
            solver = mk.Solver(UR5, mk.Pose("tool0", target))
            known = rows(solver.solve_all())
            for start in UR5.random(100, rng=seed):
                assert apart(solver.solve(start).q[None], known).min() < 1e-2

    @pytest.mark.parametrize("most", [1, 2, 3, 7])
    def test_are_no_more_than_asked_for_and_the_best_ones(self, most: int) -> None:
        target = UR5.fk([0.1, -1.2, 1.5, -0.3, 0.8, 0.2], "tool0")
        solver = mk.Solver(UR5, mk.Pose("tool0", target))
        np.testing.assert_array_equal(
            rows(solver.solve_all(max_solutions=most)), rows(solver.solve_all())[:most]
        )

    @pytest.mark.parametrize("number", [0, 1, 2])
    def test_of_redundant_arms_are_spread(self, number: int) -> None:
        robot, link = ((PANDA, HAND), (IIWA, IIWA.tips[0]), (SNAKE, "tip"))[number]
        solver = mk.Solver(robot, mk.Pose(link, robot.fk(robot.random(rng=8), link)))
        gaps = [least_gap(rows(solver.solve_all(max_solutions=most))) for most in (2, 4, 8, 16, 32)]
        assert (np.diff(gaps) <= 1e-12).all()
        assert gaps[0] > 1.5 * gaps[-1]

    def test_are_none_if_there_is_none(self) -> None:
        assert mk.Solver(UR5, mk.Position("tool0", FAR)).solve_all() == []
        both = [mk.Position("tool0", (0.3, 0.3, 0.3)), mk.Position("tool0", (0.3, 0.4, 0.3), name="other")]
        assert mk.Solver(UR5, both).solve_all() == []

    def test_is_one_where_nothing_can_move(self) -> None:
        start = PANDA.random(rng=1)
        (solution,) = mk.Solver(PANDA, mk.Pose(PANDA.root, np.eye(4))).solve_all(start)
        np.testing.assert_array_equal(solution.q, start)

    def test_is_not_none_where_solve_finds_one(self) -> None:
        solver = mk.Solver(PANDA, mk.Pose(HAND, np.eye(4)), valid=lambda q: abs(q[0]) < 0.02)
        for target in PANDA.fk(PANDA.random(12, rng=2), HAND):
            if solver.solve(targets=target):
                assert solver.solve_all(targets=target)

    @pytest.mark.parametrize("budget", [50, 500, 5000])
    def test_depends_on_the_budget_which_is_kept(self, budget: int) -> None:
        for goals in ([mk.Pose(HAND, PANDA.fk(PANDA.random(rng=1), HAND))],):
            for more in ([], [mk.StayClose()]):
                solver = mk.Solver(PANDA, [*goals, *more])
                for solution in solver.solve_all(max_evaluations=budget):
                    assert solution.evaluations <= budget + 300  # what is begun is finished


class TestWithOtherArguments:
    def test_targets_and_weights_are_as_good_as_another_solver(self) -> None:
        target = UR5.fk(UR5.random(rng=1), "tool0")
        goals = [mk.Pose("tool0", np.eye(4)), mk.Position("forearm_link", FAR)]
        solutions = mk.Solver(UR5, goals).solve_all(targets={"tool0": target}, weights={"forearm_link": 0})
        with pytest.warns(mk.GoalWarning, match="weight 0"):
            off = mk.Position("forearm_link", FAR, weight=0)
        expected = mk.Solver(UR5, [mk.Pose("tool0", target), off]).solve_all()
        np.testing.assert_array_equal(rows(solutions), rows(expected))
        assert solutions

    def test_locked_joints_stay_and_others_stay_near(self) -> None:
        for seed in range(4):
            start = IIWA.random(rng=seed)
            solver = mk.Solver(
                IIWA, mk.Pose(IIWA.tips[0], IIWA.fk(start + 0.1, IIWA.tips[0]), tolerance=1e-4)
            )
            near = rows(solver.solve_all(start, max_change=0.5))
            assert len(near)
            assert (np.abs(near - start) <= 0.5 + 1e-12).all()
            moved = IIWA.clip(start + np.array([0.1, 0.1, 0, 0.1, 0.1, 0.1, 0.1]))
            solver = mk.Solver(IIWA, mk.Pose(IIWA.tips[0], IIWA.fk(moved, IIWA.tips[0])))
            locked = rows(solver.solve_all(start, max_change={IIWA.joint_names[2]: 0}))
            assert len(locked)
            assert (locked[:, 2] == start[2]).all()
            assert solver.problem.accepts(locked).all()
            assert all(IIWA.within_limits(q) for q in locked)

    def test_valid_filters(self) -> None:
        target = UR5.fk([0.1, -1.2, 1.5, -0.3, 0.8, 0.2], "tool0")
        everything = rows(mk.Solver(UR5, mk.Pose("tool0", target)).solve_all())

        def elbow_up(q: Array) -> bool:
            return bool(q[2] > 0)

        some = rows(mk.Solver(UR5, mk.Pose("tool0", target), valid=elbow_up).solve_all())
        assert 0 < len(some) < len(everything)
        assert (some[:, 2] > 0).all()
        assert len(some) == np.count_nonzero(everything[:, 2] > 0)
        assert mk.Solver(UR5, mk.Pose("tool0", target), valid=lambda q: False).solve_all() == []

    def test_valid_has_the_last_word_on_goals_with_room(self) -> None:
        place = np.array(PLACE)

        def beside(q: Array) -> bool:
            return bool(np.linalg.norm(PANDA.fk(q, HAND)[:3, 3] - place) > 0.04)

        goal = mk.Position(HAND, place, tolerance=0.1)
        solutions = mk.Solver(PANDA, goal, valid=beside, max_evaluations=3000).solve_all()
        assert solutions
        assert all(beside(solution.q) for solution in solutions)

    def test_valid_has_the_last_word_on_what_secondary_goals_descend_to(self) -> None:
        def left(q: Array) -> bool:
            return bool(q[0] > 0.3)

        stay = mk.StayClose(target=[-2.5, 0, 0, 0, 0, 0, 0])
        for seed in range(8):
            goals = [mk.Pose(HAND, PANDA.fk(PANDA.random(rng=seed), HAND)), stay]
            solutions = mk.Solver(PANDA, goals, valid=left, max_evaluations=5000).solve_all()
            assert all(left(solution.q) for solution in solutions)

    @pytest.mark.parametrize(
        ("argument", "value"),
        [("max_solutions", v) for v in (0, -1, 1.5, True, "3", None, 10**7)] + [("timeout", -1)],
    )
    def test_that_make_no_sense_are_refused(self, argument: str, value: Any) -> None:
        solver = mk.Solver(PANDA, mk.Position(HAND, PLACE))
        with pytest.raises(mk.ConfigurationError, match=argument):
            solver.solve_all(**{argument: value})


class TestSecondaryGoals:
    @pytest.mark.parametrize("number", [0, 1])
    def test_order_solutions_and_descend_from_each(self, number: int) -> None:
        robot, link = ((PANDA, HAND), (IIWA, IIWA.tips[0]))[number]
        stay = mk.StayClose(target=robot.neutral)
        posture = mk.Problem(robot, stay)
        for seed in range(2):
            goals = [mk.Pose(link, robot.fk(robot.random(rng=seed), link)), stay]
            solver = mk.Solver(robot, goals)
            q = rows(solver.solve_all(robot.random(rng=seed + 50)))
            costs = posture.cost(q)
            assert len(q)
            assert (np.diff(costs) >= -1e-12).all()
            for row, cost in zip(q, costs, strict=True):
                again = solver.solve(row)  # descends once more
                assert posture.cost(again.q) >= 0.97 * cost

    def test_alone_have_one_minimum(self) -> None:
        wanted = PANDA.random(rng=1)
        (solution,) = mk.Solver(PANDA, mk.StayClose(target=wanted)).solve_all()
        np.testing.assert_allclose(solution.q, wanted, atol=1e-4)


@pytest.mark.parametrize(("tolerance", "count"), [(1e-6, 2), (1e-4, 1)])
def test_solutions_that_the_tolerance_joins_are_one(tolerance: float, count: int) -> None:
    """Two links of 0.5 m almost stretched: the elbow's sides are 0.04 rad apart, the middle 5e-5 m off."""
    builder = mk.RobotBuilder("two_links")
    builder.revolute("shoulder", "base", "upper", lower=-3, upper=3)
    builder.revolute("elbow", "upper", "lower", xyz=(0.5, 0, 0), lower=-3, upper=3)
    builder.fixed("end", "lower", "tip", xyz=(0.5, 0, 0))
    goal = mk.Position("tip", (1 - 5e-5, 0, 0), tolerance=tolerance)
    assert len(mk.Solver(builder.build(), goal).solve_all()) == count
