"""A batch as HTML: how many queries were solved, and histograms of their effort and errors."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from ..solve.wording import duration
from .histogram import log_histogram
from .html import GOOD, STATUS_COLORS, WARN, badge, block, colored, table
from .percent import percent

if TYPE_CHECKING:
    from ..solve.batch_solution import BatchSolution


def batch_html(batch: BatchSolution) -> str:
    """The share that is solved, a bar and a table of statuses, and histograms."""
    count, solved = len(batch), int(np.count_nonzero(batch.success))
    if not count:
        return block(f"<div>{badge('empty', WARN)} a batch without queries</div>")
    share = badge(f"{percent(solved, count)} solved", GOOD if solved == count else WARN)
    times = f"{solved} of {count} in {duration(batch.time)}, {duration(batch.time / count)} each"
    numbers = Counter(batch.status.tolist())
    statuses = [(status, numbers[status]) for status in STATUS_COLORS if numbers[status]]
    rows = (
        (colored(status, STATUS_COLORS[status]), f"{number}", percent(number, count))
        for status, number in statuses
    )
    missed = np.sqrt(batch.cost[~batch.success & (batch.status != "invalid_input")])
    charts = log_histogram(batch.evaluations.astype(np.float64), "evaluations of a query")
    charts += log_histogram(missed, f"√cost of the {len(missed)} not solved")
    return block(
        f"<div>{share} {escape(times)}</div>",
        _share_bar(statuses, count),
        table(("status", "queries", ""), rows),
        charts,
    )


def _share_bar(statuses: list[tuple[str, int]], count: int) -> str:
    """A bar whose coloured parts are the shares of the statuses."""
    parts = "".join(
        f'<div style="width:{100 * number / count:.3f}%;background:{STATUS_COLORS[status]}"></div>'
        for status, number in statuses
    )
    style = "display:flex;width:320px;height:8px;border-radius:4px;overflow:hidden;margin:6px 0"
    return f'<div style="{style}">{parts}</div>'
