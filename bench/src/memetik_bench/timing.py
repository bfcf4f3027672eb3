"""Times calls that are too short to be timed individually."""

from __future__ import annotations

import time
from collections.abc import Callable


def best_ns(call: Callable[[], object], count: int, *, rounds: int) -> float:
    """Return the time [ns] per item of ``call``, which processes ``count``; the minimum of ``rounds``."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter_ns()
        call()
        times.append(time.perf_counter_ns() - start)
    return min(times) / count
