"""Repeats measurements that were disturbed: virtual machines share their processors with others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from ..engine.case import Measurement, OnProgress, Row

_MOST_STOLEN, _ATTEMPTS = 0.03, 3
_STAT = Path("/proc/stat")

Ticks: TypeAlias = tuple[int, int]


def least_disturbed(measurement: Measurement, begin: Callable[[], OnProgress]) -> Row:
    """Return a row with an entry ``stolen``, the share of the CPU time that other virtual machines took.

    If it is above 3 %, the measurement is repeated, up to three times in all, and the row with the lowest
    share is returned, whatever its values are. ``begin`` is called before each measurement.
    """
    rows: list[Row] = []
    while len(rows) < _ATTEMPTS and not (rows and rows[-1]["stolen"] <= _MOST_STOLEN):
        before = cpu_times()
        row = measurement.measure(begin())
        rows.append({**row, "stolen": stolen_share(before, cpu_times())})
    return min(rows, key=lambda row: row["stolen"])


def cpu_times() -> Ticks:
    """Return stolen and total CPU time since boot, idle time excluded [ticks]; zeros if not available."""
    try:
        user, nice, system, _, _, interrupts, soft, stolen = map(int, _STAT.read_text().split()[1:9])
    except (OSError, ValueError):
        return 0, 0
    return stolen, user + nice + system + interrupts + soft + stolen


def stolen_share(before: Ticks, after: Ticks) -> float:
    """Return the share of stolen time between two readings of :func:`cpu_times`.

    >>> stolen_share((10, 1000), (30, 1400))
    0.05
    """
    return round((after[0] - before[0]) / max(after[1] - before[1], 1), 4)
