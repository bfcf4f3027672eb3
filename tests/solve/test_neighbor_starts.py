"""With from_nearest=True, queries of a batch start at solutions of targets that are near."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk

ROBOT = mk.Robot.load("panda")
SOLVER = mk.Solver(ROBOT, mk.Pose("panda_hand", name="pose"))


def poses(count: int, seed: int = 0) -> np.ndarray:
    return np.asarray(ROBOT.fk(ROBOT.random(count, rng=seed), "panda_hand"))


def test_all_targets_are_reached() -> None:
    targets = poses(300)
    batch = SOLVER.solve_batch(targets, from_nearest=True)
    assert batch.success.all()
    reached = ROBOT.fk(batch.q, "panda_hand")
    assert np.abs(reached - targets).max() < 1e-4


def test_the_first_query_starts_at_the_neutral_posture() -> None:
    targets = poses(5)
    assert np.array_equal(
        SOLVER.solve_batch(targets, from_nearest=True).q[0], SOLVER.solve(targets=targets[0]).q
    )


def test_a_target_that_was_solved_before_is_answered_by_its_solution() -> None:
    targets = poses(7)  # three waves
    batch = SOLVER.solve_batch(np.concatenate([targets, targets[::-1]]), from_nearest=True)
    assert np.array_equal(batch.q[7:], batch.q[6::-1])
    assert (batch.evaluations[7:] == 1).all()


def test_the_result_is_that_of_a_batch_with_the_same_starts() -> None:
    """Waves have 1, 2, 4, ... queries, and each starts at the nearest of the waves before."""
    targets = poses(15)
    batch = SOLVER.solve_batch(targets, from_nearest=True)
    starts = np.tile(ROBOT.neutral, (15, 1))
    turned = 0.2 / np.sqrt(2)
    rows = np.hstack([targets[:, :3, 3], turned * targets[:, :3, :3].reshape(-1, 9)])
    for row in range(1, 15):
        before = 2 ** int(np.log2(row + 1)) - 1
        starts[row] = batch.q[np.linalg.norm(rows[:before] - rows[row], axis=1).argmin()]
    assert np.array_equal(batch.q, SOLVER.solve_batch(targets, starts).q)


def test_solutions_that_failed_are_no_starts() -> None:
    targets = poses(3)
    targets[0, :3, 3] = (3, 0, 0)  # out of reach
    batch = SOLVER.solve_batch(targets, from_nearest=True, max_evaluations=2000)
    assert not batch.success[0]
    assert np.array_equal(batch.q[1:], SOLVER.solve_batch(targets[1:], max_evaluations=2000).q)


def test_opposite_quaternions_are_the_same_target() -> None:
    solver = mk.Solver(ROBOT, mk.Orientation("panda_hand", name="turn"))
    quaternions = np.array([(0.6, 0.8, 0, 0), (0.6, 0, 0.8, 0), (0.6, 0, 0, 0.8), (-0.6, -0.8, 0, 0)])
    batch = solver.solve_batch({"turn": quaternions}, from_nearest=True)
    assert np.array_equal(batch.q[3], batch.q[0])


def test_a_marked_row_leaves_the_others_as_they_are() -> None:
    targets = poses(9)
    bad = np.insert(targets, 4, np.nan, axis=0)
    batch = SOLVER.solve_batch(bad, from_nearest=True, on_bad="mark")
    assert list(batch.invalid_input) == [4]
    others = np.delete(np.arange(10), 4)
    assert np.array_equal(batch.q[others], SOLVER.solve_batch(targets, from_nearest=True).q)


def test_the_timeout_is_that_of_the_whole_batch() -> None:
    batch = SOLVER.solve_batch(poses(50), from_nearest=True, timeout=0.0)
    assert (batch.stopped_by[1:] == "deadline").all()


def test_starts_are_for_queries_without_a_solved_one_before_them() -> None:
    targets, start = poses(4), ROBOT.random(rng=3)
    first = SOLVER.solve(start, targets=targets[0]).q
    assert np.array_equal(SOLVER.solve_batch(targets, start, from_nearest=True).q[0], first)
    starts = np.tile(start, (4, 1))
    batch = SOLVER.solve_batch(targets, starts, from_nearest=True)
    assert np.array_equal(batch.q, SOLVER.solve_batch(targets, start, from_nearest=True).q)
    assert np.array_equal(starts, np.tile(start, (4, 1)))


def test_a_progress_bar_and_other_values_are_refused() -> None:
    with pytest.raises(mk.MemetikError, match="from_nearest"):
        SOLVER.solve_batch(poses(2), from_nearest="yes")  # type: ignore[arg-type]
    with pytest.raises(mk.MemetikError, match="progress"):
        SOLVER.solve_batch(poses(2), from_nearest=True, progress=True)
