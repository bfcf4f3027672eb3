"""The comparison with rivals: stored rows are reused; a missing rival is reported with how to install it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, ClassVar

import pytest
from rich.console import Console

import memetik as mk
from memetik.transforms import Array
from memetik_bench.measures import rivals
from memetik_bench.measures.rivals import mean_ratios, measure_rivals, rivals_table
from memetik_bench.settings import Settings
from memetik_bench.solvers.measured_solver import MeasuredSolution, MeasuredSolver
from memetik_bench.store import ResultFile

HEADER: dict[str, Any] = {"machine": {}, "parameters": {}}
SETTINGS = Settings(count=30, rival_count=20)


class Idle(MeasuredSolver):
    """Returns the start."""

    name: ClassVar[str] = "idle"
    install: ClassVar[str] = "wait"
    made = 0

    def __init__(self, robot: mk.Robot, link: str, *, tolerance: float, timeout: float) -> None:
        self.version = "2"
        type(self).made += 1

    def solve(self, target: Array, start: Array) -> Array:
        return start

    def read(self, returned: Array) -> MeasuredSolution:
        return MeasuredSolution(returned)


class Absent(Idle):
    """Is not installed."""

    name: ClassVar[str] = "absent"
    install: ClassVar[str] = "pip install 'absent[all]'"

    def __init__(self, robot: mk.Robot, link: str, *, tolerance: float, timeout: float) -> None:
        raise ImportError("No module named 'absent'")


@pytest.fixture(autouse=True)
def only_these_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals, "SOLVERS", {"idle": Idle, "absent": Absent})
    monkeypatch.setattr(Idle, "made", 0)


def measure(path: Path) -> tuple[list[dict[str, Any]], str]:
    console = Console(file=io.StringIO(), width=200)
    results = ResultFile(path, HEADER)
    rows = measure_rivals(["ur5", "panda"], ["idle", "absent"], SETTINGS, results, console)
    console.print(rivals_table(rows))
    assert isinstance(console.file, io.StringIO)
    return rows, console.file.getvalue()


def test_missing_solvers_are_left_out_and_named_once(tmp_path: Path) -> None:
    rows, text = measure(tmp_path / "r.jsonl")
    assert [(row["case"], row["solver"], row["count"]) for row in rows] == [
        ("ur5", "idle", 20),
        ("panda", "idle", 20),
    ]
    assert (
        text.count("absent is left out (No module named 'absent'). Install: pip install 'absent[all]'") == 1
    )


def test_stored_rows_are_not_measured_again(tmp_path: Path) -> None:
    first, _ = measure(tmp_path / "r.jsonl")
    assert Idle.made == 2
    again, text = measure(tmp_path / "r.jsonl")
    assert Idle.made == 2
    assert again == first
    assert "panda" in text


def test_ratios_are_means_over_the_cases() -> None:
    times = {
        ("a", "memetik"): 2.0,
        ("a", "slow"): 20.0,
        ("b", "memetik"): 1.0,
        ("b", "slow"): 40.0,
        ("c", "slow"): 9.0,
    }
    rows = [{"case": case, "solver": solver, "mean_us": time} for (case, solver), time in times.items()]
    assert mean_ratios(rows) == {"slow": 25.0}
