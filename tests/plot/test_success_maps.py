"""Success maps: two projections of the same points, failures on top."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk

POINTS = np.random.default_rng(0).uniform(-1, 1, (30, 3))
SOLVED = np.arange(30) % 5 > 0


def offsets(axes: Any) -> list[Any]:
    return [np.asarray(dots.get_offsets()) for dots in axes.collections]


def test_shows_every_point_from_the_side_and_from_above() -> None:
    side, above = mk.plot.success_map(POINTS, SOLVED).figure.axes
    for axes, columns in ((side, [0, 2]), (above, [0, 1])):
        solved, failed = offsets(axes)
        np.testing.assert_array_equal(solved, POINTS[SOLVED][:, columns])
        np.testing.assert_array_equal(failed, POINTS[~SOLVED][:, columns])
        assert axes.get_aspect() == 1.0


def test_times_are_colors_and_the_slow_on_top() -> None:
    times = np.where(SOLVED, np.linspace(1e-3, 1e-4, 30), np.nan)
    side, _, _ = mk.plot.success_map(POINTS, times, title="arm").figure.axes
    solved, failed = offsets(side)
    assert len(solved) == SOLVED.sum()
    assert len(failed) == (~SOLVED).sum()
    assert (np.diff(np.asarray(side.collections[0].get_array())) > 0).all()


@pytest.mark.parametrize(
    "success", [np.ones(30, bool), np.zeros(30, bool), np.full(30, np.nan), np.zeros(30)]
)
def test_all_or_nothing_can_be_drawn(success: Any) -> None:
    chart = mk.plot.success_map(POINTS, success)
    solved = success if success.dtype == bool else np.isfinite(success)
    assert chart.figure.texts[0].get_text() == f"{solved.sum()} of 30 solved, {100 * solved.mean():g} %"
    chart.figure.draw_without_rendering()


@pytest.mark.parametrize(
    ("points", "success", "message"),
    [
        (POINTS[:, :2], SOLVED, r"points: expected finite numbers \(n, 3\)"),
        (POINTS[:0], SOLVED[:0], "points"),
        (POINTS * np.nan, SOLVED, "points"),
        (POINTS, SOLVED[:-1], "success: expected 30 values"),
        (POINTS, np.full(30, -1.0), "times"),
        (POINTS, ["yes"] * 30, "True or False"),
        ("here", [True], "expected points"),
    ],
)
def test_refuses_nonsense(points: Any, success: Any, message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        mk.plot.success_map(points, success)
