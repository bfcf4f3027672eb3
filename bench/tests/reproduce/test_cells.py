"""Cells contain the published figure, the measured one, and a mark for their difference."""

from __future__ import annotations

import pytest

from memetik_bench.reproduce.cells import cell, verdict
from memetik_bench.reproduce.published.table import Figure


def row(solved: float, count: int = 1000) -> dict[str, object]:
    return {"count": count, "solved": solved, "mean_us": 120.0}


@pytest.mark.parametrize(
    ("published", "measured", "mark"),
    [
        (Figure(50.0), row(0.6), "▲"),
        (Figure(50.0), row(0.4), "▼"),
        (Figure(50.0), row(0.51), "≈"),
        (Figure(50.0), row(0.6, count=10), "≈"),
        (Figure(100.0), row(1.0, count=5), "≈"),
    ],
)
def test_marks_are_for_differences_beyond_chance(
    published: Figure, measured: dict[str, object], mark: str
) -> None:
    assert verdict(published, measured) == mark


def test_only_a_share_of_one_is_100_percent() -> None:
    assert "**99.99 %" in cell(Figure(100.0), row(0.999999, count=10**6))
    assert "**100.00 %" in cell(Figure(100.0), row(1.0))


def test_missing_figures_are_marked() -> None:
    assert cell(Figure(99.93, 0.5), None) == "99.93 %, 0.50 ms<br>not measured"
    assert cell(None, row(1.0)).startswith("–<br>**100.00 %")
    assert cell(Figure(milliseconds=0.5), row(1.0)) == "0.50 ms<br>**0.12 ms** (of 1000)"
