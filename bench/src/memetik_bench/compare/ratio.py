"""The ratio of two builds' times, with an interval."""

from __future__ import annotations

import numpy as np

from memetik.transforms import Array

_RESAMPLES = 2_000
_TAILS = (2.5, 97.5)  # percentiles


def speedup(own: Array, other: Array) -> tuple[float, list[float]]:
    """Return how many times as long ``other`` took, and a 95 % interval; the shortest of all rounds counts.

    The times are (rounds, chunks). The interval is a bootstrap over the chunks.
    """
    mine, theirs = own.min(axis=0), other.min(axis=0)
    rng = np.random.default_rng(0)
    drawn = rng.integers(len(mine), size=(_RESAMPLES, len(mine)))
    ratios = theirs[drawn].sum(axis=1) / mine[drawn].sum(axis=1)
    return float(theirs.sum() / mine.sum()), [float(x) for x in np.percentile(ratios, _TAILS)]


def spread(values: Array, unit: float = 1.0) -> dict[str, float]:
    """Return mean, 99th and 99.9th percentile, and maximum of ``values`` times ``unit``."""
    p99, p999 = np.percentile(values, (99, 99.9))
    named = {"mean": values.mean(), "p99": p99, "p99.9": p999, "max": values.max()}
    return {name: float(unit * value) for name, value in named.items()}
