"""The chart of fitness: quantiles of every generation, and the last population by rank."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import memetik as mk
from memetik.plot.fitness_bands import BANDS, positive, quantiles
from tests.plot.toy_evolution import toy_evolution

EVOLUTION = toy_evolution(patience=2, islands=2)


def test_quantiles_are_those_of_each_generation() -> None:
    found = quantiles(EVOLUTION, np.array([0.0, 0.5, 1.0]))
    assert found.shape == (3, EVOLUTION.count)
    np.testing.assert_allclose(found[0], EVOLUTION.best)
    for generation in range(EVOLUTION.count):
        own = EVOLUTION.fitness[EVOLUTION.generation == generation]
        np.testing.assert_allclose(found[1:, generation], [np.median(own), own.max()])


def test_the_order_of_rows_does_not_matter() -> None:
    order = np.random.default_rng(0).permutation(len(EVOLUTION))
    mixed = replace(EVOLUTION, fitness=EVOLUTION.fitness[order], generation=EVOLUTION.generation[order])
    shares = np.array([0.1, 0.9])
    np.testing.assert_allclose(quantiles(mixed, shares), quantiles(EVOLUTION, shares))


def test_a_generation_that_is_missing_is_a_gap() -> None:
    kept = EVOLUTION.generation != 3
    holed = replace(EVOLUTION, fitness=EVOLUTION.fitness[kept], generation=EVOLUTION.generation[kept])
    found = quantiles(holed, np.array([0.5]))[0]
    assert np.flatnonzero(np.isnan(found)).tolist() == [3]


def test_logarithms_exist_and_keep_the_order() -> None:
    values = np.array([-1.0, 0.0, 1e-9, 0.3, np.inf, np.nan])
    found = positive(values)
    np.testing.assert_allclose(found, [1e-10, 1e-10, 1e-9, 0.3, 0.3, 0.3])
    assert (positive(np.zeros(3)) > 0).all()


def test_draws_bands_lines_wipe_outs_and_ranks() -> None:
    left, right = mk.plot.fitness(EVOLUTION, title="Toy").figure.axes
    assert left.get_yscale() == "log"
    assert len(left.collections) == len(BANDS)
    labels = [line.get_label() for line in left.lines]
    assert labels[:3] == ["median", "best", "wipe-out"]
    assert len(labels) == 2 + len(set(EVOLUTION.wipe_outs[:, 1]))
    np.testing.assert_allclose(left.lines[1].get_ydata(), EVOLUTION.best)
    others, elites = (np.asarray(dots.get_offsets()) for dots in right.collections)
    last = EVOLUTION.generation == EVOLUTION.count - 1
    assert len(elites) == EVOLUTION.elite[last].sum()
    ranked = np.vstack([others, elites])[np.argsort(np.concatenate([others, elites])[:, 0])]
    np.testing.assert_allclose(ranked[:, 1], np.sort(EVOLUTION.fitness[last]))


def test_the_page_tells_the_same() -> None:
    page = mk.plot.fitness(EVOLUTION).interactive
    best = next(trace for trace in page.data if trace.name == "best")
    np.testing.assert_allclose(best.y, EVOLUTION.best)
    assert len(page.layout.shapes) == len(set(EVOLUTION.wipe_outs[:, 1]))
    assert {"median", "elites", "others", "wipe-out"} <= {trace.name for trace in page.data}


def test_refuses_what_is_no_evolution() -> None:
    with pytest.raises(mk.MemetikError, match="expected the generations of an evolution"):
        mk.plot.fitness([1.0, 2.0])  # type: ignore[arg-type]
