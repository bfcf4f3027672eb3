"""Draws are reproducible, and have the right distributions."""

from __future__ import annotations

import numpy as np

from memetik_bench.hard_set.draws import Draws


def test_numbers_of_a_key_never_change() -> None:
    first = [Draws(5, 0, 0).number(0, 1), Draws(5, 0, 1).number(0, 1)]
    np.testing.assert_array_equal(first, [0.8050029237453802, 0.7426581154321283])


def test_uniform_fills_its_interval_evenly() -> None:
    values = Draws(1).uniform(np.full((10_000, 2), [-1.0, 2.0]), [1.0, 6.0])
    assert (values >= [-1, 2]).all()
    assert (values < [1, 6]).all()
    np.testing.assert_allclose(values.mean(axis=0), [0, 4], atol=0.05)
    np.testing.assert_allclose(values.var(axis=0), [4 / 12, 16 / 12], rtol=0.05)


def test_integers_include_both_ends() -> None:
    draws = Draws(1)
    assert {draws.integer(2, 4) for _ in range(100)} == {2, 3, 4}
    assert {draws.choice("ab") for _ in range(100)} == {"a", "b"}


def test_directions_are_unit_vectors_to_all_sides() -> None:
    draws = Draws(1)
    directions = np.array([draws.direction() for _ in range(4000)])
    np.testing.assert_allclose(np.linalg.norm(directions, axis=1), 1)
    np.testing.assert_allclose(directions.T @ directions / len(directions), np.eye(3) / 3, atol=0.03)
