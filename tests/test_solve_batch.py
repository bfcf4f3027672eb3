"""Batches: every answer is that of a single call, whatever the neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memetik as mk
from tests import naive_kinematics as naive
from tests.goal_cases import rotation_angle, subject
from tests.naive_kinematics import Array
from tests.random_trees import robots, seeds

PANDA, UR5 = mk.Robot.load("panda"), mk.Robot.load("ur5")
HAND = "panda_hand"
PLACE = (0.4, 0.1, 0.5)
METHODS: tuple[Any, ...] = ("auto", "restarts", "memetic")


def some_targets(robot: mk.Robot, link: str, n: int, *, unreachable: int = 0) -> Array:
    targets = robot.fk(robot.random(n, rng=1), link)
    targets[:unreachable, 0, 3] += 3.0
    return np.random.default_rng(2).permutation(targets)


class TestEveryAnswer:
    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize("threads", [1, 2, 3])
    def test_is_that_of_a_single_call(self, method: Any, threads: int) -> None:
        targets = some_targets(PANDA, HAND, 30, unreachable=4)
        solver = mk.Solver(
            PANDA, mk.Pose(HAND, np.eye(4)), method=method, threads=threads, max_evaluations=1500
        )
        starts = PANDA.random(30, rng=3)
        for options in ({}, {"starts": starts}, {"starts": starts[0]}):
            batch = solver.solve_batch(targets, random_seed=7, **options)
            for i, target in enumerate(targets):
                start = None if not options else starts[i] if options["starts"] is starts else starts[0]
                alone = solver.solve(start, targets=target, random_seed=7)
                np.testing.assert_array_equal(batch.q[i], alone.q)
                assert batch.status[i] == alone.status
                assert batch.stage[i] == alone.stage
                assert batch.cost[i] == alone.cost
                assert batch.evaluations[i] == alone.evaluations

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
        targets = np.repeat(mk.transform((5, 0, 0))[None], 3000, axis=0)
        for timeout in (0, 0.02):
            for threads in (1, 2):
                solver = mk.Solver(UR5, mk.Pose("tool0", np.eye(4)), threads=threads)
                batch = solver.solve_batch(targets, timeout=timeout)
                assert set(batch.status) <= {"timed out", "approximate"}
                assert batch.status[-1] == "timed out"
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


class TestTargets:
    SOLVER = mk.Solver(UR5, mk.Pose("tool0", np.eye(4)))
    TARGETS = some_targets(UR5, "tool0", 10)

    @pytest.mark.parametrize(
        "make",
        [
            lambda t: t.tolist(),
            lambda t: list(t),
            np.asfortranarray,
            lambda t: np.repeat(t, 2, axis=0)[::2],
            lambda t: t.astype(">f8"),
            lambda t: np.swapaxes(np.ascontiguousarray(np.swapaxes(t, 1, 2)), 1, 2),
        ],
        ids=["lists", "list of arrays", "fortran", "strided", "big endian", "transposed"],
    )
    def test_of_any_layout_are_taken(self, make: Any) -> None:
        expected = self.SOLVER.solve_batch(self.TARGETS).q
        np.testing.assert_array_equal(self.SOLVER.solve_batch(make(self.TARGETS)).q, expected)
        np.testing.assert_array_equal(self.SOLVER.solve_batch({"tool0": make(self.TARGETS)}).q, expected)

    def test_of_single_precision_are_repaired(self) -> None:
        batch = self.SOLVER.solve_batch(self.TARGETS.astype(np.float32))
        assert batch.success.all()
        for q, target in zip(batch.q, self.TARGETS, strict=True):
            assert rotation_angle(naive.forward(UR5, q)["tool0"], target) <= 1.1e-5

    def test_off_by_rounding_are_repaired_as_in_a_single_call(self) -> None:
        off = self.TARGETS.copy()
        off[3:5, :3, :3] += 1e-8
        before = off.copy()
        batch = self.SOLVER.solve_batch(off)
        np.testing.assert_array_equal(off, before)
        np.testing.assert_array_equal(batch.q[3], self.SOLVER.solve(targets=off[3]).q)
        np.testing.assert_array_equal(batch.q[6], self.SOLVER.solve(targets=off[6]).q)

    def test_none_at_all_are_a_batch_too(self) -> None:
        batch = self.SOLVER.solve_batch(np.empty((0, 4, 4)))
        assert len(batch) == 0
        assert batch.q.shape == (0, 6)
        assert batch.success.shape == (0,)
        assert "0 of 0" in repr(batch)

    def test_are_not_written_to(self) -> None:
        targets, starts = self.TARGETS.copy(), np.full((10, 6), 99.0)
        self.SOLVER.solve_batch(targets, starts)
        np.testing.assert_array_equal(targets, self.TARGETS)
        np.testing.assert_array_equal(starts, 99.0)

    def test_starts_outside_the_limits_are_clipped(self) -> None:
        outside = self.SOLVER.solve_batch(self.TARGETS, np.full((10, 6), 99.0))
        one = self.SOLVER.solve_batch(self.TARGETS, np.full(6, 99.0))
        at_limit = self.SOLVER.solve_batch(self.TARGETS, np.repeat(UR5.upper[None], 10, 0))
        np.testing.assert_array_equal(outside.q, at_limit.q)
        np.testing.assert_array_equal(one.q, at_limit.q)

    @pytest.mark.parametrize(
        "make", [lambda s: s.tolist(), np.asfortranarray, lambda s: np.repeat(s, 2, 1)[:, ::2]]
    )
    def test_starts_of_any_layout_are_taken(self, make: Any) -> None:
        starts = UR5.random(10, rng=9)
        expected = self.SOLVER.solve_batch(self.TARGETS, starts).q
        np.testing.assert_array_equal(self.SOLVER.solve_batch(self.TARGETS, make(starts)).q, expected)


def row_spoiled(value: Any, row: int = 4) -> Array:
    targets = TestTargets.TARGETS.copy()
    targets[row] = value
    return targets


class TestRefused:
    SOLVER = mk.Solver(UR5, mk.Pose("tool0", np.eye(4)))
    TWO = mk.Solver(
        UR5,
        [
            mk.Position("tool0", PLACE),
            mk.Orientation("tool0", np.eye(3), name="turn"),
            mk.Custom(lambda poses, q: q, joints="elbow_joint", name="bend"),
        ],
    )

    @pytest.mark.parametrize(
        ("targets", "message"),
        [
            (np.eye(4), r"targets of 'tool0': expected an array \(N, 4, 4\), got \(4, 4\)"),
            (np.zeros((3, 4)), r"expected an array \(N, 4, 4\), got \(3, 4\)"),
            (np.zeros((3, 3, 3)), r"got \(3, 3, 3\)"),
            (None, "targets"),
            ("there", "targets"),
            ([[1, 2], [3]], "targets"),
            (5.0, "targets"),
            ({}, "targets: an empty mapping"),
            ({"tool1": np.eye(4)[None]}, r"no goal 'tool1'; did you mean 'tool0'\?"),
            (row_spoiled(np.nan), "targets of 'tool0', row 4: target: not finite"),
            (row_spoiled(2 * np.eye(4)), "targets of 'tool0', row 4: .*not a rigid transform"),
            (row_spoiled(np.diag([1.0, 1, -1, 1]), 9), "row 9"),
            (row_spoiled(mk.transform((1e9, 0, 0)), 2), "row 2"),
        ],
        ids=lambda value: str(value)[:12],
    )
    def test_targets_of_one_goal(self, targets: Any, message: str) -> None:
        with pytest.raises(mk.MemetikError, match=message):
            self.SOLVER.solve_batch(targets)

    @pytest.mark.parametrize(
        ("targets", "message"),
        [
            (np.zeros((3, 3)), "targets: 2 goals have one; give a mapping from tool0, turn"),
            (
                {"tool0": np.zeros((3, 3)), "turn": np.tile((1.0, 0, 0, 0), (4, 1))},
                "4 of them, but 3 of another goal",
            ),
            ({"turn": np.zeros((3, 4))}, "targets of 'turn', row 0: .*zero length"),
            ({"turn": [[1, 0, 0, 0], [np.nan, 0, 0, 0]]}, "row 1"),
            ({"turn": np.tile(np.eye(3), (2, 1, 1))}, r"expected an array \(N, 4\), got \(2, 3, 3\)"),
            ({"bend": np.zeros((3, 1))}, "bend"),
        ],
        ids=lambda value: str(value)[:12],
    )
    def test_targets_of_several(self, targets: Any, message: str) -> None:
        with pytest.raises(mk.MemetikError, match=message):
            self.TWO.solve_batch(targets)

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"starts": np.zeros((9, 6))}, "starts: 9 of them for 10 targets"),
            ({"starts": np.zeros((10, 5))}, r"got \(10, 5\)"),
            ({"starts": np.zeros((10, 6, 1))}, "shape"),
            (
                {"starts": np.where(np.arange(60) == 45, np.nan, 0).reshape(10, 6)},
                "wrist_1_joint = nan in row 7",
            ),
            ({"starts": "home"}, "a configuration is 6 numbers"),
            ({"weights": {"tool1": 1.0}}, "no goal 'tool1'"),
            ({"weights": {"tool0": -1.0}}, "weight of 'tool0'"),
            ({"weights": [1.0]}, "weights: expected a mapping"),
            ({"timeout": -1}, "timeout: expected seconds"),
            ({"timeout": np.nan}, "timeout"),
            ({"timeout": "soon"}, "timeout"),
            ({"max_evaluations": 0}, "max_evaluations: expected a positive integer"),
            ({"max_evaluations": 1.5}, "max_evaluations"),
            ({"max_evaluations": 2**70}, "max_evaluations"),
            ({"random_seed": -1}, "random_seed"),
            ({"random_seed": 1.5}, "random_seed"),
            ({"random_seed": "x"}, "random_seed"),
            ({"random_seed": 2**64}, "random_seed"),
        ],
        ids=lambda value: str(value)[:30],
    )
    def test_options(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.MemetikError, match=message):
            self.SOLVER.solve_batch(TestTargets.TARGETS, **options)
        assert self.SOLVER.solve_batch(TestTargets.TARGETS).success.all()
