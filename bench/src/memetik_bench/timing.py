"""Time of calls that are too short to be timed alone."""

from __future__ import annotations

import time
from collections.abc import Callable


def best_ns(call: Callable[[], object], count: int, *, rounds: int) -> float:
    """Nanoseconds per item of ``call``, which does ``count`` items; the best of ``rounds``."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter_ns()
        call()
        times.append(time.perf_counter_ns() - start)
    return min(times) / count
