"""The other commands with minimal workloads: stored results, and errors."""

from __future__ import annotations

import importlib
import json
import os
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from threadpoolctl import threadpool_info
from typer.testing import CliRunner

import memetik as mk
from bench.tests.command import bench
from memetik_bench.checkout import RESULTS, find_checkout, results_folder
from memetik_bench.cli import app
from memetik_bench.cli.options import chosen
from memetik_bench.report.pages import PAGES

ROOT = Path(__file__).parents[3]


def test_memetik_finds_the_command() -> None:
    (entry,) = entry_points(group="memetik.commands", name="bench")
    assert entry.value == "memetik_bench.cli:app"
    listed = bench("--help")
    assert listed.returncode == 0, listed.stderr
    for name in (
        "fk",
        "ik",
        "engine",
        "instructions",
        "compare",
        "collision",
        "goals",
        "methods",
        "reproduce",
        "report",
    ):
        assert f" {name} " in listed.stdout


def test_goals(tmp_path: Path) -> None:
    assert bench("goals", "--rounds", "1", "--results", str(tmp_path)).returncode == 0
    stored = json.loads((tmp_path / "goals.json").read_text())
    assert stored["machine"]["memetik"] == mk.__version__
    assert all(value > 0 for row in stored["goals"].values() for value in row.values())


def test_ik(tmp_path: Path) -> None:
    options = ("--count", "20", "--rival-count", "10", "--results", str(tmp_path))
    done = bench("ik", "rivals", "warm", "--case", "ur5", "--solver", "memetik", *options)
    assert done.returncode == 0, done.stderr
    header, *rows = map(json.loads, (tmp_path / "ik.jsonl").read_text().splitlines())
    assert header["parameters"]["rival_count"] == 10
    assert [row["section"] for row in rows] == ["rivals", "warm", "warm", "warm"]


def test_methods(tmp_path: Path) -> None:
    done = bench("methods", "auto", "--count", "20", "--results", str(tmp_path))
    assert done.returncode == 0, done.stderr
    _, *rows = map(json.loads, (tmp_path / "methods.jsonl").read_text().splitlines())
    assert [row["solved"] for row in rows] == [1.0] * 4


def test_report_writes_where_it_is_told(tmp_path: Path) -> None:
    done = bench("report", "--pages", str(tmp_path), "--results", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("tables unchanged") == len(PAGES) + 1


def test_names_are_chosen_or_refused() -> None:
    assert chosen("arm", None, ("a", "b")) == chosen("arm", [], ("a", "b")) == ["a", "b"]
    assert chosen("arm", ["b"], ("a", "b")) == ["b"]
    with pytest.raises(mk.UnknownNameError, match="no arm 'c'"):
        chosen("arm", ["a", "c"], ("a", "b"))


def test_the_checkout_is_that_of_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "pyproject.toml").touch()
    (tmp_path / RESULTS).mkdir(parents=True)
    (tmp_path / "src").mkdir()
    monkeypatch.chdir(tmp_path / "src")
    assert find_checkout() == tmp_path
    assert results_folder(None) == tmp_path / RESULTS
    assert results_folder(tmp_path / "a" / "b").is_dir()


def test_without_a_checkout_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("memetik_bench.checkout.__file__", str(tmp_path / "site" / "checkout.py"))
    with pytest.raises(mk.MemetikError, match=r"not in a checkout of memetik .* --results DIR"):
        results_folder(None)


def test_nothing_is_measured_with_several_blas_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    seen: list[int] = []

    def look() -> None:
        seen.extend(pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas")

    command = importlib.import_module("memetik_bench.cli.reproduce")
    monkeypatch.setattr(command, "_list_experiments", lambda console: look())
    assert CliRunner().invoke(app, ["reproduce", "list"]).exit_code == 0
    assert seen and set(seen) == {1}
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
