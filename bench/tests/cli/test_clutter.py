"""``memetik bench clutter`` lists its cases, and leaves out what a method does not accept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from memetik_bench.cli import app
from memetik_bench.clutter import CASES


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["clutter", *arguments])


def test_it_lists_its_cases() -> None:
    listed = run("list")
    assert listed.exit_code == 0
    assert all(name in listed.stdout for name in CASES)


def test_blocks_and_rows_are_reused(tmp_path: Path) -> None:
    pytest.importorskip("coal")
    options = ("random", "--count", "3", "--results", str(tmp_path))
    first = run(*options)
    assert first.exit_code == 0, first.output
    (_, row), (_, block) = (
        map(json.loads, (tmp_path / f"{name}.jsonl").read_text().splitlines())
        for name in ("clutter", "clutter_scenarios")
    )
    assert (row["section"], row["case"], row["count"]) == ("random", "Random", 3)
    assert (block["scenario"], block["verdicts"]) == ("Random", ["", "", ""])
    files = {path: path.read_text() for path in tmp_path.iterdir()}
    assert run(*options).exit_code == 0
    assert {path: path.read_text() for path in tmp_path.iterdir()} == files, "not measured again"


def test_a_refused_goal_leaves_the_measurement_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import memetik as mk

    def refuse(*_: object, **__: object) -> None:
        raise mk.MethodError("method 'decoupled' does not accept this")

    monkeypatch.setattr("memetik_bench.scenarios.answers.mk.Solver", refuse)
    done = run("decoupled", "--count", "1", "--results", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert "decoupled: HydrogenTank is left out: method 'decoupled' does not accept this" in done.stdout
    assert len((tmp_path / "clutter.jsonl").read_text().splitlines()) == 1, "only the header"
