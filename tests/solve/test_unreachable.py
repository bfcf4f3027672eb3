"""Goals that cannot be met are approximated, within budget and timeout."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memetik as mk
from tests.goal_cases.subjects import subject
from tests.random_trees import random_robot, robots, seeds
from tests.solve_cases import (
    FAR,
    HAND,
    METHODS,
    PANDA,
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
        assert solution.errors["tip"]["position"] == pytest.approx(3, rel=1e-3)  # 5 m away, 2 m long

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

    @pytest.mark.filterwarnings("ignore::memetik.InputWarning")
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
                thorough=True,
                joints="torsoYaw",
            )
            assert solution.stopped_by == "deadline"
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


# of joints that reach only so far
KINDS = ("revolute", "continuous", "prismatic", "spherical", "cylindrical", "planar", "floating", "fixed")
BUNDLED = ("ur5", "panda", "iiwa14", "snake(10)", "pr2")


def never_unreachable(solver: mk.Solver, targets: Any, rng: np.random.Generator) -> None:
    for target in targets:
        start = solver.robot.random(rng=rng)
        assert solver.solve(start, targets=target, max_evaluations=1).status != "unreachable"


class TestProofs:
    @pytest.mark.filterwarnings("ignore::memetik.InputWarning")
    @settings(max_examples=100)
    @given(seed=seeds, kinds=st.lists(st.sampled_from(KINDS), min_size=1, max_size=7))
    def test_are_never_of_what_some_configuration_reaches(self, seed: int, kinds: list[str]) -> None:
        rng = np.random.default_rng(seed)
        robot = random_robot(seed, kinds, limited=True)
        offset = mk.transform(rng.normal(size=3), rpy=3 * rng.normal(size=3))
        small, large = 10.0 ** rng.uniform(-9, -0.5, 2)
        for link in robot.link_names[-2:]:
            targets = robot.fk(robot.random(8, rng), link) @ offset
            pose = mk.Pose(link, np.eye(4), offset=offset, tolerance=(small, large))
            place = mk.Position(link, (0, 0, 0), offset=offset[:3, 3], tolerance=small)
            never_unreachable(mk.Solver(robot, pose), targets, rng)
            never_unreachable(mk.Solver(robot, place), targets[:, :3, 3], rng)

    def test_take_slides_that_follow_turns_into_account(self) -> None:
        b = mk.RobotBuilder("lift")
        b.revolute("turn", "a", "b", lower=-2, upper=2)
        b.prismatic("lift", "b", "c", axis=(0, 0, 1), lower=-4, upper=4, mimic=mk.Mimic("turn", 2.0))
        robot = b.build()
        goal = mk.Position("c", robot.fk([1.5], "c")[:3, 3])
        solution = mk.solve(robot, goal, start=[-1.5], method="memetic", max_evaluations=1)
        assert solution.status != "unreachable"

    @settings(max_examples=60)
    @given(robot=robots(max_joints=6, limited=True), seed=seeds)
    def test_hold_for_all_configurations(self, robot: mk.Robot, seed: int) -> None:
        rng = np.random.default_rng(seed)
        link = robot.link_names[-1]
        solver = mk.Solver(robot, mk.Position(link, (0, 0, 0), tolerance=0.05), max_evaluations=1)
        places = robot.fk(robot.random(10_000, rng), link)[:, :3, 3]
        for target in rng.normal(size=(10, 3)) * np.linspace(0.1, 4, 10)[:, None]:
            if solver.solve(targets=target).status == "unreachable":
                assert np.linalg.norm(places - target, axis=1).min() > 0.05

    @pytest.mark.parametrize("name", BUNDLED)
    def test_are_never_of_what_bundled_robots_reach(self, name: str) -> None:
        robot, rng = mk.Robot.load(name), np.random.default_rng(1)
        for link in (*robot.tips[:3], robot.link_names[len(robot.link_names) // 2]):
            targets = robot.fk(robot.random(30, rng), link)
            never_unreachable(mk.Solver(robot, mk.Pose(link, np.eye(4), tolerance=1e-9)), targets, rng)
            never_unreachable(mk.Solver(robot, mk.Position(link, (0, 0, 0))), targets[:, :3, 3], rng)

    @pytest.mark.parametrize("joints", [1, 2, 3, 5])
    def test_begin_where_the_arm_is_stretched(self, joints: int) -> None:
        arm, rng = planar_arm(joints), np.random.default_rng(joints)
        for angle in rng.uniform(-2.9, 2.9, 20):
            way = np.array([np.cos(angle), np.sin(angle), 0])
            for tolerance in (1e-9, 1e-5, 0.1):
                solver = mk.Solver(
                    arm, mk.Position("tip", (0, 0, 0), tolerance=tolerance), max_evaluations=100
                )
                start = arm.random(rng=rng)
                for short in (0.0, 0.5):
                    inside = solver.solve(start, targets=(joints + short * tolerance) * way)
                    assert inside.status != "unreachable"
                outside = solver.solve(start, targets=(joints + 1.01 * tolerance + 1e-7) * way)
                assert outside.status == "unreachable"

    def test_are_also_of_what_is_too_near(self) -> None:
        b = mk.RobotBuilder("long and short")
        b.revolute("one", "a", "b", lower=-3, upper=3)
        b.revolute("two", "b", "c", xyz=(2, 0, 0), lower=-3, upper=3)
        b.fixed("end", "c", "tip", xyz=(1, 0, 0))
        robot = b.build()
        assert mk.solve(robot, mk.Position("tip", (0.99, 0, 0))).status == "unreachable"
        assert mk.solve(robot, mk.Position("tip", (1.5, 0.5, 0))).status == "solved"

    @pytest.mark.parametrize("name", BUNDLED[:4])
    def test_are_of_whatever_is_far_from_arms(self, name: str) -> None:
        robot = mk.Robot.load(name)
        rng = np.random.default_rng(1)
        solver = mk.Solver(robot, mk.Pose(robot.tips[0], np.eye(4)), max_evaluations=50)
        for _ in range(10):
            way = rng.normal(size=3)
            place = 1.6 * robot.reach * way / np.linalg.norm(way)
            assert solver.solve(targets=mk.transform(place)).status == "unreachable"

    def test_are_not_of_goals_without_weight_or_that_may_be_missed(self) -> None:
        q = PANDA.random(rng=1)
        target, near = PANDA.fk(q, HAND), PANDA.fk(q, "panda_link6")[:3, 3]
        far = mk.Position("panda_link6", FAR, name="far")
        assert mk.solve(PANDA, [mk.Pose(HAND, target), far]).status == "unreachable"
        solver = mk.Solver(PANDA, [mk.Pose(HAND, target), far])
        assert solver.solve(weights={"far": 0}).status == "solved"
        assert solver.solve().status == "unreachable"
        assert solver.solve(targets={"far": near}).status != "unreachable"
        secondary = mk.Position("panda_link6", FAR, priority="secondary")
        assert mk.solve(PANDA, [mk.Pose(HAND, target), secondary]).status == "solved"

    @pytest.mark.parametrize("options", [{"free": "x"}, {"tolerance": (10, 1e-3, 1e-3)}, {"tolerance": 10}])
    @pytest.mark.filterwarnings("ignore:tolerance. .* accepts almost anything")
    def test_are_not_of_far_places_that_count_as_near(self, options: Any) -> None:
        place = (5.0, *PANDA.fk(PANDA.random(rng=1), HAND)[1:3, 3])
        goal = mk.Position(HAND, place, **options)
        assert mk.solve(PANDA, goal, max_evaluations=3000).status != "unreachable"

    def test_are_not_of_places_relative_to_another_link(self) -> None:
        for q in PANDA.random(10, rng=1):
            pose = np.linalg.inv(PANDA.fk(q, "panda_link3")) @ PANDA.fk(q, HAND)
            goal = mk.Pose(HAND, pose, frame="panda_link3")
            assert mk.solve(PANDA, goal).status == "solved"

    def test_are_never_given_where_a_slide_has_no_end(self) -> None:
        rng = np.random.default_rng(1)
        for lower, upper in ((-np.inf, np.inf), (-np.inf, 1.0), (0.0, np.inf)):
            b = mk.RobotBuilder("rail")
            b.prismatic("rail", "a", "b", axis=(1, 0, 0), lower=lower, upper=upper)
            b.revolute("elbow", "b", "c", axis=(0, 0, 1), lower=-3, upper=3)
            b.fixed("end", "c", "tip", xyz=(1, 0, 0))
            robot = b.build()
            solver = mk.Solver(robot, mk.Position("tip", (0, 0, 0)), max_evaluations=100)
            for target in rng.normal(size=(10, 3)) * 100:
                assert solver.solve(targets=target).status != "unreachable"
        base = PANDA.with_floating_base()
        assert mk.solve(base, mk.Position(HAND, (100, 100, 100))).status == "solved"

    def test_are_for_every_query_of_a_batch(self) -> None:
        targets = PANDA.fk(PANDA.random(12, rng=1), HAND)
        targets[::3, 0, 3] += 3.0
        batch = mk.Solver(PANDA, mk.Pose(HAND, np.eye(4))).solve_batch(targets)
        np.testing.assert_array_equal(batch.status == "unreachable", np.arange(12) % 3 == 0)
        assert np.isfinite(batch.q).all()
