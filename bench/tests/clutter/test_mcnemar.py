"""McNemar's test is the exact binomial test of the targets that one method alone solved."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

from memetik_bench.clutter.mcnemar import discordant, mcnemar


@pytest.mark.parametrize("pair", [(0, 1), (0, 6), (5, 2), (2, 5), (40, 61), (500, 400)])
def test_it_agrees_with_scipy(pair: tuple[int, int]) -> None:
    assert mcnemar(*pair) == pytest.approx(binomtest(pair[0], sum(pair)).pvalue)


def test_methods_that_solve_the_same_targets_do_not_differ() -> None:
    solved = np.array([True, False, True])
    assert discordant(solved, solved) == (0, 0)
    assert mcnemar(0, 0) == 1.0


def test_targets_that_both_solve_do_not_count() -> None:
    first, second = np.array([True, True, False, True]), np.array([True, False, True, False])
    assert discordant(first, second) == (2, 1)
    assert discordant(second, first) == (1, 2)
