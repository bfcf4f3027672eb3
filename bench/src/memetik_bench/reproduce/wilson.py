"""Wilson's confidence interval of a success rate."""

from __future__ import annotations

from math import sqrt

_95_PERCENT = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""


def wilson_interval(share: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a probability, estimated by the fraction ``share`` of ``count`` trials.

    (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), E. B. Wilson 1927. It is within [0, 1], and has a
    positive width even if all trials succeed or all fail.

    >>> [round(bound, 4) for bound in wilson_interval(1.0, 1000)]
    [0.9962, 1.0]
    """
    z2 = _95_PERCENT**2
    middle = share + z2 / (2 * count)
    half = _95_PERCENT * sqrt(share * (1.0 - share) / count + z2 / (4 * count**2))
    scale = 1.0 + z2 / count
    # min and max, because rounding could exclude the share itself.
    low, high = min(share, (middle - half) / scale), max(share, (middle + half) / scale)
    return max(0.0, low), min(1.0, high)
