"""Chart of the share of queries that are solved after each number of generations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import MemetikError
from ..transforms import Array
from .chart import Chart, styled
from .style import INK, SERIES, WIDTH, percent

_DASHES = ("-", (0, (5, 1.5)), (0, (1.2, 1.2)))


def success_by_generation(
    needed: Mapping[str, npt.ArrayLike] | npt.ArrayLike, *, title: str = "", xlabel: str = "generations"
) -> Chart:
    """The share of solved queries over the number of generations, as figure 5.6 of D.

    ``needed`` (n,) has the number of generations of each query, nan if it failed; or it is a mapping from
    labels, for instance robots, to such arrays. A query that started at a solution and needed 0 generations
    counts as 1. With another ``xlabel`` the numbers may be another effort, for instance evaluations.

    >>> import memetik as mk
    >>> chart = mk.plot.success_by_generation({"ur5": [3, 8, 5, 21], "iiwa14": [2, 4, float("nan"), 9]})
    >>> [line.get_label() for line in chart.figure.axes[0].lines]
    ['ur5, 100 %', 'iiwa14, 75 %']
    """
    counts = {label: _counts(label, values) for label, values in _labelled(needed).items()}
    with styled():
        from matplotlib.figure import Figure
        from matplotlib.ticker import FuncFormatter, PercentFormatter

        figure = Figure(figsize=(0.72 * WIDTH, 4.2), layout="constrained")
        axes = figure.subplots()
        longest = max(float(np.nanmax(values, initial=1.0)) for values in counts.values())
        for index, (label, values) in enumerate(counts.items()):
            x, y = success_curve(values, 1.15 * longest)
            text = f"{label}, {percent(y[-1])}" if label else percent(y[-1])
            dash = _DASHES[index // len(SERIES) % len(_DASHES)]
            axes.step(
                x,
                y,
                where="post",
                color=SERIES[index % len(SERIES)],
                linestyle=dash,
                linewidth=1.3,
                label=text,
            )
        axes.set_xscale("log")
        axes.set(xlim=(1, 1.15 * longest), ylim=(0, 1.02), xlabel=xlabel, ylabel="solved")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
        axes.grid(which="major")
        axes.grid(which="minor", axis="x", linewidth=0.3)
        axes.spines[:].set_visible(False)
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), labelcolor=INK, handlelength=1.8)
        if title:
            figure.suptitle(title, x=0.01, ha="left", fontsize=11)
    return Chart(figure)


def success_curve(needed: Array, end: float) -> tuple[Array, Array]:
    """Corners of the step curve from 1 to ``end``: positions, and the share solved from there on."""
    solved = np.sort(np.maximum(needed[~np.isnan(needed)], 1.0))
    where, last = np.unique(solved, return_index=True)
    reached = np.append(last[1:], len(solved)) / len(needed)
    before = [] if where.size and where[0] <= 1 else [1.0]
    final = reached[-1:] if where.size else np.zeros(1)
    shares = np.concatenate([np.zeros(len(before)), reached, final])
    return np.concatenate([before, where, [max(end, 1.0)]]), shares


def _labelled(needed: Any) -> Mapping[str, Any]:
    labelled = needed if isinstance(needed, Mapping) else {"": needed}
    if not labelled:
        raise MemetikError("nothing to draw: the mapping is empty")
    return labelled


def _counts(label: str, values: Any) -> Array:
    what = f"generations needed of {label!r}" if label else "generations needed"
    try:
        counts = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise MemetikError(f"{what}: expected numbers, nan where a query failed, got {values!r}") from error
    if counts.ndim != 1 or not counts.size or (counts < 0).any() or np.isinf(counts).any():
        raise MemetikError(
            f"{what}: expected numbers of at least 0, and nan where a query failed, got {values!r}"
        )
    return counts
