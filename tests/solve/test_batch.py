"""Batches: every solution equals that of a single call, regardless of the other queries."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memetik as mk
from tests import naive_kinematics as naive
from tests.goal_cases.subjects import subject
from tests.naive_kinematics import rotation_angle
from tests.random_trees import robots, seeds
from tests.solve_cases import (
    HAND,
    METHODS,
    PANDA,
    PLACE,
    UR5,
    assert_same_as_single,
    some_targets,
)


class TestEveryAnswer:
    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize("threads", [1, 2, 3])
    def test_is_that_of_a_single_call(self, method: Any, threads: int) -> None:
        targets = some_targets(PANDA, HAND, 30, unreachable=4)
        solver = mk.Solver(
            PANDA, mk.Pose(HAND, np.eye(4)), method=method, threads=threads, max_evaluations=1500
        )
        starts = PANDA.random(30, rng=3)
        for given_starts, each in ((None, [None] * 30), (starts, starts), (starts[0], [starts[0]] * 30)):
            batch = solver.solve_batch(targets, given_starts, random_seed=7)
            assert_same_as_single(batch, solver, targets, each, random_seed=7)

    @pytest.mark.parametrize("method", METHODS)
    def test_does_not_depend_on_neighbours_or_threads(self, method: Any) -> None:
        targets = some_targets(UR5, "tool0", 700, unreachable=3)  # several blocks
        order = np.random.default_rng(4).permutation(700)
        if method == "memetic":
            targets, order = targets[:40], np.random.default_rng(4).permutation(40)
        goal = mk.Pose("tool0", np.eye(4))
        one, two, four = (
            mk.Solver(UR5, goal, method=method, threads=n, max_evaluations=2000) for n in (1, 2, 4)
        )
        straight = one.solve_batch(targets).q
        np.testing.assert_array_equal(two.solve_batch(targets).q, straight)
        np.testing.assert_array_equal(four.solve_batch(targets[order]).q, straight[order])
        np.testing.assert_array_equal(one.solve_batch(targets[5:9]).q, straight[5:9])

    def test_of_a_tie_is_that_of_a_single_call(self) -> None:
        b = mk.RobotBuilder("slide")
        b.prismatic("slide", "a", "b", axis=(1, 0, 0), lower=-2.0, upper=0.7)
        b.revolute("turn", "b", "tip", lower=-3, upper=3)
        b.revolute("idle", "a", "c", lower=-3, upper=3)
        robot = b.build()
        places = np.linspace((0.7, 0, 0), (1.2, 0, 0), 40)  # all end at the limit, with the same cost
        starts = robot.random(40, rng=1)
        for method in METHODS:
            solver = mk.Solver(
                robot, [mk.Position("tip", (0, 0, 0)), mk.StayClose()], method=method, max_evaluations=500
            )
            batch = solver.solve_batch({"tip": places}, starts)
            for i in range(40):
                np.testing.assert_array_equal(
                    batch.q[i], solver.solve(starts[i], targets={"tip": places[i]}).q
                )

    def test_is_true(self) -> None:
        targets = some_targets(PANDA, HAND, 300)
        batch = mk.Solver(PANDA, mk.Pose(HAND, np.eye(4))).solve_batch(targets, PANDA.random(300, rng=5))
        assert batch.success.all()
        assert PANDA.within_limits(batch.q).all()  # type: ignore[union-attr]
        for q, target in zip(batch.q[::10], targets[::10], strict=True):
            pose = naive.forward(PANDA, q)[HAND]
            assert np.linalg.norm(pose[:3, 3] - target[:3, 3]) <= 1e-5
            assert rotation_angle(pose, target) <= 1.00001e-5

    def test_of_several_goals(self) -> None:
        s = subject("valkyrie")
        q = s.robot.random(12, rng=6)
        hands, looks = s.robot.fk(q, s.tip), s.robot.fk(q, s.frame)[:, :3, 3]
        goals = [
            mk.Pose(s.tip, np.eye(4), name="hand"),
            mk.Position(s.frame, (0, 0, 0), name="other"),
            mk.LookAt(s.other, (0, 0, 9), axis=(1, 0, 0), name="eyes", tolerance=1.0),
            mk.StayClose(weight=0.1),
        ]
        solver = mk.Solver(s.robot, goals, threads=2)
        batch = solver.solve_batch({"hand": hands, "other": looks}, weights={"other": 2.0})
        assert batch.success.sum() >= 10
        for i in range(0, 12, 5):
            alone = solver.solve(targets={"other": looks[i], "hand": hands[i]}, weights={"other": 2.0})
            np.testing.assert_array_equal(batch.q[i], alone.q)

    def test_of_every_goal_that_has_a_target(self) -> None:
        q = PANDA.random(6, rng=7)
        poses = PANDA.fk(q, HAND)
        quaternions = np.array([mk.transforms.quaternion_from_rotation(pose[:3, :3]) for pose in poses])
        for goal, targets in (
            (mk.Pose(HAND, np.eye(4), frame="panda_link2", free="rz"), poses),
            (mk.Position(HAND, PLACE, offset=(0, 0, 0.1)), poses[:, :3, 3]),
            (mk.Orientation(HAND, np.eye(3)), quaternions),
            (mk.LookAt(HAND, PLACE), poses[:, :3, 3] + 1),
            (mk.StayClose(priority="primary"), q),
            (mk.StayClose(priority="primary", joints=("panda_joint2", "panda_joint3")), q[:, 1:3]),
        ):
            solver = mk.Solver(PANDA, goal, max_evaluations=1000)
            batch = solver.solve_batch(targets)
            alone = [solver.solve(targets=target) for target in targets]
            np.testing.assert_array_equal(batch.q, [solution.q for solution in alone])
            np.testing.assert_array_equal(batch.success, [solution.success for solution in alone])

    @pytest.mark.parametrize("threads", [1, 2])
    def test_of_a_python_goal(self, threads: int) -> None:
        goals = [
            mk.Position(HAND, PLACE),
            mk.Custom(lambda poses, q: poses[:, 0, 2, 3:] - 0.5, links="panda_link4", name="height"),
        ]
        places = PANDA.fk(PANDA.random(9, rng=8), HAND)[:, :3, 3]
        solver = mk.Solver(PANDA, goals, threads=threads, max_evaluations=600)
        batch = solver.solve_batch({HAND: places})
        for i, place in enumerate(places):
            np.testing.assert_array_equal(batch.q[i], solver.solve(targets={HAND: place}).q)

    @settings(max_examples=40)
    @given(
        robot=robots(max_joints=8),
        seed=seeds,
        method=st.sampled_from(METHODS),
        threads=st.sampled_from([1, 2]),
    )
    def test_on_any_robot_is_honest_and_that_of_a_single_call(
        self, robot: mk.Robot, seed: int, method: Any, threads: int
    ) -> None:
        rng = np.random.default_rng(seed)
        link = str(rng.choice(robot.link_names))
        targets = robot.fk(robot.random(7, rng), link)[:, :3, 3] + rng.normal(scale=0.3, size=(7, 3)) * (
            rng.random((7, 1)) < 0.5
        )
        goals = [mk.Position(link, (0, 0, 0), name="x"), mk.StayClose()]
        solver = mk.Solver(robot, goals, method=method, threads=threads, max_evaluations=300)
        starts = robot.random(7, rng)
        batch = solver.solve_batch({"x": targets}, starts, random_seed=seed)
        assert np.all(robot.within_limits(batch.q))
        for i in range(7):
            alone = solver.solve(starts[i], targets={"x": targets[i]}, random_seed=seed)
            np.testing.assert_array_equal(batch.q[i], alone.q)
            accepted = mk.Problem(robot, mk.Position(link, targets[i])).accepts(batch.q[i])
            assert batch.success[i] == accepted


class TestStopped:
    def test_at_the_deadline_every_answer_says_so(self) -> None:
        targets = np.repeat(mk.transform((0.3, 0.3, 0.5))[None], 3000, axis=0)
        goals = [
            mk.Pose("tool0", np.eye(4), name="here"),
            mk.Position("tool0", (0.3, 0.3, 0.3), name="there"),
        ]
        for timeout in (0, 0.02):
            for threads in (1, 2):
                solver = mk.Solver(UR5, goals, threads=threads)
                batch = solver.solve_batch({"here": targets}, timeout=timeout)
                assert set(batch.stopped_by) <= {"deadline", "converged", "budget"}
                assert batch.stopped_by[-1] == "deadline"
                assert UR5.within_limits(batch.q).all()  # type: ignore[union-attr]
                assert batch.time < 2

    def test_what_was_not_begun_is_the_start(self) -> None:
        targets = np.repeat(mk.transform((5, 0, 0))[None], 5000, axis=0)
        starts = UR5.random(5000, rng=1)
        batch = mk.Solver(UR5, mk.Pose("tool0", np.eye(4))).solve_batch(targets, starts, timeout=0)
        np.testing.assert_array_equal(batch.q[-1], starts[-1])
        assert not batch.success.any()

    def test_a_generous_deadline_changes_nothing(self) -> None:
        targets = some_targets(UR5, "tool0", 50)
        solver = mk.Solver(UR5, mk.Pose("tool0", np.eye(4)))
        np.testing.assert_array_equal(
            solver.solve_batch(targets, timeout=1000).q, solver.solve_batch(targets).q
        )
