"""Disturbed measurements are repeated, and the least disturbed one counts."""

from __future__ import annotations

import pytest

from memetik_bench.engine.case import Measurement, OnProgress, Row
from memetik_bench.reproduce import disturbance
from memetik_bench.reproduce.disturbance import cpu_times, least_disturbed


def measured(stolen: list[int], monkeypatch: pytest.MonkeyPatch) -> tuple[Row, int]:
    """Return the row and the number of measurements; ``stolen`` has the stolen ticks of 100 for each."""
    ticks = iter([time for share in stolen for time in ((0, 0), (share, 100))])
    monkeypatch.setattr(disturbance, "cpu_times", lambda: next(ticks))
    begun: list[None] = []

    def begin() -> OnProgress:
        begun.append(None)
        return lambda done: None

    def measure(on_progress: OnProgress) -> Row:
        return {"attempt": len(begun)}

    return least_disturbed(Measurement({}, 1, measure), begin), len(begun)


def test_once_where_it_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    assert measured([2], monkeypatch) == ({"attempt": 1, "stolen": 0.02}, 1)


def test_again_until_it_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    assert measured([50, 0], monkeypatch) == ({"attempt": 2, "stolen": 0.0}, 2)


def test_the_least_disturbed_of_three(monkeypatch: pytest.MonkeyPatch) -> None:
    assert measured([50, 20, 30], monkeypatch) == ({"attempt": 2, "stolen": 0.2}, 3)


def test_times_only_grow() -> None:
    first, second = cpu_times(), cpu_times()
    assert 0 <= first[0] <= second[0] <= second[1]
