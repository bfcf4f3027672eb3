"""A batch as HTML: how many queries were solved, and histograms of their effort and errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from ..solve.wording import duration
from .histogram import log_histogram
from .html import GOOD, STATUS_COLORS, WARN, badge, block, colored, table
from .percent import percent

if TYPE_CHECKING:
    from ..solve.batch_solution import BatchSolution


_MEASURED = 2000  # rows whose errors are measured, because that takes time


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
    charts = log_histogram(batch.evaluations.astype(np.float64), "evaluations of a query")
    charts += "".join(_error_charts(batch))
    return block(
        f"<div>{share} {escape(times)}</div>",
        _share_bar(statuses, count),
        table(("status", "queries", ""), rows),
        charts,
    )


def _error_charts(batch: BatchSolution) -> Iterator[str]:
    """Histograms of the largest position error [mm] and rotation error [degrees] of each unsolved query."""
    missed = np.flatnonzero(~batch.success & (batch.status != "invalid_input"))
    rows = missed[:_MEASURED]
    if not rows.size:
        return
    errors = batch.errors if batch._queries is None else batch[rows].errors  # a pickled batch has all errors
    kept = rows if batch._queries is None else slice(None)
    count = f"{len(rows)} not solved" if len(rows) == len(missed) else f"first {len(rows)} not solved"
    for unit, factor, name in (
        ("m", 1e3, "position error [mm]"),
        ("rad", np.degrees(1.0), "rotation error [°]"),
    ):
        of_unit = [
            values[kept]
            for goal, units in batch._units.items()
            for values, error_unit in zip(errors[goal].values(), units, strict=True)
            if error_unit == unit
        ]
        if of_unit:
            yield log_histogram(factor * np.max(of_unit, axis=0), f"{name}, {count}")


def _share_bar(statuses: list[tuple[str, int]], count: int) -> str:
    """A bar whose coloured parts are the shares of the statuses."""
    parts = "".join(
        f'<div style="width:{100 * number / count:.3f}%;background:{STATUS_COLORS[status]}"></div>'
        for status, number in statuses
    )
    style = "display:flex;width:320px;height:8px;border-radius:4px;overflow:hidden;margin:6px 0"
    return f'<div style="{style}">{parts}</div>'
