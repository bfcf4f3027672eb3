"""Wilson's interval matches its definition: the probabilities that a z-test does not reject."""

from __future__ import annotations

from math import sqrt

import pytest

from memetik_bench.reproduce.wilson import wilson_interval


@pytest.mark.parametrize(("solved", "count"), [(0, 10), (10, 10), (3, 10), (9_993, 10_000), (1, 1)])
def test_bounds_are_where_the_test_is_at_its_limit(solved: int, count: int) -> None:
    """|share - p| = z √(p(1-p)/n) at both bounds, unless they are 0 or 1."""
    share = solved / count
    low, high = wilson_interval(share, count)
    assert 0.0 <= low <= share <= high <= 1.0
    for bound in (low, high):
        if 0.0 < bound < 1.0:
            assert abs(share - bound) == pytest.approx(1.959964 * sqrt(bound * (1 - bound) / count), rel=1e-6)


def test_more_queries_tell_more() -> None:
    widths = [high - low for low, high in (wilson_interval(0.9, n) for n in (10, 100, 1000))]
    assert widths[0] > 2 * widths[1] > 4 * widths[2]
