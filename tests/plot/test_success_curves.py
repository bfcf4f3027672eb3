"""Success by generation: a share that only grows, up to the share that is solved."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.plot.success_curves import success_curve


def share_at(needed: Any, generation: float) -> float:
    x, y = success_curve(np.asarray(needed, dtype=float), 100.0)
    return float(y[np.searchsorted(x, generation, side="right") - 1])


def test_the_curve_counts_what_is_solved_by_then() -> None:
    needed = np.array([3, 8, 5, 21, 5, np.nan])
    for generation in (1, 2, 3, 4, 5, 8, 20, 21, 99):
        assert share_at(needed, generation) == pytest.approx(np.mean(needed <= generation))


def test_what_needed_nothing_counts_from_the_first() -> None:
    assert share_at([0, 1, 4, np.nan], 1) == 0.5


@pytest.mark.parametrize("needed", [[np.nan, np.nan], [1.0], [1.0, 1.0, 7.0], [50.0]])
def test_the_curve_rises_from_one_to_the_end(needed: list[float]) -> None:
    x, y = success_curve(np.array(needed), 100.0)
    assert (x[0], x[-1]) == (1.0, 100.0)
    assert (np.diff(x) > 0).all()
    assert (np.diff(y) >= 0).all()
    assert y[-1] == np.isfinite(needed).mean()


def test_a_line_for_each_label_on_a_logarithmic_axis() -> None:
    robots = {f"robot {i}": [1, 2, 3 + i] for i in range(8)}
    axes = mk.plot.success_by_generation(robots, title="Eight").figure.axes[0]
    assert axes.get_xscale() == "log"
    assert len(axes.lines) == 8
    looks = {(line.get_color(), str(line.get_linestyle())) for line in axes.lines}
    assert len(looks) == 8
    alone = mk.plot.success_by_generation(np.array([1.0, np.nan])).figure.axes[0]
    assert [line.get_label() for line in alone.lines] == ["50 %"]


def test_one_failure_of_many_is_not_all() -> None:
    needed = np.ones(100_000)
    needed[7] = np.nan
    axes = mk.plot.success_by_generation(needed).figure.axes[0]
    assert axes.lines[0].get_label() == "99.99 %"


@pytest.mark.parametrize("needed", [{}, [], {"ur5": []}, [-1.0], [np.inf], [[1.0]], "many", {"ur5": ["a"]}])
def test_refuses_nonsense(needed: Any) -> None:
    with pytest.raises(
        mk.MemetikError, match=r"nothing to draw|generations needed.*nan where a query failed"
    ):
        mk.plot.success_by_generation(needed)
