"""Arguments of a batch: accepted layouts, and errors that name the row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests import naive_kinematics as naive
from tests.naive_kinematics import Array, rotation_angle
from tests.solve_cases import (
    PLACE,
    UR5,
    some_targets,
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

    @pytest.mark.filterwarnings("ignore::memetik.InputWarning")
    def test_are_not_written_to(self) -> None:
        targets, starts = self.TARGETS.copy(), np.full((10, 6), 99.0)
        self.SOLVER.solve_batch(targets, starts)
        np.testing.assert_array_equal(targets, self.TARGETS)
        np.testing.assert_array_equal(starts, 99.0)

    @pytest.mark.filterwarnings("ignore::memetik.InputWarning")
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
            (None, r"expected an array \(N, 4, 4\), got \(\)"),
            ("there", "targets"),
            ([[1, 2], [3]], "targets"),
            (5.0, "targets"),
            ({}, "targets: the mapping is empty"),
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
            (
                np.zeros((3, 3)),
                "targets: several goals have one; give a mapping from goal to target: tool0, turn",
            ),
            (
                {"tool0": np.zeros((3, 3)), "turn": np.tile((1.0, 0, 0, 0), (4, 1))},
                "expected 3, as many as of the other goals, got 4",
            ),
            ({"turn": np.zeros((3, 4))}, "targets of 'turn', row 0: .*zero length"),
            ({"turn": [[1, 0, 0, 0], [np.nan, 0, 0, 0]]}, "row 1"),
            ({"turn": np.tile(np.eye(2), (2, 1, 1))}, r"expected an array \(N, 4\), got \(2, 2, 2\)"),
            ({"bend": np.zeros((3, 1))}, "targets of 'bend': .* has no target"),
        ],
        ids=lambda value: str(value)[:12],
    )
    def test_targets_of_several(self, targets: Any, message: str) -> None:
        with pytest.raises(mk.MemetikError, match=message):
            self.TWO.solve_batch(targets)

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"starts": np.zeros((9, 6))}, "starts: expected 10, one per target, or one for all; got 9"),
            ({"starts": np.zeros((10, 5))}, r"got \(10, 5\)"),
            ({"starts": np.zeros((10, 6, 1))}, "shape"),
            (
                {"starts": np.where(np.arange(60) == 45, np.nan, 0).reshape(10, 6)},
                "row 7: wrist_1_joint = nan",
            ),
            ({"starts": "home"}, "a configuration is 6 numbers"),
            ({"weights": {"tool1": 1.0}}, "no goal 'tool1'"),
            ({"weights": {"tool0": -1.0}}, "weight of 'tool0'"),
            ({"weights": [1.0]}, "weights: expected a mapping"),
            ({"timeout": -1}, "timeout: expected a number of at least 0"),
            ({"timeout": np.nan}, "timeout"),
            ({"timeout": "soon"}, "timeout"),
            ({"max_evaluations": 0}, "max_evaluations: expected an integer of at least 1"),
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
