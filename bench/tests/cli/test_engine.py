"""``memetik bench engine`` stores rows and reuses them."""

from __future__ import annotations

import json
from pathlib import Path

from bench.tests.command import bench
from memetik_bench.engine import CASES


def test_it_lists_what_there_is() -> None:
    listed = bench("engine", "list")
    assert listed.returncode == 0, listed.stderr
    assert all(name in listed.stdout for name in (*CASES, "hard-set"))


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    options, path = ("--count", "20", "--results", str(tmp_path)), tmp_path / "engine.jsonl"
    first = bench("engine", "snakes", *options)
    assert first.returncode == 0, first.stderr
    assert "180 joints" in first.stdout
    lines = path.read_text().splitlines()
    assert [json.loads(line).get("dof") for line in lines] == [None, 30, 60, 90, 120, 150, 180]
    path.write_text("\n".join(lines[:-1]) + "\n")
    assert bench("engine", "snakes", "threads", *options).returncode == 0
    again = path.read_text().splitlines()
    assert again[:-3] == lines[:-1], "not measured again"
    assert [json.loads(line)["section"] for line in again[-3:]] == ["snakes", "threads", "threads"]


def test_rows_of_other_counts_are_not_mixed(tmp_path: Path) -> None:
    options = ("engine", "threads", "--results", str(tmp_path), "--count")
    assert bench(*options, "20").returncode == 0
    refused = bench(*options, "30")
    assert refused.returncode == 1
    assert "most 20, but it is 30 now" in refused.stderr


def test_unknown_cases_list_the_valid_ones() -> None:
    assert "error: no case 'snake'; did you mean 'snakes'?" in bench("engine", "snake").stderr
