"""A run stores row by row and resumes after an interruption; the table summarises the rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memetik_bench.hard_set import hard_set_table, run
from memetik_bench.hard_set.best_known import BestKnown
from memetik_bench.hard_set.hard_problem import HardProblem
from memetik_bench.hard_set.methods import Outcome
from memetik_bench.hard_set.run import run_hard_set
from memetik_bench.hard_set.table import HEADER, summarize
from memetik_bench.store import ResultFile

STORE: dict[str, Any] = {"machine": {}, "parameters": {}}


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The runs made so far; every method returns the start."""
    tried: list[tuple[str, str]] = []

    def run_method(method: str, hard: HardProblem) -> Outcome:
        tried.append((hard.name, method))
        return Outcome(hard.start, hard.feasible, 2.0 if method == "auto" else 1.0, 7, 0.5)

    monkeypatch.setattr(run, "run_method", run_method)
    return tried


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path, runs: list[tuple[str, str]]) -> None:
    path, steps = tmp_path / "rows.jsonl", []
    classes, methods = ("tradeoffs", "mazes"), ("auto", "memetic")
    run_hard_set(ResultFile(path, STORE), ("tuning",), ("auto",), classes, first=2)
    assert len(runs) == 4
    rows = run_hard_set(
        ResultFile(path, STORE),
        ("tuning",),
        methods,
        classes,
        lambda name, done, total: steps.append((done, total)),
        first=2,
    )
    assert len(runs) == len(set(runs)) == 8
    assert steps == [(done, 8) for done in range(8)]
    assert {row["method"] for row in rows} == set(methods)
    assert ResultFile(path, STORE).rows == sorted(
        rows, key=lambda row: runs.index((row["problem"], row["method"]))
    )


def test_best_known_costs_are_updated_on_demand_only(tmp_path: Path, runs: list[tuple[str, str]]) -> None:
    best = BestKnown(tmp_path / "best.json")
    file = ResultFile(tmp_path / "rows.jsonl", STORE)
    arguments: dict[str, Any] = {"splits": ("tuning",), "methods": ("auto", "memetic"), "first": 1}
    run_hard_set(file, classes=("tradeoffs", "mazes"), **arguments)
    assert not best.path.exists()
    run_hard_set(file, classes=("tradeoffs", "mazes"), update_best_known=best, **arguments)
    assert BestKnown(best.path).cost("tradeoffs 0") == 1.0
    assert "mazes 0" not in best


def row(problem: str, method: str, **entries: Any) -> dict[str, Any]:
    base = {"class": "c", "split": "tuning", "problem": problem, "method": method, "seconds": 1.0}
    return {**base, "feasible": True, "solved": False, "cost": 0.0, "evaluations": 100, **entries}


def test_solved_shares_and_evaluations_of_solved_problems(tmp_path: Path) -> None:
    rows = [row("p1", "a", solved=True, evaluations=10), row("p2", "a"), row("p3", "a", solved=True)]
    (summary,) = summarize(rows, BestKnown(tmp_path / "none"))
    assert (summary.count, summary.solved) == (3, 2 / 3)
    assert (summary.median_evaluations, summary.mean_evaluations) == (55, 55)
    assert summary.median_ratio is summary.close is None


def test_costs_are_held_against_the_best_known_or_the_best_of_the_rows(tmp_path: Path) -> None:
    best = BestKnown(tmp_path / "none")
    best.offer("p1", cost=1.0, q=[], method="x")
    best.offer("p2", cost=9.0, q=[], method="x")
    costs = {("p1", "a"): 2.0, ("p1", "b"): 1.005, ("p2", "a"): 4.0, ("p2", "b"): 8.0}
    rows = [row(p, m, feasible=False, cost=cost) for (p, m), cost in costs.items()]
    of_a, of_b = summarize(rows, best)
    assert (of_a.median_ratio, of_a.close, of_a.solved) == (1.5, 0.5, None)
    assert of_b.mean_ratio == pytest.approx((1.005 + 2.0) / 2)
    assert of_b.close == 0.5


def test_the_table_has_a_line_per_class_split_and_method(tmp_path: Path) -> None:
    rows = [row("p1", "a", solved=True), row("p1", "b"), row("p2", "a", split="held out")]
    table = hard_set_table(rows, BestKnown(tmp_path / "none"))
    assert table[0] == list(HEADER)
    assert [line[:5] for line in table[1:]] == [
        ["c", "tuning", "a", "1", "100"],
        ["c", "tuning", "b", "1", "0"],
        ["c", "held out", "a", "1", "0"],
    ]
    assert all(len(line) == len(HEADER) for line in table)
