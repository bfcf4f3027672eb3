"""Times several calls in turns, so that a change of the machine's load meets all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from ..engine.case import OnProgress

Measured = Callable[[], float]
"""A function that returns a time."""


def alternate(calls: Mapping[str, Measured], rounds: int, on_progress: OnProgress) -> dict[str, float]:
    """Return the smallest time of each call; every round makes each call once.

    >>> alternate({"a": lambda: 2.0, "b": lambda: 1.0}, 3, lambda done: None)
    {'a': 2.0, 'b': 1.0}
    """
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for name, call in calls.items():
            best[name] = min(best[name], call())
        on_progress(1)
    return best


def cpu_us(call: Callable[[], object], count: int) -> Measured:
    """Return a function that measures the CPU time [µs] of ``call`` per item of ``count``."""

    def measure() -> float:
        start = time.process_time_ns()
        call()
        return (time.process_time_ns() - start) / 1e3 / count

    return measure
