"""``memetik bench reproduce`` lists, measures and resumes."""

from __future__ import annotations

from pathlib import Path

from bench.tests.command import bench
from memetik_bench.reproduce import EXPERIMENTS


def test_it_lists_what_there_is() -> None:
    listed = bench("reproduce", "list")
    assert listed.returncode == 0, listed.stderr
    assert all(name in listed.stdout for name in EXPERIMENTS)


def test_unknown_names_list_the_valid_ones() -> None:
    refused = bench("reproduce", "d-5.22")
    assert refused.returncode == 1
    assert "error: no experiment 'd-5.22'; did you mean 'd-5.2'?" in refused.stderr


def test_it_measures_shows_and_goes_on(tmp_path: Path) -> None:
    options = ("reproduce", "r-4.1", "--queries", "3", "--results", str(tmp_path / "new"))
    first = bench(*options)
    assert first.returncode == 0, first.stderr
    assert "of 3)" in first.stdout
    path = tmp_path / "new" / "reproduce.jsonl"
    before = path.read_text()
    assert bench(*options).returncode == 0
    assert path.read_text() == before
