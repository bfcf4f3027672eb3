"""Colours follow fitness: logarithmic, the better the darker, whatever the numbers are."""

from __future__ import annotations

import numpy as np
import pytest

from memetik.plot.fitness_scale import COLORS, FitnessScale, colors_of


def test_the_best_is_one_and_the_worst_zero() -> None:
    fitness = np.array([3.0, 1e-2, 0.4])
    np.testing.assert_allclose(FitnessScale.of(fitness).level(fitness)[:2], [0, 1])


def test_equal_factors_are_equal_steps() -> None:
    level = FitnessScale(best=1e-6, worst=1.0).level(10.0 ** -np.arange(7))
    np.testing.assert_allclose(level, np.arange(7) / 6, atol=1e-12)


def test_what_is_off_the_scale_is_at_its_ends() -> None:
    level = FitnessScale(best=1e-3, worst=1.0).level([0.0, -1.0, 1e-9, 2.0, np.inf, np.nan])
    np.testing.assert_array_equal(level, [1, 1, 1, 0, 0, 0])


def test_spans_eight_decades_at_most() -> None:
    scale = FitnessScale.of([1.0, 1e-30, 0.0])
    assert scale.worst / scale.best == pytest.approx(1e8)


@pytest.mark.parametrize("fitness", [[], [0.0], [np.nan], [np.inf], [-1.0], [0.5], [0.5, 0.5]])
def test_there_is_always_a_scale(fitness: list[float]) -> None:
    scale = FitnessScale.of(fitness)
    assert 0 < scale.best < scale.worst
    assert np.isfinite(scale.level(fitness)).all()
    assert len(scale.ticks()) >= 1


def test_ticks_are_powers_of_ten_within_it() -> None:
    np.testing.assert_allclose(FitnessScale(best=3e-9, worst=5.0).ticks(), [1e-8, 1e-6, 1e-4, 1e-2, 1.0])
    np.testing.assert_allclose(FitnessScale(best=1e-2, worst=1.0).ticks(), [1e-2, 1e-1, 1.0])
    assert FitnessScale(best=1e-2, worst=1.0).tick_texts("e{}") == ["e-2", "e-1", "e0"]


def test_where_there_is_none_the_ends_are_ticks() -> None:
    assert FitnessScale(best=0.2, worst=0.5).tick_texts("e{}") == ["0.2", "0.5"]


def test_colors_darken_steadily() -> None:
    """Monotone lightness is what prints in grey and what every eye can order."""
    colors = colors_of(np.linspace(0, 1, 200))[:, :3]
    light = np.where(colors <= 0.04045, colors / 12.92, ((colors + 0.055) / 1.055) ** 2.4)
    assert (np.diff(light @ [0.2126, 0.7152, 0.0722]) < 0).all()
    first = [int(COLORS[0][i : i + 2], 16) / 255 for i in (1, 3, 5)]
    np.testing.assert_allclose(colors[0], first)
