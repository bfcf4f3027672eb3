"""The table says whether requirements are met."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memetik_bench.engine import CASES, EngineSettings, engine_lines, engine_table
from memetik_bench.engine.case import percent
from memetik_bench.engine.snakes import growth

PAGE = (Path(__file__).parents[3] / "docs" / "engine.md").read_text()


def snake_row(dof: int, **changed: Any) -> dict[str, Any]:
    row = {"section": "snakes", "case": f"{dof} joints", "dof": dof, "count": 9, "solved": 1.0}
    return {**row, "false_success": 0, "mean_cpu_us": 2.0 * dof, **changed}


def test_what_is_met_and_what_is_not() -> None:
    slow, foreign = snake_row(120, mean_cpu_us=400.0), {**snake_row(30), "section": "no"}
    rows = [snake_row(60), snake_row(30), slow, foreign]
    lines = list(engine_lines(rows))
    assert [(line.subject, line.met) for line in lines] == [
        ("60 joints", True),
        ("30 joints", True),
        ("120 joints", False),
    ]
    assert growth(rows[2], rows) == pytest.approx(400 / 120)
    assert engine_table(rows).row_count == 3


@pytest.mark.parametrize("wrong", [{"solved": 0.9999}, {"false_success": 1}, {"mean_cpu_us": 1001.0}])
def test_a_case_is_not_met(wrong: dict[str, Any]) -> None:
    row = snake_row(120, **wrong)
    assert not CASES["snakes"].met(row, [row])
    assert CASES["snakes"].met(snake_row(120), [])


def test_counts_are_cut_not_raised() -> None:
    assert [EngineSettings(most=5).count(n) for n in (3, 5, 8)] == [3, 5, 5]
    assert EngineSettings().count(8) == 8


def test_only_a_share_of_one_is_100_percent() -> None:
    shares = (1.0, 0.999999, 0.5, 0.0)
    assert [percent(share) for share in shares] == ["100 %", "99.99 %", "50.00 %", "0.00 %"]


@pytest.mark.parametrize("name", CASES)
def test_every_case_is_on_the_page(name: str) -> None:
    assert f"`{name}`" in PAGE
