"""Joints go no farther from the start than allowed, and where that is zero they stay."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memetik as mk
from tests.goal_cases.subjects import subject
from tests.naive_kinematics import Array
from tests.random_trees import random_configurations, robots, seeds
from tests.solve_cases import (
    FAR,
    HAND,
    METHODS,
    PANDA,
    PLACE,
    UR5,
    assert_pose_reached,
    assert_same_as_single,
    ball,
    every_method,
    follower,
    some_targets,
)

methods = st.sampled_from(METHODS)
changes = st.sampled_from([0.0, 1e-6, 0.01, 0.3, 1.0, 4.0])


def changes_of(robot: mk.Robot, start: Array, q: Array) -> Array:
    """How far every variable is from the start; the angle for each of a rotation vector's."""
    change = np.abs(robot.difference(start, q))
    names = robot.variable_names
    for i, name in enumerate(names):
        if name.endswith(".rx"):
            change[i : i + 3] = np.linalg.norm(change[i : i + 3])
    return change


class TestMaxChange:
    @settings(max_examples=60)
    @given(robot=robots(max_joints=8), seed=seeds, change=changes, method=methods)
    def test_holds_for_all_joints_of_all_robots(
        self, robot: mk.Robot, seed: int, change: float, method: Any
    ) -> None:
        rng = np.random.default_rng(seed)
        start, link = robot.clip(random_configurations(robot, rng)), robot.link_names[-1]
        target = robot.fk(robot.clip(start + 0.5 * change * rng.uniform(-1, 1, robot.dof)), link)
        for tolerance in (1e-5, 0.2):
            goal = mk.Position(link, target[:3, 3], tolerance=tolerance)
            solution = mk.solve(
                robot, goal, start=start, max_change=change, method=method, max_evaluations=1500
            )
            assert (changes_of(robot, start, solution.q) <= change + 1e-9).all()

    @settings(max_examples=40)
    @given(robot=robots(max_joints=6), seed=seeds, method=methods)
    def test_of_some_joints_leaves_others_alone(self, robot: mk.Robot, seed: int, method: Any) -> None:
        rng = np.random.default_rng(seed)
        start, link = robot.clip(random_configurations(robot, rng)), robot.link_names[-1]
        own = sorted(set(robot.joint_names))
        some = {joint: float(rng.choice([0, 0.1, 1])) for joint in own if rng.random() < 0.6}
        goal = mk.Position(link, robot.fk(robot.random(rng=rng), link)[:3, 3])
        solution = mk.solve(robot, goal, start=start, max_change=some, method=method, max_evaluations=1000)
        change = changes_of(robot, start, solution.q)
        for i, name in enumerate(robot.variable_names):
            joint = name.rsplit(".", 1)[0]
            assert change[i] <= some.get(name, some.get(joint, np.inf)) + 1e-9
        assert robot.within_limits(solution.q)

    @every_method
    def test_is_kept_on_arms_and_reaches_what_is_near(self, method: Any) -> None:
        solver = mk.Solver(PANDA, mk.Pose(HAND, np.eye(4)), method=method)
        rng = np.random.default_rng(1)
        for start in PANDA.random(10, rng):
            q = PANDA.clip(start + rng.uniform(-0.2, 0.2, 7))
            solution = solver.solve(start, targets=PANDA.fk(q, HAND), max_change=0.25)
            assert solution.success
            assert (np.abs(solution.q - start) <= 0.25 + 1e-12).all()
            assert_pose_reached(PANDA, HAND, solution.q, PANDA.fk(q, HAND))

    def test_bounds_secondary_goals_too(self) -> None:
        start = PANDA.random(rng=3)
        goals = [mk.Position(HAND, PANDA.fk(start, HAND)[:3, 3]), mk.StayClose(target=PANDA.neutral)]
        for prefer in ("first", "best"):
            solution = mk.solve(PANDA, goals, start=start, max_change=0.1, prefer=prefer)
            assert solution.success
            assert (np.abs(solution.q - start) <= 0.1 + 1e-12).all()
            assert np.abs(solution.q - start).max() == pytest.approx(0.1)

    @pytest.mark.filterwarnings("ignore::memetik.InputWarning")
    def test_is_from_the_start_within_limits(self) -> None:
        start = PANDA.upper + 1.0
        solution = mk.solve(PANDA, mk.Position(HAND, PLACE), start=start, max_change=0.1)
        assert (np.abs(solution.q - PANDA.upper) <= 0.1 + 1e-12).all()
        assert PANDA.within_limits(solution.q)

    @every_method
    def test_at_the_largest_angle_keeps_the_box(self, method: Any) -> None:
        robot = ball(1.0)
        rng = np.random.default_rng(1)
        for seed in range(10):
            start = robot.clip(2 * rng.normal(size=3))
            goal = mk.Position("tip", robot.fk(robot.random(rng=seed), "tip")[:3, 3])
            solution = mk.solve(robot, goal, start=start, max_change=0.8, method=method, max_evaluations=1000)
            assert (changes_of(robot, start, solution.q) <= 0.8 + 1e-9).all()
            assert robot.within_limits(solution.q)

    @every_method
    def test_at_the_largest_angle_tells_the_truth(self, method: Any) -> None:
        robot = ball(1.0)
        for seed in range(60):
            start = robot.clip(2 * np.random.default_rng(seed).normal(size=3))
            goal = mk.Position("tip", robot.fk(robot.random(rng=seed), "tip")[:3, 3], tolerance=0.3)
            solution = mk.solve(robot, goal, start=start, max_change=0.8, method=method, random_seed=seed)
            assert robot.within_limits(solution.q)
            assert solution.success == bool(mk.Problem(robot, goal).accepts(solution.q))

    def test_without_end_is_none(self) -> None:
        target = PANDA.fk(PANDA.random(rng=1), HAND)
        for change in (None, np.inf, {}, {"panda_joint1": np.inf}, 1e300):
            solution = mk.solve(PANDA, mk.Pose(HAND, target), max_change=change)
            assert_pose_reached(PANDA, HAND, solution.q, target)

    @pytest.mark.parametrize("value", [-1, -1e-300, np.nan, True, "0.1", [[0.1]], [-0.1] * 7, 1j, object()])
    def test_is_a_number_of_at_least_zero(self, value: Any) -> None:
        solver = mk.Solver(PANDA, mk.Position(HAND, PLACE))
        for change in (value, {"panda_joint1": value}):
            for call in (
                lambda c=change: solver.solve(max_change=c),
                lambda c=change: solver.solve_all(max_change=c),
                lambda c=change: solver.solve_batch([PLACE], max_change=c),
            ):
                with pytest.raises(mk.ConfigurationError, match=r"max_change.*at least 0"):
                    call()

    @pytest.mark.parametrize("value", [np.full(7, 0.1), np.True_, np.array(0.1)])
    def test_is_the_same_number_for_all_calls(self, value: Any) -> None:
        solver = mk.Solver(PANDA, mk.Position(HAND, PLACE))
        refused = []
        for call in (
            lambda: solver.solve(max_change=value),
            lambda: solver.solve_all(max_change=value),
            lambda: solver.solve_batch([PLACE], max_change=value),
        ):
            try:
                call()
                refused.append(False)
            except mk.ConfigurationError:
                refused.append(True)
        assert len(set(refused)) == 1

    @pytest.mark.filterwarnings("ignore::memetik.InputWarning")
    @pytest.mark.parametrize("threads", [1, 2])
    @pytest.mark.parametrize("method", METHODS)
    def test_in_a_batch_is_that_of_single_queries(self, method: Any, threads: int) -> None:
        places = some_targets(PANDA, HAND, 20, unreachable=4)[:, :3, 3].copy()
        starts = PANDA.random(20, rng=7) * 1.3  # some outside the limits
        solver = mk.Solver(
            PANDA, mk.Position(HAND, PLACE), method=method, threads=threads, max_evaluations=2000
        )
        options: dict[str, Any] = {"max_change": dict.fromkeys(PANDA.joint_names, 0.6) | {"panda_joint4": 0}}
        batch = solver.solve_batch(places, starts, **options)
        assert_same_as_single(batch, solver, places, starts, **options)
        assert (np.abs(batch.q - PANDA.clip(starts)) <= 0.6 + 1e-12).all()
        np.testing.assert_array_equal(batch.q[:, 3], PANDA.clip(starts)[:, 3])

    def test_holds_beside_a_start_table(self) -> None:
        table = UR5.build_start_table("tool0")
        solver = mk.Solver(UR5, mk.Pose("tool0", np.eye(4)), start_table=table)
        for start in UR5.random(5, rng=1):
            target = UR5.fk(UR5.clip(start + 0.1), "tool0")
            solution = solver.solve(start, targets=target, max_change=0.3)
            assert solution.success
            assert (np.abs(solution.q - start) <= 0.3 + 1e-12).all()
            none = solver.solve(targets=target, max_change=0.01)  # from the neutral posture
            assert (np.abs(none.q - UR5.neutral) <= 0.01 + 1e-12).all()

    def test_holds_on_a_whole_tree(self) -> None:
        s = subject("tree")
        for seed in range(5):
            start = s.robot.random(rng=seed)
            goals = [
                mk.Pose(s.tip, s.robot.fk(s.robot.random(rng=seed + 9), s.tip)),
                mk.Position(s.other, PLACE),
            ]
            solution = mk.solve(s.robot, goals, start=start, max_change=0.2, max_evaluations=2000)
            assert (changes_of(s.robot, start, solution.q) <= 0.2 + 1e-9).all()
            assert s.robot.within_limits(solution.q)

    def test_bounds_the_variables_and_not_those_that_follow_them(self) -> None:
        robot = follower()
        solution = mk.solve(
            robot, mk.Position("tip", (0, 2, 0)), start=[0.0, 0.0], max_change=0.2, max_evaluations=1000
        )
        assert solution.q[0] == pytest.approx(0.2)  # the follower goes 0.3


class TestLocked:
    @every_method
    def test_joints_stay_exactly_and_others_move(self, method: Any) -> None:
        solver = mk.Solver(PANDA, mk.Position(HAND, PLACE), method=method)
        for seed, joint in enumerate(PANDA.joint_names):
            start, other = PANDA.random(2, rng=seed)
            other[seed] = start[seed]
            place = PANDA.fk(other, HAND)[:3, 3]
            solution = solver.solve(start, targets=place, max_change={joint: 0})
            assert solution.success
            assert solution.q[seed] == start[seed]
            assert np.count_nonzero(solution.q != start) >= 3

    @every_method
    def test_joints_stay_where_nothing_can_be_met(self, method: Any) -> None:
        start = PANDA.random(rng=1)
        goals = [mk.Position(HAND, PLACE), mk.Position(HAND, (0.4, 0.3, 0.5), name="other")]
        for target in (goals, mk.Position(HAND, FAR)):
            locked = dict.fromkeys(PANDA.joint_names[:3], 0)
            solution = mk.solve(
                PANDA, target, start=start, max_change=locked, method=method, max_evaluations=3000
            )
            assert not solution
            np.testing.assert_array_equal(solution.q[:3], start[:3])

    def test_is_as_good_as_joints_that_may_move(self) -> None:
        start, solved = PANDA.random(rng=2), 0
        for q in PANDA.random(10, rng=3):
            q[2] = start[2]
            goal = mk.Pose(HAND, PANDA.fk(q, HAND))
            locked = mk.solve(PANDA, goal, start=start, max_change={"panda_joint3": 0})
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
            for box in (dict.fromkeys(PANDA.joint_names, 0), 0):
                solution = mk.solve(
                    PANDA, goal, start=start, method=method, max_evaluations=2000, max_change=box
                )
                assert solution.status == status
                np.testing.assert_array_equal(solution.q, start)

    @every_method
    def test_floating_and_spherical_joints(self, method: Any) -> None:
        base = PANDA.with_floating_base()
        start = np.concatenate([[0.1, 0.2, 0.3, 1.0, 2.0, 2.0], PANDA.neutral])
        start = base.clip(start)
        target = base.fk(start, HAND)[:3, 3] + 0.1
        solution = mk.solve(
            base, mk.Position(HAND, target), start=start, max_change={"root": 0}, method=method
        )
        assert solution.success
        np.testing.assert_array_equal(solution.q[:6], start[:6])
        robot = ball(2.0)
        for seed in range(5):
            start = robot.random(rng=seed)
            missed = mk.solve(
                robot,
                mk.Position("tip", (0, 0, 1)),
                start=start,
                max_change={"ball": 0},
                method=method,
                max_evaluations=500,
            )
            np.testing.assert_array_equal(missed.q, start)

    def test_leaders_hold_their_followers(self) -> None:
        robot = follower()
        start = np.array([0.3, 0.2])
        place = robot.fk([0.3, -1.0], "tip")[:3, 3]
        solution = mk.solve(robot, mk.Position("tip", place), start=start, max_change={"first": 0})
        assert solution.success
        assert solution.q[0] == 0.3

    @pytest.mark.parametrize("call", ["solve", "solve_all", "solve_batch"])
    def test_names_are_checked(self, call: str) -> None:
        solver = mk.Solver(PANDA, mk.Position(HAND, PLACE))
        arguments = (np.array([PLACE]),) if call == "solve_batch" else ()
        with pytest.raises(mk.UnknownNameError, match="did you mean 'panda_joint7'"):
            getattr(solver, call)(*arguments, max_change={"panda_joint9": 0})
        with pytest.raises(mk.UnknownNameError, match=r"no joint 'elbow'.*panda_joint1"):
            getattr(solver, call)(*arguments, max_change={"elbow": 1.0})


class TestOfEachVariable:
    def test_an_array_is_the_same_as_a_mapping(self) -> None:
        solver = mk.Solver(PANDA, mk.Position(HAND, PLACE))
        start = PANDA.random(rng=5)
        most = [0.3, 0.0, 0.4, np.inf, 0.5, 0.1, 0.0]
        by_name = dict(zip(PANDA.variable_names, most, strict=True))
        for change in (most, np.array(most), tuple(most)):
            given = solver.solve(start, max_change=change)
            np.testing.assert_array_equal(given.q, solver.solve(start, max_change=by_name).q)
            assert (np.abs(given.q - start) <= np.array(most) + 1e-12).all()

    def test_a_wrong_number_of_them_is_an_error_that_names_the_variables(self) -> None:
        with pytest.raises(mk.ConfigurationError, match=r"one number, or 7 for panda_joint1, .*; got 3"):
            mk.solve(PANDA, mk.Position(HAND, PLACE), max_change=[0.1, 0.1, 0.1])

    def test_the_parts_of_a_rotation_vector_are_equal(self) -> None:
        robot = PANDA.with_floating_base()
        solver = mk.Solver(robot, mk.Position(HAND, PLACE))
        equal = [0.1, 0.2, 0.3, 0.5, 0.5, 0.5, *[1.0] * 7]
        solver.solve(max_change=equal)
        with pytest.raises(mk.ConfigurationError, match="rotation vector, so its three numbers must"):
            solver.solve(max_change=[*equal[:5], 0.6, *equal[6:]])
