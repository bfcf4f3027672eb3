"""Chart of efficiency over population size and number of elites."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import MemetikError
from ..transforms import Array
from .chart import Chart, plotly, styled
from .style import FAINT, INK, WIDTH

_COLORS = "viridis"
_CAPTION = "efficiency, normalized"


def efficiency_map(
    population: npt.ArrayLike, elites: npt.ArrayLike, efficiency: npt.ArrayLike, *, title: str = ""
) -> Chart:
    """A map of efficiency over population size and number of elites, as figure 5.1 of D; marks the best.

    ``efficiency`` (p, e) has a row per entry of ``population`` (p,) and a column per entry of ``elites``
    (e,); it is nan where it was not measured. In D, formula (5.1), it is the mean of 1/(φ t) over queries,
    with the final fitness φ and the time t [s]. The map is scaled from 0 (lowest) to 1 (highest).

    >>> import memetik as mk
    >>> chart = mk.plot.efficiency_map([20, 50, 100], [1, 3], [[1.0, 2.0], [1.5, 5.0], [1.2, 4.0]])
    >>> chart.figure.axes[0].get_title(loc="right")
    'best: 50 individuals, 3 elites'
    """
    sizes, numbers = _sorted_axis(population, "population"), _sorted_axis(elites, "elites")
    values = _normalized(efficiency, len(sizes), len(numbers))
    rows, columns = np.argsort(sizes), np.argsort(numbers)
    sizes, numbers, values = sizes[rows], numbers[columns], values[np.ix_(rows, columns)]
    best = np.unravel_index(np.nanargmax(values), values.shape)
    number = numbers[best[1]]
    caption = f"best: {sizes[best[0]]:g} individuals, {number:g} elite{'' if number == 1 else 's'}"
    with styled():
        from matplotlib.figure import Figure

        width = float(np.clip(2.2 + 0.42 * len(sizes), 5.0, WIDTH))
        height = float(np.clip(1.3 + 0.42 * len(numbers), 2.4, 7.0))
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.subplots()
        image = axes.pcolormesh(
            np.ma.masked_invalid(values.T), cmap=_COLORS, vmin=0, vmax=1, edgecolors="white", linewidth=0.6
        )
        axes.plot(best[0] + 0.5, best[1] + 0.5, "o", ms=9, mfc="none", mec=INK, mew=1.6)
        axes.set_xticks(np.arange(len(sizes)) + 0.5, [f"{size:g}" for size in sizes])
        axes.set_yticks(np.arange(len(numbers)) + 0.5, [f"{number:g}" for number in numbers])
        axes.set(xlabel="population", ylabel="elites")
        axes.set_title(title, loc="left")
        axes.set_title(caption, loc="right", fontsize=8, color=FAINT)
        axes.spines[:].set_visible(False)
        bar = figure.colorbar(image, ax=axes, label=_CAPTION, aspect=30, pad=0.02, ticks=[0, 0.5, 1])
        bar.outline.set_visible(False)
    return Chart(figure, lambda: _page(sizes, numbers, values, f"{title} ({caption})" if title else caption))


def _sorted_axis(values: Any, what: str) -> Array:
    numbers = _numbers(values, what)
    if numbers.ndim != 1 or not numbers.size or len(np.unique(numbers)) != numbers.size:
        raise MemetikError(f"{what}: expected at least one number, and none twice, got {values!r}")
    return numbers


def _normalized(efficiency: Any, sizes: int, numbers: int) -> Array:
    values = _numbers(efficiency, "efficiency")
    if values.shape != (sizes, numbers):
        raise MemetikError(
            f"efficiency: expected shape ({sizes}, {numbers}), a row per population and a column per "
            f"number of elites, got {values.shape}"
        )
    if np.isnan(values).all() or np.isinf(values).any():
        raise MemetikError(
            "efficiency: expected finite numbers, nan where it was not measured, and at least one number"
        )
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    return (values - low) / (high - low) if high > low else values - low + 1.0


def _numbers(values: Any, what: str) -> Array:
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise MemetikError(f"{what}: expected numbers, got {values!r}") from error


def _page(sizes: Array, numbers: Array, values: Array, title: str) -> Any:
    go = plotly("graph_objects")
    heat = go.Heatmap(
        x=[f"{size:g}" for size in sizes],
        y=[f"{number:g}" for number in numbers],
        z=values.T,
        zmin=0,
        zmax=1,
        xgap=1,
        ygap=1,
        colorscale=_COLORS,
        colorbar={"title": _CAPTION},
        hovertemplate="%{x} individuals, %{y} elites: %{z:.3f}<extra></extra>",
    )
    row, column = np.unravel_index(np.nanargmax(values), values.shape)
    ring = go.Scatter(
        x=[f"{sizes[row]:g}"],
        y=[f"{numbers[column]:g}"],
        mode="markers",
        marker={"symbol": "circle-open", "size": 16, "color": INK, "line": {"width": 2.5}},
        hoverinfo="skip",
    )
    category = {"type": "category", "showgrid": False}
    return go.Figure([heat, ring]).update_layout(
        template="plotly_white",
        title=title,
        font={"color": INK},
        xaxis={"title": "population", **category},
        yaxis={"title": "elites", **category},
    )
