"""``memetik bench collision`` stores rows and reuses them, and leaves out what it has no packages for."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from memetik_bench.cli import app
from memetik_bench.collision import CASES, published
from memetik_bench.collision.published_scene import published_scene


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["collision", *arguments])


@pytest.fixture
def no_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package of published robots is not installed."""

    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(published, "distribution", missing)
    published_scene.cache_clear()


def test_it_lists_what_there_is() -> None:
    listed = run("list")
    assert listed.exit_code == 0
    assert all(name in listed.stdout for name in CASES)


@pytest.mark.usefixtures("no_robots")
def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    options, path = ("derivatives", "--count", "32", "--results", str(tmp_path)), tmp_path / "collision.jsonl"
    first = run(*options)
    assert first.exit_code == 0, first.output
    assert "derivatives: panda, 10 boxes and 4 spheres is left out: example-robot-data is not" in first.stdout
    assert "pip install './bench[collision]'" in first.stdout
    header, *rows = map(json.loads, path.read_text().splitlines())
    assert header["parameters"] == {"most": 32, "random_seed": 1, "rounds": 15}
    assert [row["case"] for row in rows] == [
        "ur10e_elise in the tank's opening ± 0.02 rad",
        "ur10e_elise in the tank's opening ± 0.25 rad",
        "ur10e_elise anywhere",
    ]
    before = path.read_text()
    assert run(*options).exit_code == 0
    assert path.read_text() == before, "not measured again"


def test_unknown_cases_list_the_valid_ones() -> None:
    refused = run("derivative", "--results", "unused")
    assert refused.exit_code == 1
    assert "did you mean 'derivatives'?" in str(refused.exception)
