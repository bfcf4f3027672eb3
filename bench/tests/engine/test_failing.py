"""Rows of failing problems: what they measure, and that every requirement can fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import memetik as mk
from memetik_bench.engine import EngineSettings, Run, failing
from memetik_bench.engine.failing import FAILING, MODES, measure_failing, spent_share

GOOD: dict[str, Any] = {
    "is_arm": True,
    "near": {name: 1.0 for mode in MODES for name in (mode, f"{mode}, thorough")},
    "mean_evaluations": {name: 1000.0 for mode in MODES for name in (mode, f"{mode}, thorough")},
    "moved": 0.0,
    "posture_within_5_percent": 1.0,
    "proven": 1,
    "proven_mean_us": 100.0,
    "false_success": 0,
    "limit_violations": 0,
}


def run(path: Path, most: int) -> Run:
    return Run(EngineSettings(most=most), path / "references.jsonl")


def changed(**values: Any) -> dict[str, Any]:
    near, spent = values.pop("near", {}), values.pop("mean_evaluations", {})
    return {
        **GOOD,
        **values,
        "near": GOOD["near"] | near,
        "mean_evaluations": GOOD["mean_evaluations"] | spent,
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"moved": 1e-300},
        {"false_success": 1},
        {"limit_violations": 1},
        {"posture_within_5_percent": 0.98},
        {"proven_mean_us": 201.0},
        *({"near": {mode: 0.98}} for mode in MODES),
        *({"mean_evaluations": {mode: 2501.0}} for mode in MODES),
        *({"is_arm": False, "mean_evaluations": {mode: 4001.0}} for mode in MODES),
        *({"is_arm": False, "near": {mode: 0.96}} for mode in MODES),
    ],
)
def test_a_requirement_is_not_met(wrong: dict[str, Any]) -> None:
    assert FAILING.met(GOOD, [])
    assert not FAILING.met(changed(**wrong), [])


def test_bodies_are_compared_with_the_whole_budget() -> None:
    body = changed(is_arm=False, near={"best": 0.9, "best, thorough": 0.92}, proven_mean_us=5000.0)
    assert FAILING.met(body, [])
    assert not FAILING.met(changed(is_arm=True, near={"best": 0.9, "best, thorough": 0.92}), [])


def test_the_whole_budget_does_not_count_as_spent() -> None:
    assert spent_share(changed(mean_evaluations={"best, thorough": 20_000.0})) == 0.05
    assert spent_share(changed(mean_evaluations={"no start": 2_000.0})) == 0.1


@pytest.mark.parametrize("family", ["panda", "pr2"])
def test_a_row(family: str, tmp_path: Path) -> None:
    done: list[int] = []
    row = measure_failing(family, run(tmp_path, 3), done.append)
    assert (row["count"], sum(done), row["is_arm"]) == (3, 3, True)
    assert (row["false_success"], row["limit_violations"]) == (0, 0)
    assert sum(row["statuses"].values()) == sum(row["stopped_by"].values()) == 3
    assert row["near"]["best, thorough"] >= 2 / 3
    assert row["mean_evaluations"]["best, thorough"] > row["mean_evaluations"]["start"]
    assert (row["could_move"] > 0) == (family == "pr2"), "every joint of the panda matters"
    assert row["postures"] == (3 if family == "pr2" else 1)
    assert "of the evaluations" in FAILING.outcome(row)


class Lazy:
    """Stays at the start, but turns the last joint, which moves no goal of the pr2's arm."""

    real = mk.Solver

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.solver = self.real(*arguments)

    def solve(self, start: Any = None, **options: Any) -> Any:
        solution = self.solver.solve(start, max_evaluations=1, local=True)
        solution._q = (self.solver.robot.neutral if start is None else start).copy()
        solution._q[-1] += 1e-9
        return solution


def test_bad_answers_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failing.mk, "Solver", Lazy)
    row = measure_failing("pr2", run(tmp_path, 4), lambda done: None)
    assert row["moved"] == pytest.approx(1e-9)
    assert row["near"]["best"] < 0.5
    assert not FAILING.met(row, [])


def test_references_are_stored_and_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = measure_failing("ur5", run(tmp_path, 2), lambda done: None)

    def fail(*arguments: Any) -> Any:
        raise AssertionError("the reference is known")

    monkeypatch.setattr(failing, "best_of_descents", fail)
    assert measure_failing("ur5", run(tmp_path, 2), lambda done: None)["near"] == first["near"]
