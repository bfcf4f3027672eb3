"""The cases say whether their requirement is met, and the page has all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memetik_bench.case_table import case_lines
from memetik_bench.clutter import CASES
from memetik_bench.clutter.solve_rates import joined_percent

PAGE = (Path(__file__).parents[3] / "docs" / "clutter.md").read_text()


def rates(case: str, **changed: Any) -> dict[str, Any]:
    row = {"case": case, "mean_evaluations": 150.0, "mean_ms": 0.8, "exact_failures": 0}
    evaluations, ms = {"300": 0.805, "1000": 0.98}, {"1": 0.97, "10": 1.0, "100": 1.0}
    return {**row, "solved_evaluations": evaluations, "solved_ms": ms, **changed}


TANK, SMALL = "HydrogenTank", "HydrogenTankSmall"
FAST = {"10": 1.0, "100": 1.0}

ROWS: dict[str, tuple[dict[str, Any], list[dict[str, Any]], str]] = {
    "tanks": (
        rates(TANK),
        [
            {"solved_evaluations": {"300": 0.79, "1000": 1.0}},
            {"solved_ms": {"1": 0.54, **FAST}},
            {"mean_evaluations": 200.5},
            {"exact_failures": 1},
        ],
        "80.5 / 98 % within 300 / 1000 evaluations; 97 / 100 / 100 % at 1 / 10 / 100 ms; "
        "mean 150 evaluations, 0.80 ms",
    ),
    "methods": (
        {
            "auto": [0.4, 0.8, 1.0],
            "other": [0.41, 0.8, 0.2],
            "method": "de",
            "discordant": [[3, 4], [0, 0], [8, 0]],
        },
        [{"discordant": [[0, 6], [0, 0], [8, 0]]}],
        "`auto` 40 / 80 / 100 %, `de` 41 / 80 / 20 %; p 1 / 1 / 0.0078",
    ),
    "weights": (
        {"mean_evaluations": [100.0, 80.0, 200.0, 120.0], "exact_failures": 0},
        [{"mean_evaluations": [100.0, 80.0, 201.0, 120.0]}, {"exact_failures": 1}],
        "mean 100 / 80 / 200 / 120 evaluations at weights 0.5 / 1 / 2 / 4: 2.50 times the best",
    ),
    "openings": (
        rates(SMALL, solved_ms={"1": 0.9, **FAST}, solved_evaluations={"300": 0.95}, mean_evaluations=150.0),
        [{"solved_evaluations": {"300": 0.94}}, {"mean_evaluations": 151.0}],
        "95 % within 300 evaluations; 90 / 100 % at 1 / 100 ms; mean 150 evaluations, 0.80 ms",
    ),
    "scan": (
        {
            "scan": {"solved_ms": [1.0, 1.0], "mean_evaluations": 66.2, "false": 0},
            "pose": {"solved_ms": [0.999, 1.0], "mean_evaluations": 53.4, "false": 0},
        },
        [
            {"scan": {"solved_ms": [0.998, 1.0], "mean_evaluations": 66.2, "false": 0}},
            {"scan": {"solved_ms": [1.0, 1.0], "mean_evaluations": 66.2, "false": 1}},
        ],
        "`Scan` 100 / 100 % at 10 / 100 ms, mean 66 evaluations; "
        "`Pose` 99.9 / 100 % at 10 / 100 ms, mean 53 evaluations",
    ),
    "curved": (
        rates("HydrogenTankCurved"),
        [{"solved_ms": {"1": 1.0, **FAST, "100": 0.94}}],
        "97 / 100 % at 1 / 100 ms; mean 150 evaluations, 0.80 ms",
    ),
    "hint": (
        rates(SMALL),
        [{"solved_ms": {"1": 0.89, **FAST}}, {"solved_ms": {"1": 0.9, "100": 0.999}}],
        "97 / 100 % at 1 / 100 ms; mean 150 evaluations, 0.80 ms",
    ),
    "decoupled": (
        rates(SMALL, solved_ms={"1": 0.6, **FAST}),
        [{"solved_ms": {"1": 0.59, **FAST}}],
        "60 / 100 % at 1 / 100 ms; mean 150 evaluations, 0.80 ms",
    ),
    "easy": (
        rates("Shelf"),
        [{"solved_ms": {"10": 0.999}}],
        "100 % at 10 ms; mean 150 evaluations, 0.80 ms",
    ),
    "random": (
        rates("Random", solved_ms={"1": 1.0}),
        [{"solved_ms": {"1": 0.999}}, {"solved_ms": {"1": 1.0}, "exact_failures": 2}],
        "100 % at 1 ms; mean 150 evaluations, 0.80 ms",
    ),
    "batch": (
        {"us": 40.0, "free_us": 2.0, "solved": 1.0, "false_success": 0, "spheres": 98},
        [{"us": 40.1}, {"solved": 0.99}, {"false_success": 1}],
        "25000 solved a second, 1/20.0 of the 500000 without obstacles; 100 % solved, 98 spheres",
    ),
    "occupied": (
        {"success": 0, "not_free": 0, "near": 0.95, "better": 0.02, "mean_evaluations": 900.0},
        [{"success": 1}, {"not_free": 1}, {"near": 0.949}],
        "0 successes; 95.00 % within 5 % of the best of 300 descents, 2.00 % better by 5 %; "
        "mean 900 evaluations",
    ),
    "exact": (
        {"free_us": 100.0, "after_spheres_us": 60.0, "clearance_us": 100.0, "free": 1.0},
        [{"free_us": 100.1}, {"clearance_us": 100.1}],
        "`exact(q)` 100 µs, after spheres 60 µs; `exact.clearance(q)` 100 µs; 100 % are free",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_met_and_what_is_not(name: str) -> None:
    good, wrong, outcome = ROWS[name]
    row = {"section": name, "case": "a", "count": 1000, **good}
    rows = [row, *({**row, **changed} for changed in wrong)]
    lines = list(case_lines(CASES, rows))
    assert [line.met for line in lines] == [True, *(False for _ in wrong)]
    assert lines[0].outcome == outcome


@pytest.mark.parametrize("name", CASES)
def test_every_case_is_on_the_page(name: str) -> None:
    assert f"`{name}`" in PAGE


def test_the_tank_with_the_small_mouth_has_its_own_requirement() -> None:
    shares = {
        "solved_evaluations": {"300": 0.5, "1000": 0.9},
        "solved_ms": {"1": 0.35, "10": 0.97, "100": 1.0},
    }
    case, rows = CASES["tanks"], [rates(name, **shares) for name in (TANK, SMALL)]
    assert [case.met(row, rows) for row in rows] == [False, True]


def test_what_the_verifier_refused_is_told() -> None:
    assert CASES["easy"].outcome(rates("Table", exact_failures=3)).endswith("; 3 false")


def test_only_all_are_100_percent() -> None:
    assert joined_percent([1.0, 0.99999, 0.0]) == "100 / 99.9 / 0 %"
