"""The case weights: how much the weight of the clearance matters."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from ..engine.case import Case, Measurement, OnProgress, Row
from ..scenarios import Scenario, find_scenario
from ..scenarios.answers import Memetik
from .run import TANKS, TARGETS, ClutterRun
from .solve_rates import measure_rates

WEIGHTS = (0.5, 1.0, 2.0, 4.0)
_MOST_RATIO = 2.5


def _measurements(run: ClutterRun) -> Iterator[Measurement]:
    count = run.settings.count(TARGETS)
    for scenario in map(find_scenario, TANKS):
        key = {"case": scenario.name, "hash": scenario.content_hash}
        yield Measurement(key, len(WEIGHTS) * count, functools.partial(_measure, run, scenario, count))


def _measure(run: ClutterRun, scenario: Scenario, count: int, on_progress: OnProgress) -> Row:
    rows = [
        measure_rates(run, scenario, Memetik(clear_weight=weight), count, on_progress) for weight in WEIGHTS
    ]
    return {
        "count": count,
        "mean_evaluations": [row["mean_evaluations"] for row in rows],
        "exact_failures": sum(row["exact_failures"] for row in rows),
    }


def _ratio(row: Row) -> float:
    means = row["mean_evaluations"]
    return float(max(means) / min(means))


def _outcome(row: Row) -> str:
    means = " / ".join(f"{mean:.0f}" for mean in row["mean_evaluations"])
    weights = " / ".join(f"{weight:g}" for weight in WEIGHTS)
    return f"mean {means} evaluations at weights {weights}: {_ratio(row):.2f} times the best"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return bool(_ratio(row) <= _MOST_RATIO and not row["exact_failures"])


WEIGHTS_CASE = Case(
    "weights",
    "Targets inside a tank, weights of `KeepClear`",
    "each ≤ 2.5 times the best",
    _measurements,
    _outcome,
    _met,
)
