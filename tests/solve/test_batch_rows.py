"""Rows of a batch: wrong ones are named or marked, and every row is a Solution."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.solve import batch_run
from tests.naive_kinematics import Array
from tests.solve_cases import PANDA, UR5, some_targets

TIP = "tool0"
SOLVER = mk.Solver(UR5, mk.Pose(TIP))
TARGETS = some_targets(UR5, TIP, 12)


def spoiled(*rows: int) -> Array:
    targets = TARGETS.copy()
    targets[list(rows)] = np.nan
    return targets


class TestBadRows:
    def test_raise_an_error_that_names_them(self) -> None:
        with pytest.raises(mk.GoalError, match=r"'tool0', row 3: target: not finite.*Bad rows are: 3, 7, 9;"):
            SOLVER.solve_batch(spoiled(3, 9, 7))
        with pytest.raises(mk.GoalError, match=r"Bad rows are: 0, 1, .*, 9, ... \(12 in all\)"):
            SOLVER.solve_batch(spoiled(*range(12)))

    def test_are_marked_and_the_others_solved_as_without_them(self) -> None:
        expected = SOLVER.solve_batch(TARGETS)
        batch = SOLVER.solve_batch(spoiled(3, 7), on_bad="mark")
        good = np.ones(12, dtype=bool)
        good[[3, 7]] = False
        np.testing.assert_array_equal(batch.q[good], expected.q[good])
        np.testing.assert_array_equal(batch.cost[good], expected.cost[good])
        assert np.isnan(batch.q[~good]).all()
        assert np.isnan(batch.cost[~good]).all()
        assert set(batch.status[~good]) == {"invalid_input"} == set(batch.stopped_by[~good])
        assert not batch.success[~good].any()
        assert list(batch.invalid_input) == [3, 7]
        assert "targets of 'tool0', row 3: target: not finite" in batch.invalid_input[3]
        assert "2 with invalid input" in repr(batch)

    def test_may_be_starts_and_weights(self) -> None:
        starts = UR5.random(12, rng=1)
        starts[2, 4] = np.inf
        weights = np.ones(12)
        weights[5] = -1
        with pytest.raises(mk.ConfigurationError, match=r"row 2: wrist_2_joint = inf.*Bad rows are: 2, 5"):
            SOLVER.solve_batch(TARGETS, starts, weights={TIP: weights})
        batch = SOLVER.solve_batch(TARGETS, starts, weights={TIP: weights}, on_bad="mark")
        assert sorted(batch.invalid_input) == [2, 5]
        good = batch.status != "invalid_input"
        expected = SOLVER.solve_batch(TARGETS[good], starts[good])
        np.testing.assert_array_equal(batch.q[good], expected.q)

    def test_may_be_all(self) -> None:
        batch = SOLVER.solve_batch(spoiled(*range(12)), on_bad="mark")
        assert len(batch.invalid_input) == 12
        assert np.isnan(batch.q).all()

    def test_may_be_in_any_form(self) -> None:
        seven = np.hstack([TARGETS[:, :3, 3], mk.transforms.quaternion_from_rotation(TARGETS[:, :3, :3])])
        seven[4, 3:] = 0.0
        batch = SOLVER.solve_batch(seven, on_bad="mark")
        assert batch.invalid_input == {
            4: "targets of 'tool0', row 4: target: zero length; the identity is (w, x, y, z) = (1, 0, 0, 0)"
        }
        pair = SOLVER.solve_batch((seven[:, :3], seven[:, 3:]), on_bad="mark")
        assert pair.invalid_input == batch.invalid_input

    def test_are_solutions_that_say_why(self) -> None:
        batch = SOLVER.solve_batch(spoiled(3), on_bad="mark")
        solution = batch[3]
        assert solution.status == "invalid_input"
        assert not solution
        assert np.isnan(solution.q).all()
        assert np.isnan(solution.errors[TIP]["position"])
        assert "the input is invalid: targets of 'tool0', row 3" in str(solution.explain())
        assert batch.explain(3).invalid_input == batch.invalid_input[3]
        assert repr(pickle.loads(pickle.dumps(solution))) == repr(solution)
        with pytest.raises(mk.SolveError, match="invalid_input"):
            solution.raise_if_failed()

    def test_the_word_is_one_of_two(self) -> None:
        with pytest.raises(mk.UnknownNameError, match="on_bad: expected 'raise' or 'mark', got 'skip'"):
            SOLVER.solve_batch(TARGETS, on_bad="skip")  # type: ignore[arg-type]


class TestRows:
    GOALS = (mk.Pose("panda_hand", name="hand"), mk.LookAt("panda_link4", (0, 0, 9), priority="secondary"))
    SOLVER = mk.Solver(PANDA, GOALS)
    TARGETS = some_targets(PANDA, "panda_hand", 8)
    STARTS = PANDA.random(8, rng=2)
    WEIGHTS = np.linspace(0.5, 2, 8)
    BATCH = SOLVER.solve_batch(
        {"hand": TARGETS}, STARTS, weights={"hand": WEIGHTS, "panda_link4": 0.5}, max_change=0.8
    )

    def single(self, row: int) -> mk.Solution:
        weights = {"hand": self.WEIGHTS[row], "panda_link4": 0.5}
        return self.SOLVER.solve(
            self.STARTS[row], targets={"hand": self.TARGETS[row]}, weights=weights, max_change=0.8
        )

    def test_are_the_solutions_of_single_queries(self) -> None:
        assert len(list(self.BATCH)) == len(self.BATCH) == 8
        assert not self.BATCH.success.all()
        for row, solution in enumerate(self.BATCH):
            single = self.single(row)
            np.testing.assert_array_equal(solution.q, single.q)
            assert solution.errors == single.errors
            assert solution.joints == single.joints
            assert solution.explain() == single.explain()
            for name in ("status", "stopped_by", "stage", "cost", "evaluations", "method", "off", "success"):
                assert getattr(solution, name) == getattr(single, name), name
            assert repr(pickle.loads(pickle.dumps(solution))) == repr(solution)
            assert self.BATCH.explain(row) == single.explain()

    def test_have_errors(self) -> None:
        for row in range(8):
            for goal, errors in self.single(row).errors.items():
                for name, value in errors.items():
                    assert self.BATCH.errors[goal][name][row] == value

    def test_do_not_change_when_the_targets_are_overwritten(self) -> None:
        targets = self.TARGETS.copy()
        batch = mk.Solver(PANDA, mk.Pose("panda_hand")).solve_batch(targets)
        targets[:] = np.eye(4)
        assert batch[0].errors["panda_hand"]["position"] < 1e-5
        assert batch.errors["panda_hand"]["position"].max() < 1e-5

    def test_count_from_the_end_too(self) -> None:
        np.testing.assert_array_equal(self.BATCH[-1].q, self.BATCH.q[7])
        np.testing.assert_array_equal(self.BATCH[np.int64(2)].q, self.BATCH.q[2])
        for row in (8, -9):
            with pytest.raises(IndexError):
                self.BATCH[row]

    @pytest.mark.parametrize(
        "rows",
        [slice(2, 6), slice(None, None, -1), [5, 1, 1], np.arange(8) % 2 == 1, np.zeros(8, dtype=bool)],
        ids=["slice", "reversed", "list", "mask", "none"],
    )
    def test_some_of_them_are_a_batch(self, rows: Any) -> None:
        part = self.BATCH[rows]
        assert isinstance(part, mk.BatchSolution)
        kept = np.arange(8)[rows]
        assert len(part) == len(kept)
        np.testing.assert_array_equal(part.q, self.BATCH.q[kept])
        np.testing.assert_array_equal(part.status, self.BATCH.status[kept])
        for i, row in enumerate(kept):
            assert part[i].errors == self.BATCH[row].errors

    def test_keep_their_marks_in_a_part(self) -> None:
        part = SOLVER.solve_batch(spoiled(3, 7), on_bad="mark")[2:8]
        assert list(part.invalid_input) == [1, 5]
        assert part[1].status == "invalid_input"

    def test_can_be_read_while_the_solver_is_busy(self) -> None:
        seen = []

        def valid(q: Array) -> bool:
            seen.append(self.BATCH[0].errors)
            return True

        solver = mk.Solver(PANDA, self.GOALS, valid=valid)
        solver.solve(targets={"hand": self.TARGETS[0]})
        assert seen

    def test_are_columns_of_a_table(self) -> None:
        columns = self.BATCH.to_dict()
        assert all(isinstance(column, np.ndarray) and column.shape == (8,) for column in columns.values())
        np.testing.assert_array_equal(columns["q.panda_joint4"], self.BATCH.q[:, 3])
        np.testing.assert_array_equal(columns["errors.hand.position"], self.BATCH.errors["hand"]["position"])
        assert list(columns)[:4] == ["success", "status", "stopped_by", "stage"]
        pandas = pytest.importorskip("pandas")
        assert pandas.DataFrame(columns).shape == (8, len(columns))

    def test_in_plain_form_have_the_names_and_values_of_the_columns(self) -> None:
        columns = self.BATCH.to_dict()
        for row, solution in enumerate(self.BATCH):
            entry = solution.to_dict()
            assert entry.pop("time") == solution.time
            assert list(entry) == list(columns)
            assert entry == {name: column[row].item() for name, column in columns.items()}

    def test_of_invalid_input_have_none_in_plain_form(self) -> None:
        refused = SOLVER.solve_batch(spoiled(3), on_bad="mark")[3].to_dict()
        assert refused["status"] == "invalid_input"
        assert refused["cost"] is None
        assert {value for name, value in refused.items() if name.startswith(("q.", "errors."))} == {None}

    def test_of_a_pickled_batch_have_errors_but_no_goals(self) -> None:
        again = pickle.loads(pickle.dumps(self.BATCH))
        np.testing.assert_array_equal(again.errors["hand"]["position"], self.BATCH.errors["hand"]["position"])
        assert list(again.to_dict()) == list(self.BATCH.to_dict())
        with pytest.raises(mk.SolveError, match=r"batch\[2\]: a batch that was pickled"):
            again[2]


class TestProgress:
    @pytest.fixture(autouse=True)
    def small_chunks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(batch_run, "_FIRST_CHUNK", 3)
        monkeypatch.setattr(batch_run, "_SHORT", 0.0)

    @pytest.mark.parametrize("threads", [1, 2])
    def test_changes_no_bit(self, threads: int, capfd: pytest.CaptureFixture[str]) -> None:
        targets = some_targets(PANDA, "panda_hand", 50)
        targets[::7, :3, 3] *= 4
        solver = mk.Solver(PANDA, mk.Pose("panda_hand"), threads=threads, max_evaluations=3000)
        starts = PANDA.random(50, rng=3)
        expected = solver.solve_batch(targets, starts)
        batch = solver.solve_batch(targets, starts, progress=True)
        np.testing.assert_array_equal(batch.q, expected.q)
        for name in ("status", "stopped_by", "stage", "cost", "evaluations"):
            np.testing.assert_array_equal(getattr(batch, name), getattr(expected, name))
        out, err = capfd.readouterr()
        assert not out
        assert "50/50" in err

    def test_marks_bad_rows_too(self) -> None:
        batch = SOLVER.solve_batch(spoiled(0, 11), on_bad="mark", progress=True)
        np.testing.assert_array_equal(batch.q[1:11], SOLVER.solve_batch(TARGETS[1:11]).q)
        assert list(batch.invalid_input) == [0, 11]

    def test_keeps_the_timeout_of_the_whole_batch(self) -> None:
        solver = mk.Solver(PANDA, mk.Position("panda_hand"), max_evaluations=10**9)
        begin = time.monotonic()
        batch = solver.solve_batch(np.full((30, 3), 0.9), progress=True, thorough=True, timeout=0.2)
        assert time.monotonic() - begin < 2
        assert "deadline" in batch.stopped_by

    def test_can_be_cancelled(self) -> None:
        solver = mk.Solver(PANDA, mk.Position("panda_hand"), max_evaluations=10**9, method="memetic")
        timer = threading.Timer(0.2, solver.cancel)
        timer.start()
        begin = time.monotonic()
        batch = solver.solve_batch(np.full((30, 3), 0.9), progress=True, thorough=True, timeout=20)
        timer.join()
        assert time.monotonic() - begin < 5
        assert set(batch.stopped_by) == {"cancelled"}

    def test_is_true_or_false(self) -> None:
        with pytest.raises(mk.ConfigurationError, match="progress: expected True or False, got 'yes'"):
            SOLVER.solve_batch(TARGETS, progress="yes")  # type: ignore[arg-type]


def test_a_batch_without_progress_does_not_import_rich() -> None:
    program = (
        "import sys, memetik as mk\n"
        "mk.Solver('ur5', mk.Position('tool0')).solve_batch([(0.4, 0.1, 0.3)])[0].errors\n"
        "assert 'rich' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
