"""Overruns are the time of a call beyond its timeout; gaps are those of the solutions' traces."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik_bench.engine import EngineSettings, Run, deadlines
from memetik_bench.engine.deadlines import contradictory_queries, measure_deadlines, solve_with_timeouts
from memetik_bench.engine.queries import Queries

QUERIES = contradictory_queries("valkyrie, every link", 12, 1)


class Spins:
    """Is busy for its timeout and 2 ms more, sleeps for another time, and reports a gap."""

    def __init__(self) -> None:
        self.calls = 0

    def solve(self, start: Any, *, targets: Any, timeout: float, trace: bool) -> Any:
        assert trace
        self.calls += 1
        end = time.thread_time() + timeout + 2e-3
        while time.thread_time() < end:
            pass
        time.sleep(1e-3)
        return SimpleNamespace(
            stopped_by="deadline", success=False, trace=SimpleNamespace(gaps=np.array([1e-6 * self.calls]))
        )


def test_cpu_time_and_wall_time_beyond_the_timeout() -> None:
    over_cpu, over_wall, solutions = solve_with_timeouts(Spins(), QUERIES, np.full(12, 1e-3), trace=True)
    assert (over_cpu >= 2e-3).all()
    assert np.median(over_cpu) < 2.9e-3, "asleep is not busy"
    assert (over_wall >= 3e-3).all()
    assert len(solutions) == 12


def test_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Queries, "solver", lambda self: Spins())
    done: list[int] = []
    row = measure_deadlines("valkyrie, every link", Run(EngineSettings(most=12), Path("unused")), done.append)
    assert (row["dof"], row["count"], row["timed_out"], row["false_success"]) == (61, 12, 1.0, 0)
    assert row["gap_most_us"] == pytest.approx(22.0), "the last, after ten to warm up"
    assert row["cpu_overrun_median_us"] >= 2000
    assert sum(done) == 12
    assert deadlines.DEADLINES.met(row, [row])
    assert not deadlines.DEADLINES.met(row | {"gap_p999_us": 51.0}, [row])


def test_every_goal_can_be_met_alone_and_all_cannot_together() -> None:
    problem = mk.Problem(QUERIES.robot, QUERIES.goals)
    assert len(QUERIES.goals) == 61
    few = QUERIES.first(1)
    targets = {name: rows[0] for name, rows in few.targets.items()}
    for goal in QUERIES.goals[9:18]:
        assert goal.name is not None
        solver = mk.Solver(QUERIES.robot, goal)
        assert solver.solve(targets={goal.name: targets[goal.name]}).success
    assert not mk.Solver(problem).solve(few.starts[0], targets=targets, max_evaluations=100).success


def test_all_joints_matter_to_either_subject() -> None:
    for subject in deadlines.SUBJECTS:
        queries = contradictory_queries(subject, 1, 1)
        assert len(mk.Problem(queries.robot, queries.goals).active_variables) == 61
