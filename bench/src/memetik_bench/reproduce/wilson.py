"""How sure a share is: Wilson's interval."""

from __future__ import annotations

from math import sqrt

_95_PERCENT = 1.959963984540054
"""Quantile of the normal distribution that leaves out 2.5 % on each side."""


def wilson_interval(share: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a probability of which ``share`` was seen in ``count`` trials.

    (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), E. B. Wilson 1927: within [0, 1], and of some width
    even where all succeeded or none.

    >>> [round(bound, 4) for bound in wilson_interval(1.0, 1000)]
    [0.9962, 1.0]
    """
    z2 = _95_PERCENT**2
    middle = share + z2 / (2 * count)
    half = _95_PERCENT * sqrt(share * (1.0 - share) / count + z2 / (4 * count**2))
    scale = 1.0 + z2 / count
    # The share is always inside, but for rounding.
    low, high = min(share, (middle - half) / scale), max(share, (middle + half) / scale)
    return max(0.0, low), min(1.0, high)
