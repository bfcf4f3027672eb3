"""A run solves every query once, times it, verifies the solution, and counts successes."""

from __future__ import annotations

import gc
import time
from typing import ClassVar

import numpy as np
import pytest

import memetik as mk
from memetik.transforms import Array
from memetik_bench import progress
from memetik_bench.arms import load_arm
from memetik_bench.runner import run, solve_targets
from memetik_bench.solvers.measured_solver import MeasuredSolution, MeasuredSolver
from memetik_bench.targets import random_reachable

ARM = load_arm("ur5")
TARGETS = random_reachable(ARM.robot, ARM.link, count=120, random_seed=1)
BY_POSE = {pose.tobytes(): q for pose, q in zip(TARGETS.poses, TARGETS.solutions, strict=True)}


class Oracle(MeasuredSolver):
    """Knows the solutions, but returns none for every fourth query and a wrong one for every fifth."""

    name: ClassVar[str] = "oracle"
    install: ClassVar[str] = "pip install oracle"

    def __init__(self, robot: mk.Robot, link: str, *, tolerance: float, timeout: float) -> None:
        self.version = "1"
        self.calls = 0
        self.collecting = False

    def solve(self, target: Array, start: Array) -> Array | None:
        query = self.calls - 10  # after the warm-up
        self.calls += 1
        self.collecting |= query >= 0 and gc.isenabled()
        if query % 4 == 0:
            return None
        return BY_POSE[target.tobytes()] + (0.1 if query % 5 == 0 else 0.0)

    def read(self, returned: Array | None) -> MeasuredSolution:
        return MeasuredSolution(returned)


class Telling(Oracle):
    """Also reports its time and evaluations, and takes time."""

    def solve(self, target: Array, start: Array) -> Array | None:
        time.sleep(1e-4)
        return super().solve(target, start)

    def read(self, returned: Array | None) -> MeasuredSolution:
        time.sleep(2e-4)  # not timed
        return MeasuredSolution(returned, 2e-6, 7 if self.calls % 2 else 9)


def make(kind: type[Oracle]) -> Oracle:
    return kind(ARM.robot, ARM.link, tolerance=1e-5, timeout=1.0)


def test_the_row_counts_the_solved_and_the_refused() -> None:
    row = run("ur5", make(Oracle), TARGETS, tolerance=1e-5)
    given = [i for i in range(120) if i % 4]
    wrong = [i for i in given if i % 5 == 0]
    assert (row.case, row.solver, row.version, row.count) == ("ur5", "oracle", "1", 120)
    assert row.solved == (len(given) - len(wrong)) / 120
    assert row.refused == len(wrong)
    assert row.worst_position_error < 1e-12
    assert row.mean_core_us is None
    assert row.mean_evaluations is None


def test_times_are_of_the_call() -> None:
    row = run("ur5", make(Telling), TARGETS, tolerance=1e-5)
    assert 100 <= row.median_us <= row.p99_us
    assert row.mean_us >= 100
    assert row.mean_core_us == pytest.approx(2.0)
    assert row.mean_evaluations == pytest.approx(8.0)


def test_a_query_without_answer_is_a_row_of_nan() -> None:
    answers = solve_targets(make(Oracle), TARGETS)
    unanswered = np.isnan(answers.q).all(axis=1)
    assert np.flatnonzero(unanswered).tolist() == list(range(0, 120, 4))
    assert np.isfinite(answers.wall).all()


def test_a_solver_that_finds_nothing_has_no_mean_of_the_solved() -> None:
    class Mute(Oracle):
        def solve(self, target: Array, start: Array) -> Array | None:
            return None

    row = run("ur5", make(Mute), TARGETS, tolerance=1e-5)
    assert (row.solved, row.refused, row.mean_solved_us) == (0.0, 0, None)


@pytest.mark.parametrize("every", [0.0, 1e3])
def test_progress_adds_up_to_the_number_of_queries(every: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "REPORT_EVERY", every)
    done: list[int] = []
    run("ur5", make(Oracle), TARGETS, tolerance=1e-5, on_progress=done.append)
    assert sum(done) == 120


def test_the_garbage_collector_rests_while_the_clock_runs() -> None:
    oracle = make(Oracle)
    solve_targets(oracle, TARGETS)
    assert not oracle.collecting
    assert gc.isenabled()


def test_the_garbage_collector_comes_back_after_an_error() -> None:
    class Failing(Oracle):
        def solve(self, target: Array, start: Array) -> Array | None:
            if self.calls > 20:
                raise RuntimeError("broken")
            return super().solve(target, start)

    with pytest.raises(RuntimeError, match="broken"):
        solve_targets(make(Failing), TARGETS)
    assert gc.isenabled()
