"""``benchmarks/reproduce.py`` as it is called, and the page that is made of its results."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from memetik_bench.reproduce import EXPERIMENTS

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "reproduce.md"


def call(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / script), *arguments]
    return subprocess.run(command, check=False, timeout=60, capture_output=True, text=True)


def test_it_lists_what_there_is() -> None:
    listed = call("benchmarks/reproduce.py", "list")
    assert listed.returncode == 0, listed.stderr
    assert all(name in listed.stdout for name in EXPERIMENTS)


def test_unknown_names_list_the_valid_ones() -> None:
    refused = call("benchmarks/reproduce.py", "d-5.22")
    assert refused.returncode != 0
    assert "no experiment 'd-5.22'; did you mean 'd-5.2'?" in refused.stderr


def test_it_measures_shows_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "reproduce.jsonl"
    options = ("r-4.1", "--queries", "3", "--out", str(path))
    first = call("benchmarks/reproduce.py", *options)
    assert first.returncode == 0, first.stderr
    assert "of 3)" in first.stdout
    before = path.read_text()
    assert call("benchmarks/reproduce.py", *options).returncode == 0
    assert path.read_text() == before


def test_the_page_is_up_to_date(tmp_path: Path) -> None:
    """``python docs/make_reproduce_page.py`` writes it."""
    fresh = tmp_path / "reproduce.md"
    fresh.write_text(PAGE.read_text())
    made = call("docs/make_reproduce_page.py", str(fresh))
    assert made.returncode == 0, made.stderr
    assert fresh.read_text() == PAGE.read_text()


def test_every_experiment_is_explained() -> None:
    """A heading, the table between its marks, and words after it."""
    text = PAGE.read_text()
    for name, experiment in EXPERIMENTS.items():
        pattern = (
            rf"### {re.escape(name)}: .*\n<!-- {re.escape(name)} -->\n.*?<!-- /{re.escape(name)} -->\n\n(.*)"
        )
        found = re.search(pattern, text, flags=re.DOTALL)
        assert found is not None, name
        assert experiment.title in found[0]
        assert re.match(r"[A-Z`\"].{15,}", found[1]), name
