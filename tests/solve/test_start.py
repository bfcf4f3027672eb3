"""Solutions are near the start, with continuous joints at the nearest turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests import naive_kinematics as naive
from tests.goal_cases.subjects import SUBJECTS, subject
from tests.naive_kinematics import Array
from tests.solve_cases import (
    HAND,
    METHODS,
    PANDA,
    PLACE,
    UR5,
    every_method,
)


class TestStart:
    @pytest.mark.parametrize("name", SUBJECTS)
    @pytest.mark.parametrize("secondary", [False, True])
    def test_at_a_solution_is_the_answer(self, name: str, secondary: bool) -> None:
        s = subject(name)
        for start in s.robot.clip(s.robot.random(5, rng=1)):
            goals: list[mk.Goal] = [mk.Pose(s.tip, s.robot.fk(start, s.tip))]
            if secondary:
                goals.append(mk.StayClose())
            solution = mk.solve(s.robot, goals, start=start)
            np.testing.assert_allclose(solution.q, start, atol=1e-9)
            assert solution.stage == "start"
            assert solution.evaluations <= 20

    def test_near_a_solution_stays_on_its_branch(self) -> None:
        rng, near = np.random.default_rng(2), 0
        solver = mk.Solver(UR5, mk.Pose("tool0", np.eye(4)))
        for q in UR5.random(100, rng):
            start = UR5.clip(q + rng.normal(scale=0.3 / np.sqrt(6), size=6))
            solution = solver.solve(start, targets=UR5.fk(q, "tool0"))
            near += np.linalg.norm(solution.q - start) < 1.0
        assert near >= 90

    @pytest.mark.parametrize("turns", [-2, -1, 0, 1, 2, 10])
    def test_whole_turns_are_kept_by_continuous_joints(self, turns: int) -> None:
        b = mk.RobotBuilder("wheels")
        b.continuous("one", "a", "b", axis=(0, 0, 1))
        b.continuous("two", "b", "c", axis=(0, 1, 0), xyz=(0.3, 0, 0))
        b.continuous("three", "c", "d", axis=(1, 0, 0), xyz=(0.3, 0, 0))
        b.fixed("end", "d", "e", xyz=(0, 0.2, 0.2))
        robot = b.build()
        rng = np.random.default_rng(3)
        for _ in range(10):
            q = rng.uniform(-np.pi, np.pi, 3)
            start = q + 2 * np.pi * turns + rng.uniform(-0.3, 0.3, 3)
            for method in METHODS:
                solution = mk.solve(robot, mk.Pose("e", robot.fk(q, "e")), start=start, method=method)
                assert solution.success
                assert (np.abs(solution.q - start) <= np.pi + 1e-9).all()

    def test_whole_turns_are_kept_by_wide_revolute_joints(self) -> None:
        rng = np.random.default_rng(4)
        for q in UR5.random(30, rng):
            start = UR5.clip(q + rng.choice([-2 * np.pi, 0, 2 * np.pi], 6))
            solution = mk.solve(UR5, mk.Pose("tool0", UR5.fk(q, "tool0")), start=start)
            assert solution.success
            way = solution.q - start
            for better in (solution.q - np.sign(way) * 2 * np.pi,):  # nearer only outside the limits
                allowed = (better >= UR5.lower) & (better <= UR5.upper)
                assert not (allowed & (np.abs(better - start) < np.abs(way) - 1e-9)).any()

    @every_method
    def test_an_approximate_answer_keeps_whole_turns_too(self, method: Any) -> None:
        b = mk.RobotBuilder("wheels")
        b.continuous("one", "a", "b", axis=(0, 0, 1))
        b.continuous("two", "b", "c", axis=(0, 0, 1), xyz=(0.3, 0, 0))
        b.fixed("end", "c", "e", xyz=(0.2, 0, 0))
        start = np.array((9.0, -20.0))
        solution = mk.solve(
            b.build(), mk.Position("e", (1.0, 0, 0)), start=start, method=method, max_evaluations=2000
        )
        assert solution.status == "unreachable"
        assert (np.abs(solution.q - start) <= np.pi + 1e-9).all()

    @pytest.mark.filterwarnings("ignore::memetik.InputWarning")
    def test_outside_the_limits_is_clipped(self) -> None:
        start = np.full(7, 99.0)
        solution = mk.solve(
            PANDA,
            mk.Position("panda_link4", naive.forward(PANDA, PANDA.upper)["panda_link4"][:3, 3]),
            start=start,
        )
        np.testing.assert_array_equal(solution.q, PANDA.upper)

    def test_none_is_the_neutral_posture(self) -> None:
        goal = mk.Position(HAND, PLACE)
        np.testing.assert_array_equal(mk.solve(PANDA, goal).q, mk.solve(PANDA, goal, start=PANDA.neutral).q)

    @pytest.mark.filterwarnings("ignore::memetik.InputWarning")
    def test_is_not_written_to(self) -> None:
        start = np.full(7, 99.0)
        mk.solve(PANDA, mk.Position(HAND, PLACE), start=start)
        np.testing.assert_array_equal(start, np.full(7, 99.0))

    @pytest.mark.parametrize(
        "make",
        [
            list,
            tuple,
            lambda q: np.repeat(q, 3)[::3],
            lambda q: q.astype(">f8"),
            lambda q: np.stack([q, q], axis=1)[:, 0],
        ],
        ids=["list", "tuple", "strided", "big endian", "column"],
    )
    def test_of_any_layout_is_taken(self, make: Callable[[Array], Any]) -> None:
        solver, start = mk.Solver(UR5, mk.Position("tool0", PLACE)), UR5.random(rng=5)
        np.testing.assert_array_equal(solver.solve(make(start)).q, solver.solve(start).q)

    def test_of_single_precision_is_taken(self) -> None:
        solver, start = mk.Solver(UR5, mk.Position("tool0", PLACE)), UR5.random(rng=5).astype(np.float32)
        np.testing.assert_array_equal(solver.solve(start).q, solver.solve(start.astype(float)).q)


class TestByJoint:
    SOLVER = mk.Solver("panda", mk.Position("panda_hand", (0.4, 0.1, 0.5)))
    ROBOT = SOLVER.robot

    def test_the_other_joints_are_neutral(self) -> None:
        start = {"panda_joint1": 0.7, "panda_joint4": -1.5}
        expected = self.SOLVER.solve(self.ROBOT.pack(start))
        np.testing.assert_array_equal(self.SOLVER.solve(start).q, expected.q)
        several, others = (self.SOLVER.solve_all(begin) for begin in (start, self.ROBOT.pack(start)))
        np.testing.assert_array_equal([one.q for one in several], [one.q for one in others])
        batch = self.SOLVER.solve_batch([(0.4, 0.1, 0.5)] * 2, start)
        np.testing.assert_array_equal(batch.q[1], expected.q)

    def test_the_other_joints_are_those_of_the_newest_of_the_history(self) -> None:
        history = self.ROBOT.random(3, rng=1)
        start = self.ROBOT.pack({"panda_joint1": 0.7}, base=history[-1])
        expected = self.SOLVER.solve(start, history=history)
        given = self.SOLVER.solve({"panda_joint1": 0.7}, history=history)
        np.testing.assert_array_equal(given.q, expected.q)

    def test_unknown_joints_are_an_error_that_lists_the_joints(self) -> None:
        start = {"panda_joint9": 1.0}
        for call in (
            lambda: self.SOLVER.solve(start),
            lambda: self.SOLVER.solve_batch([(0.4, 0.1, 0.5)], start),
            lambda: mk.solve("panda", mk.Position("panda_hand", (0.4, 0.1, 0.5)), start=start),
        ):
            with pytest.raises(mk.UnknownNameError, match=r"no joint 'panda_joint9'.*panda_joint1, "):
                call()
        with pytest.raises(mk.ConfigurationError, match="value of 'panda_joint1': expected a finite number"):
            self.SOLVER.solve({"panda_joint1": "far"})  # type: ignore[dict-item]


def test_a_pose_or_many_configurations_as_start_are_refused_with_what_to_write() -> None:
    solver = mk.Solver(UR5, mk.Pose("tool0"))
    pose = UR5.fk(UR5.neutral, "tool0")
    four = mk.RobotBuilder("four")
    for i in range(4):
        four.continuous(f"j{i}", f"l{i}", f"l{i + 1}", xyz=(0, 0, 1))
    with pytest.raises(mk.ConfigurationError, match=r"start: this is a pose, .*: write targets="):
        solver.solve(pose)
    with pytest.raises(mk.ConfigurationError, match=r"start: this is a pose, .*: write targets="):
        solver.solve(pose, targets=pose)
    with pytest.raises(mk.ConfigurationError, match=r"start: this is a pose, .*: write targets="):
        mk.solve(four.build(), mk.Position("l4", (0, 0, 4)), start=pose)
    with pytest.raises(
        mk.ConfigurationError, match=r"start: .*, got \(3, 6\): solve_batch\(targets, starts\)"
    ):
        solver.solve(UR5.random(3, rng=1), targets=pose)
