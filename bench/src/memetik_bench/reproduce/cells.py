"""A cell for readers: the document's figure, and ours below with how sure it is."""

from __future__ import annotations

from ..engine.case import Row
from .published.table import QUERIES, Figure
from .wilson import wilson_interval

NOT_MEASURED = "not measured"
BETTER, ALIKE, WORSE = "▲", "≈", "▼"


def cell(figure: Figure | None, row: Row | None) -> str:
    """Both, one below the other; the second is in bold, with a mark where both have a share.

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
    """Ours alone; ``figure`` is what to compare with."""
    if row is None:
        return NOT_MEASURED
    time = milliseconds(1e-3 * row["mean_us"])
    if figure is not None and figure.percent is None:
        return f"**{time}** (of {row['count']})"
    text = f"**{_percent(100 * row['solved'])}, {time}** ({interval(row)})"
    return text if figure is None else f"{text} {verdict(figure, row)}"


def interval(row: Row) -> str:
    """The 95 % interval of the share solved [%], and of how many queries."""
    low, high = wilson_interval(row["solved"], row["count"])
    return f"{100 * low:.3g} to {100 * high:.3g} of {row['count']}"


def verdict(figure: Figure, row: Row) -> str:
    """Whether the shares differ by more than both their 95 % intervals."""
    assert figure.percent is not None
    low, high = wilson_interval(row["solved"], row["count"])
    their_low, their_high = wilson_interval(figure.percent / 100, QUERIES)
    return BETTER if low > their_high else WORSE if high < their_low else ALIKE


def _percent(value: float) -> str:
    """Two digits as in the documents; never 100 unless it is all."""
    return f"{min(value, 99.99) if value < 100.0 else value:.2f} %"


def milliseconds(value: float) -> str:
    """Three digits that count, two at least after the point below 1.

    >>> milliseconds(0.5), milliseconds(334.53), milliseconds(0.0123)
    ('0.50 ms', '335 ms', '0.012 ms')
    """
    if value >= 100.0:
        return f"{value:.0f} ms"
    if value >= 0.1:
        return f"{value:.2f} ms"
    return f"{value:.2g} ms"
