"""Cells of the tables: the published figure, and below it ours with its confidence interval."""

from __future__ import annotations

from ..engine.case import Row
from .published.table import QUERIES, Figure
from .wilson import wilson_interval

NOT_MEASURED = "not measured"
BETTER, ALIKE, WORSE = "▲", "≈", "▼"


def cell(figure: Figure | None, row: Row | None) -> str:
    """Return the published figure and, below it in bold, ours; a mark compares their success rates.

    >>> print(cell(Figure(99.93, 0.5), {"count": 1000, "solved": 0.999, "mean_us": 120.0}))
    99.93 %, 0.50 ms<br>**99.90 %, 0.12 ms** (99.4 to 100 of 1000) ≈
    """
    return f"{_published(figure)}<br>{measured_cell(row, figure)}"


def _published(figure: Figure | None) -> str:
    if figure is None:
        return "–"
    share = [] if figure.percent is None else [_percent(figure.percent)]
    time = [] if figure.milliseconds is None else [milliseconds(figure.milliseconds)]
    return ", ".join(share + time)


def measured_cell(row: Row | None, figure: Figure | None = None) -> str:
    """Return our figure; if ``figure`` is given, compare with it."""
    if row is None:
        return NOT_MEASURED
    time = milliseconds(1e-3 * row["mean_us"])
    if figure is not None and figure.percent is None:
        return f"**{time}** (of {row['count']})"
    text = f"**{_percent(100 * row['solved'])}, {time}** ({interval(row)})"
    return text if figure is None else f"{text} {verdict(figure, row)}"


def interval(row: Row) -> str:
    """Return the 95 % interval of the success rate [%], and the number of queries."""
    low, high = wilson_interval(row["solved"], row["count"])
    return f"{100 * low:.3g} to {100 * high:.3g} of {row['count']}"


def verdict(figure: Figure, row: Row) -> str:
    """Return a mark for ours: above or below the published rate, or neither if the 95 % intervals overlap."""
    assert figure.percent is not None
    low, high = wilson_interval(row["solved"], row["count"])
    their_low, their_high = wilson_interval(figure.percent / 100, QUERIES)
    return BETTER if low > their_high else WORSE if high < their_low else ALIKE


def _percent(value: float) -> str:
    """Format with two decimals as in the documents; 100 % only if it is exactly 100."""
    return f"{min(value, 99.99) if value < 100.0 else value:.2f} %"


def milliseconds(value: float) -> str:
    """Format a time: no decimals from 100 on, two from 0.1 on, else two significant digits.

    >>> milliseconds(0.5), milliseconds(334.53), milliseconds(0.0123)
    ('0.50 ms', '335 ms', '0.012 ms')
    """
    if value >= 100.0:
        return f"{value:.0f} ms"
    if value >= 0.1:
        return f"{value:.2f} ms"
    return f"{value:.2g} ms"
