"""The setups of Valkyrie are those of the dissertation and feasible; false successes are counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memetik_bench.engine import EngineSettings, Run
from memetik_bench.engine.queries import Queries, solve_each, summary
from memetik_bench.engine.valkyrie import SETUPS, Setup, measure_setup, setup_queries

TOLERANCE = (1e-4, 1e-3)
RUN = Run(EngineSettings(most=20), Path("unused"))


def queries(setup: Setup) -> Queries:
    return setup_queries(setup, 20, tolerance=TOLERANCE, random_seed=1)


def test_joints_and_goals_are_as_many_as_in_the_table() -> None:
    """A pose counts as a position and an orientation."""
    assert [len(set(setup.joints)) for setup in SETUPS] == [10, 6, 17, 13, 20, 23, 32, 35]
    counts = [sum(2 if kind == "pose" else 1 for kind, _ in setup.goals) for setup in SETUPS]
    assert counts == [2, 2, 4, 4, 5, 5, 8, 9]


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
def test_the_witness_is_accepted_and_the_start_is_not(setup: Setup) -> None:
    drawn = queries(setup)
    assert drawn.solutions is not None
    solutions = drawn.starts.copy()
    moved = [drawn.robot.variable_names.index(joint) for joint in setup.joints]
    solutions[:, moved] = drawn.solutions[:, moved]
    assert drawn.met(solutions).all()
    assert not drawn.met(drawn.starts).any()
    assert np.all(drawn.robot.within_limits(drawn.starts))


@pytest.mark.parametrize("setup", SETUPS[:4], ids=lambda setup: setup.name)
def test_a_row(setup: Setup) -> None:
    done: list[int] = []
    row = measure_setup(setup, RUN, TOLERANCE, 1.0, done.append)
    assert (row["dof"], row["count"], row["solved"]) == (len(setup.joints), 20, 1.0)
    assert (row["false_success"], row["limit_violations"]) == (0, 0)
    assert row["statuses"] == {"solved": 20}
    assert 0 < row["mean_core_us"] < row["mean_us"]
    assert row["mean_cpu_us"] > 0
    assert sum(done) == 20


class Liar:
    """Returns a wrong configuration for every fourth query, and reports success for all."""

    def __init__(self, drawn: Queries) -> None:
        self.solver = drawn.solver()
        self.answers = 0

    def solve(self, *arguments: Any, **options: Any) -> Any:
        self.answers += 1
        solution = self.solver.solve(*arguments, **options)
        if self.answers > 10 and (self.answers - 11) % 4 == 0:  # after the warm-up
            solution._q = solution.q + 1e-3
        return solution


def test_false_claims_are_counted() -> None:
    drawn = queries(SETUPS[0])
    liar: Any = Liar(drawn)
    row = summary(drawn, solve_each(liar, drawn, timeout=None))
    assert (row["solved"], row["false_success"]) == (0.75, 5)
