"""Worse answers of larger budgets are counted, and so are evaluations beyond a budget."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from memetik_bench.engine import EngineSettings, Run, budgets
from memetik_bench.engine.budgets import BUDGETS, BUDGETS_CASE, measure_budgets, worse_pairs
from memetik_bench.engine.goal_levels import Levels

RUN = Run(EngineSettings(most=1), Path("unused"))


def levels(*costs: float) -> list[Levels]:
    return [Levels(0.0, cost, 0.0, 1.0) for cost in costs]


def test_every_pair_is_compared() -> None:
    """1, 3 -> 2 is worse once, and so is every budget after the best one that is worse than it."""
    assert worse_pairs(levels(3, 2, 1), 0.0, keeps_branch=False) == []
    found = worse_pairs(levels(1, 3, 2), 0.0, keeps_branch=False)
    assert found == [(0, 1, "primary"), (0, 2, "primary")]


def test_a_row() -> None:
    done: list[int] = []
    row = measure_budgets("auto", RUN, done.append)
    assert (row["count"], sum(done)) == (5, 5)
    assert row["pairs"] == 5 * 2 * 36
    assert row["worse"] == sum(row["worse_by_level"].values())
    assert f"{row['worse']} of 360 pairs worse" in BUDGETS_CASE.outcome(row)


def test_a_method_that_gets_worse_and_spends_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """It returns the start for all budgets but the smallest, for which it returns a descent's end."""
    real = budgets.answers_by_budget

    def answers(problem: Any, method: str, start: Any) -> list[Any]:
        good = real(problem, method, start)[-1]
        lazy = problem.robot.neutral if start is None else start
        ends = [good.q, *[lazy] * (len(BUDGETS) - 1)]
        pairs = zip(ends, BUDGETS, strict=True)
        return [SimpleNamespace(q=q, evaluations=budget + 11) for q, budget in pairs]

    monkeypatch.setattr(budgets, "answers_by_budget", answers)
    row = measure_budgets("auto", RUN, lambda done: None)
    assert row["worse"] >= 5 * (len(BUDGETS) - 1)
    assert (row["most_beyond"], row["most_at_smallest"]) == (11, 61)


def test_requirements_can_fail() -> None:
    good = {"worse": 0, "most_at_smallest": 60}
    assert BUDGETS_CASE.met(good, [])
    assert not BUDGETS_CASE.met({**good, "worse": 1}, [])
    assert not BUDGETS_CASE.met({**good, "most_at_smallest": 61}, [])
