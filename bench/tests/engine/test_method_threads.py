"""Answers on several threads are compared bit for bit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik_bench.engine import EngineSettings, Run, method_threads
from memetik_bench.engine.method_threads import (
    METHOD_THREADS,
    measure_method_threads,
    measured_names,
    thread_goals,
)

RUN = Run(EngineSettings(most=3), Path("unused"))


def test_all_methods_but_bridges_are_measured() -> None:
    assert {"auto", "bioik2", "swarm", "trac", "pivot"} <= set(measured_names())
    assert not any(":" in name for name in measured_names())


@pytest.mark.parametrize("method", ["auto", "ccd", "pivot"])
def test_goals_suit_the_method_and_every_third_target_is_far(method: str) -> None:
    robot, goals, starts = thread_goals(method, 6, 1)
    assert len(goals) == len(starts) == 6
    mk.Solver(robot, goals[0], method=method)
    solved = [mk.Solver(robot, own).solve(start).success for own, start in zip(goals, starts, strict=True)]
    assert solved == [False, True, True] * 2


def test_the_default_method_has_the_same_answers() -> None:
    done: list[int] = []
    row = measure_method_threads("auto", RUN, done.append)
    assert (row["count"], row["solved"], row["differing"]) == (3, 2, {"2": 0, "3": 0})
    assert sum(done) == 9
    assert METHOD_THREADS.met(row, [])


def test_a_method_that_refuses_threads_keeps_the_promise() -> None:
    row = measure_method_threads("fabrik", RUN, lambda done: None)
    assert row["differing"] == {}
    assert METHOD_THREADS.outcome(row) == "refuses more than one thread"
    assert METHOD_THREADS.met(row, [])


def test_the_last_bit_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    real = mk.Solver

    class Differs:
        def __init__(self, *arguments: Any, threads: int, **options: Any) -> None:
            self.solver, self.threads = real(*arguments, **options), threads

        def solve(self, start: Any) -> Any:
            solution = self.solver.solve(start)
            if self.threads == 3:
                solution._q = np.nextafter(solution.q, 9.0)
            return solution

    monkeypatch.setattr(method_threads.mk, "Solver", Differs)
    row = measure_method_threads("auto", RUN, lambda done: None)
    assert row["differing"] == {"2": 0, "3": 3}
    assert not METHOD_THREADS.met(row, [])
