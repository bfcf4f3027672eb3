"""``memetik bench instructions`` and ``compare`` list, measure and resume."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from bench.tests.command import bench
from memetik_bench.builds import own_build
from memetik_bench.instructions import CASES
from memetik_bench.report.instruction_tables import instruction_tables


def test_it_lists_what_there_is() -> None:
    listed = bench("instructions", "list")
    assert listed.returncode == 0, listed.stderr
    assert all(name in listed.stdout for name in CASES)


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="needs valgrind")
def test_it_counts_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "instructions.jsonl"
    options = ("instructions", "single", "--count", "2", "--results", str(tmp_path))
    first = bench(*options)
    assert first.returncode == 0, first.stderr
    _, *rows = map(json.loads, path.read_text().splitlines())
    assert [(row["case"], row["count"], row["solved"]) for row in rows] == [
        ("ur5", 2, 1.0),
        ("iiwa14", 2, 1.0),
        ("panda", 2, 1.0),
    ]
    before = path.read_text()
    again = bench(*options, "--beside", str(own_build().folder), "--name", "copy")
    assert again.returncode == 0, again.stderr
    assert again.stdout.count("1.00") == 3
    assert path.read_text() == before
    other = {**rows[0], "core build": "0", "build": "old", "instructions": 2 * rows[0]["instructions"]}
    path.write_text(before + json.dumps(other) + "\n")
    (table,) = instruction_tables(path).values()
    head, _, ur5, iiwa, *_ = table.splitlines()
    assert head.endswith("| old | ratio |")
    assert ur5.endswith("| 0.50 |")
    assert iiwa.endswith("|  |  |")


def test_compare(tmp_path: Path) -> None:
    options = ("--count", "20", "--rounds", "1", "--results", str(tmp_path))
    done = bench("compare", str(own_build().folder), "single", "--name", "copy", *options)
    assert done.returncode == 0, done.stderr
    assert "This build and copy in turns" in done.stdout
    header, *rows = map(json.loads, (tmp_path / "compare.jsonl").read_text().splitlines())
    assert header["parameters"] == {"count": 20, "rounds": 1, "random_seed": 1}
    assert [row["beside"] for row in rows] == ["copy"] * 3


def test_a_folder_without_a_build_is_refused(tmp_path: Path) -> None:
    for command in (("compare", str(tmp_path)), ("instructions", "--beside", str(tmp_path))):
        refused = bench(*command, "--results", str(tmp_path))
        assert refused.returncode == 1
        assert "has no package memetik; make a build of a commit" in refused.stderr
