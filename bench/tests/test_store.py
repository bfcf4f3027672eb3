"""Results survive interruptions and are never mixed with those of other machines, versions or parameters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import memetik as mk
from memetik_bench.store import ResultFile, make_header

HEADER = {"machine": {"date": "2026-11-15", "processor": "one"}, "parameters": {"count": 10}}
ROWS = [{"section": "rivals", "case": case, "solver": "ours", "mean_us": 1.5} for case in ("ur5", "panda")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with both rows."""
    file = ResultFile(tmp_path / "new" / "results.jsonl", HEADER)
    for row in ROWS:
        file.append(row)
    return file.path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_header_then_a_row_a_line(path: Path) -> None:
    assert lines(path) == [HEADER, *ROWS]


def test_rows_are_found_again(path: Path) -> None:
    again = ResultFile(path, HEADER)
    assert again.rows == ROWS
    assert again.find(case="panda", solver="ours") == ROWS[1]
    assert again.find(case="panda", solver="theirs") is None
    assert again.find(case="panda", threads=2) is None
    assert lines(path) == [HEADER, *ROWS]


def test_every_interruption_in_a_row_loses_that_row_alone(path: Path) -> None:
    """If the file ends anywhere within the last line, the rows before it are kept."""
    whole = path.read_text()
    last = whole.rindex("\n", 0, -1) + 1
    for end in range(last, len(whole)):
        path.write_text(whole[:end])
        file = ResultFile(path, HEADER)
        assert file.rows == ROWS[:1]
        file.append(ROWS[1])
        assert path.read_text() == whole


@pytest.mark.parametrize("left", [0, 1, 30])
def test_an_interruption_in_the_header_starts_over(path: Path, left: int) -> None:
    path.write_text(path.read_text()[:left])
    assert ResultFile(path, HEADER).rows == []
    assert lines(path) == [HEADER]


def test_rows_are_discarded_by_their_key(path: Path) -> None:
    file = ResultFile(path, HEADER)
    assert file.discard(case="panda", solver="theirs") == 0
    assert file.discard(case="panda") == 1
    assert file.rows == ROWS[:1]
    assert lines(path) == [HEADER, *ROWS[:1]]
    assert [each.name for each in path.parent.iterdir()] == [path.name], "nothing is left beside it"


def test_fresh_discards(path: Path) -> None:
    assert ResultFile(path, HEADER, fresh=True).rows == []
    assert lines(path) == [HEADER]


def test_the_date_may_differ_and_stays_that_of_the_first_row(path: Path) -> None:
    later = {**HEADER, "machine": {**HEADER["machine"], "date": "2027-01-01"}}
    assert ResultFile(path, later).rows == ROWS
    assert lines(path)[0] == HEADER


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"machine": {"processor": "two"}, "parameters": {"count": 10}}, "processor one, but it is two now"),
        ({"machine": {"processor": "one"}, "parameters": {"count": 11}}, "count 10, but it is 11 now"),
        (
            {"machine": {"processor": "one", "pin": "4"}, "parameters": {"count": 10}},
            "pin None, but it is 4 now",
        ),
    ],
)
def test_other_circumstances_are_refused_and_nothing_is_lost(
    path: Path, other: dict[str, Any], message: str
) -> None:
    before = path.read_text()
    with pytest.raises(mk.MemetikError, match=f"{message}; discard it with --fresh"):
        ResultFile(path, other)
    assert path.read_text() == before


def test_the_header_tells_machine_versions_build_and_parameters() -> None:
    header = make_header(["numpy", "no-such-package"], {"count": 3})
    assert header["parameters"] == {"count": 3}
    assert header["machine"]["memetik"] == mk.__version__
    assert header["machine"]["no-such-package"] == "not installed"
    assert len(header["machine"]["core build"]) == 12
    assert 1 <= header["machine"]["usable cores"] <= header["machine"]["cores"]
    assert json.loads(json.dumps(header)) == header
