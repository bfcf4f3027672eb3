"""Chart of the contribution of each part of an algorithm."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real

import numpy as np

from ..errors import MemetikError
from .chart import Chart, styled
from .style import INK, SERIES, WIDTH


def ablation(
    bars: Mapping[str, Mapping[str, float]], *, title: str = "", xlabel: str = "contribution"
) -> Chart:
    """Bars of how much worse an algorithm gets without each of its parts, per robot, as figure 5.3 of D.

    ``bars`` maps robots to the contribution of each part as a fraction:
    ``{"valkyrie": {"exploitation": 0.6}}``. Parts are ordered by their mean. A part that is missing for a
    robot has no bar there.

    >>> import memetik as mk
    >>> chart = mk.plot.ablation(
    ...     {
    ...         "shadow_hand": {"wipe-outs": 0.1, "exploitation": 0.6},
    ...         "valkyrie": {"wipe-outs": 0.2, "exploitation": 0.5},
    ...     }
    ... )
    >>> [label.get_text() for label in chart.figure.axes[0].get_yticklabels()]
    ['exploitation', 'wipe-outs']
    """
    _check(bars)
    parts = list(dict.fromkeys(part for shares in bars.values() for part in shares))
    means = {part: np.mean([shares[part] for shares in bars.values() if part in shares]) for part in parts}
    parts.sort(key=lambda part: -float(means[part]))
    thickness = 0.8 / len(bars)
    with styled():
        from matplotlib.figure import Figure
        from matplotlib.ticker import PercentFormatter

        height = 0.9 + 0.24 * len(parts) * (len(bars) + 0.6) + 0.3 * bool(title)
        figure = Figure(figsize=(0.72 * WIDTH, max(height, 1.8)), layout="constrained")
        axes = figure.subplots()
        for index, (robot, shares) in enumerate(bars.items()):
            levels = [parts.index(part) + (index - (len(bars) - 1) / 2) * thickness for part in shares]
            color = SERIES[index % len(SERIES)]
            drawn = axes.barh(levels, list(shares.values()), 0.88 * thickness, color=color, label=robot)
            axes.bar_label(drawn, fmt=_percent, padding=3, fontsize=7.5, color=INK)
        axes.set_yticks(range(len(parts)), parts, fontsize=8.5)
        axes.invert_yaxis()
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
        axes.set_xlabel(xlabel)
        axes.grid(axis="x")
        axes.spines[:].set_visible(False)
        axes.margins(x=0.1)
        if len(bars) > 1:
            figure.legend(loc="outside upper right", ncols=4, handlelength=0.9, handletextpad=0.5)
        if title:
            figure.suptitle(title, x=0.01, ha="left", fontsize=11)
    return Chart(figure)


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _check(bars: Mapping[str, Mapping[str, float]]) -> None:
    if not isinstance(bars, Mapping) or not all(isinstance(shares, Mapping) for shares in bars.values()):
        raise MemetikError(
            f"ablation: expected a mapping like {{'ur5': {{'exploitation': 0.6}}}}, got {bars!r}"
        )
    if not any(bars.values()):
        raise MemetikError("ablation: nothing to draw, no robot has a part")
    for robot, shares in bars.items():
        for part, share in shares.items():
            if not isinstance(share, Real) or not np.isfinite(float(share)):
                raise MemetikError(
                    f"ablation: {part!r} of {robot!r}: expected a finite number, got {share!r}"
                )
