"""McNemar's exact test of two methods on the same targets."""

from __future__ import annotations

import math

import numpy as np

from ..verify import Flags


def discordant(first: Flags, second: Flags) -> tuple[int, int]:
    """Return how many targets only the first method solved, and how many only the second.

    >>> discordant(np.array([True, True, False]), np.array([True, False, False]))
    (1, 0)
    """
    return int(np.sum(first & ~second)), int(np.sum(second & ~first))


def mcnemar(first_only: int, second_only: int) -> float:
    """Return the two-sided p-value that both are equally good, from the targets that only one solved.

    If they are, each of these targets is one for either with probability 1/2 (Q. McNemar 1947; exact, by the
    binomial distribution).

    >>> mcnemar(0, 5), mcnemar(3, 3)
    (0.0625, 1.0)
    """
    count = first_only + second_only
    tail = sum(math.comb(count, k) for k in range(min(first_only, second_only) + 1))
    return min(1.0, float(2 * tail / 2**count))
