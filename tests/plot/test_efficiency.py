"""Efficiency maps go from 0 to 1 and mark the best."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk

POPULATION, ELITES = [20, 50, 100, 10], [3, 1]
EFFICIENCY = np.array([[2.0, 1.0], [9.0, 4.0], [7.0, 3.0], [np.nan, 5.0]])


def cells(chart: mk.plot.Chart) -> Any:
    return np.ma.filled(chart.figure.axes[0].collections[0].get_array(), np.nan)  # type: ignore[no-untyped-call]


def test_is_sorted_and_normalized() -> None:
    chart = mk.plot.efficiency_map(POPULATION, ELITES, EFFICIENCY)
    expected = [
        [0.5, 0.0, 0.375, 0.25],
        [np.nan, 0.125, 1.0, 0.75],
    ]  # elites upwards, populations to the right
    np.testing.assert_allclose(cells(chart), expected)
    axes = chart.figure.axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["10", "20", "50", "100"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["1", "3"]


def test_the_best_is_marked() -> None:
    chart = mk.plot.efficiency_map(POPULATION, ELITES, EFFICIENCY, title="chain")
    axes = chart.figure.axes[0]
    (ring,) = axes.lines
    assert (float(ring.get_xdata()[0]), float(ring.get_ydata()[0])) == (2.5, 1.5)  # type: ignore[index]
    assert axes.get_title(loc="right") == "best: 50 individuals, 3 elites"
    heat, mark = chart.interactive.data
    assert (mark.x[0], mark.y[0]) == ("50", "3")
    np.testing.assert_allclose(np.asarray(heat.z, dtype=float), cells(chart))


def test_the_scale_of_the_numbers_does_not_matter() -> None:
    one, other = (mk.plot.efficiency_map(POPULATION, ELITES, factor * EFFICIENCY) for factor in (1, 1e6))
    np.testing.assert_allclose(cells(one), cells(other))
    np.testing.assert_array_equal(cells(mk.plot.efficiency_map([1, 2], [1], [[4.0], [4.0]])), [[1, 1]])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((POPULATION, ELITES, EFFICIENCY.T), r"expected shape \(4, 2\), .* got \(2, 4\)"),
        (([], ELITES, EFFICIENCY), "population: expected at least one number"),
        (([20, 20, 50, 100], ELITES, EFFICIENCY), "population: expected at least one number"),
        ((POPULATION, "three", EFFICIENCY), "elites: expected numbers, got 'three'"),
        ((POPULATION, ELITES, EFFICIENCY * np.nan), "efficiency: expected finite numbers"),
        ((POPULATION, ELITES, EFFICIENCY * np.inf), "efficiency: expected finite numbers"),
    ],
)
def test_refuses_nonsense(arguments: Any, message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        mk.plot.efficiency_map(*arguments)
