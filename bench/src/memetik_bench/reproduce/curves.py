"""Line plots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

_WIDTH, _HEIGHT, _DPI = 6.0, 3.6, 150  # [inch], [pixels an inch]


def draw_lines(
    path: Path, x: Sequence[float], series: Mapping[str, Sequence[float]], *, x_label: str, y_label: str
) -> None:
    """Save a plot of ``series`` over ``x``; the y axis begins at zero."""
    from matplotlib.figure import Figure  # of the extra ``plot``

    figure = Figure(figsize=(_WIDTH, _HEIGHT), layout="constrained")
    axes = figure.subplots()
    for name, values in series.items():
        axes.plot(x, values, marker="o", label=name)
    axes.set(xlabel=x_label, ylabel=y_label, ylim=(0, None))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(path, dpi=_DPI)
