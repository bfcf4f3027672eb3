"""The cases say whether their requirement is met, and the page has all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.tests.collision.published_robots import needs_published_robots
from memetik_bench.case_table import case_lines, with_blanks
from memetik_bench.collision import CASES, CollisionSettings
from memetik_bench.engine.case import no_progress

PAGE = (Path(__file__).parents[3] / "docs" / "collision.md").read_text()

ROWS: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "missed-collisions": (
        {"missed": 0, "spheres": 90, "true_collisions": 0.7},
        {"missed": 1},
        "0 missed by 90 spheres; coal confirms 70 % of the collisions of spheres",
    ),
    "lanes-beside-coal": (
        {"us": 1.0, "coal_us": 15.0, "coal_without_pairs_us": 3.0, "vamp_us": 0.2},
        {"us": 1.01},
        "1.00 µs, coal 15.0 µs (3.0 µs without a pair): 15 times faster; 5.0 times VAMP's published time",
    ),
    "derivatives": (
        {"us": 2.0, "cost_us": 1.0, "spheres": 109, "touching": 0.5},
        {"cost_us": 1.01},
        "2.00 µs, the cost alone 1.00 µs; 109 spheres, contacts in 50 %",
    ),
    "batched-check": ({"us": 1.0, "free_share": 0.25}, {"us": 1.01}, "1.00 million a second; 25 % are free"),
    "far-obstacles": ({"us": 1.1, "none_us": 1.0}, {"us": 1.11}, "1.10 µs, without 1.00 µs: 1.10 times"),
    "field-beside-libigl": (
        {"us": 3.0, "libigl_us": 10.0, "difference": 2e-7},
        {"us": 3.1},
        "0.30 s, libigl 1.00 s: 0.30 times; values differ by 2e-07 radii",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_met_and_what_is_not(name: str) -> None:
    good, wrong, outcome = ROWS[name]
    row = {"section": name, "case": "a", "count": 100_000, **good}
    lines = list(with_blanks(case_lines(CASES, [row, {**row, **wrong, "case": "b"}])))
    assert [(line.subject, line.met) for line in lines] == [("a", True), ("b", False)]
    assert lines[0].outcome == outcome
    assert (lines[0].case, lines[1].case) == (CASES[name].title, "")


@pytest.mark.parametrize("name", CASES)
def test_every_case_is_on_the_page(name: str) -> None:
    assert f"`{name}`" in PAGE


def test_counts_are_limited() -> None:
    assert [CollisionSettings(most=5).count(n) for n in (3, 8)] == [3, 5]
    assert CollisionSettings().count(8) == 8


def test_derivatives_are_measured_at_the_tank() -> None:
    *_, anywhere = CASES["derivatives"].measurements(CollisionSettings(most=64, rounds=2))
    row = anywhere.measure(no_progress)
    assert row["count"] == 64
    assert row["cost_us"] > 0 and row["us"] > 0


@pytest.mark.parametrize("name", ["lanes-beside-coal", "batched-check", "far-obstacles"])
def test_timings_of_the_panda(name: str) -> None:
    needs_published_robots()
    for measurement in CASES[name].measurements(CollisionSettings(most=16, rounds=1)):
        row = measurement.measure(no_progress)
        assert row["us"] > 0
        CASES[name].outcome(row)
