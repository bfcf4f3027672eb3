"""What others took of the machine while something was measured: virtual machines share their processors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from ..engine.case import Measurement, OnProgress, Row

_MOST_STOLEN, _ATTEMPTS = 0.03, 3
_STAT = Path("/proc/stat")

Ticks: TypeAlias = tuple[int, int]


def least_disturbed(measurement: Measurement, begin: Callable[[], OnProgress]) -> Row:
    """A row with ``stolen``, the share of the CPU time that others had meanwhile.

    As long as that is more than 3 %, it is measured again, three times at most, and the row that was
    disturbed least is taken, whatever it says. ``begin`` is told when one begins.
    """
    rows: list[Row] = []
    while len(rows) < _ATTEMPTS and not (rows and rows[-1]["stolen"] <= _MOST_STOLEN):
        before = cpu_times()
        row = measurement.measure(begin())
        rows.append({**row, "stolen": stolen_share(before, cpu_times())})
    return min(rows, key=lambda row: row["stolen"])


def cpu_times() -> Ticks:
    """What was stolen from this machine since it began, and all that was wanted; 0 where it is not told."""
    try:
        user, nice, system, _, _, interrupts, soft, stolen = map(int, _STAT.read_text().split()[1:9])
    except (OSError, ValueError):
        return 0, 0
    return stolen, user + nice + system + interrupts + soft + stolen


def stolen_share(before: Ticks, after: Ticks) -> float:
    """Of what was wanted between two times.

    >>> stolen_share((10, 1000), (30, 1400))
    0.05
    """
    return round((after[0] - before[0]) / max(after[1] - before[1], 1), 4)
