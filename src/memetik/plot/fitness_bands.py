"""Chart of the distribution of fitness in every generation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..solve.generations import Generations
from ..transforms import Array
from .chart import Chart, plotly, styled
from .evolution_data import checked, wipe_outs
from .style import BAD, GRID, INK, WIDTH, WIPE_OUT
from .wipe_out_lines import wipe_out_lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Each band: lower quantile, upper quantile, colour, caption.
BANDS = (
    (0.0, 1.0, "#e9edf2", "all"),
    (0.1, 0.9, "#d6e0ea", "80 %"),
    (0.25, 0.75, "#afc5d9", "50 %"),
)
_MEDIAN = "#5f86a8"


def fitness(generations: Generations, *, title: str = "") -> Chart:
    """The distribution of fitness in every generation, and fitness by rank in the last one, both logarithmic.

    Left: the best individual, the median, bands that contain 50 %, 80 % and all of the population, and
    wipe-outs. Right: the last complete generation from best to worst, with elites in colour, as figure 5.26
    of D (see :func:`~memetik.plot.landscape`).

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> solution = mk.solve("ur5", goal, method="bioik2", trace=True)
    >>> mk.plot.fitness(solution.trace.generations).formats
    ('.png', '.svg', '.pdf', '.html')
    """
    checked(generations)
    return Chart(_draw(generations, title), lambda: _page(generations, title))


def quantiles(generations: Generations, shares: Array) -> Array:
    """Quantiles (m, count) of fitness in each generation, at the probabilities ``shares`` (m,).

    A generation with less than half of the individuals of the largest one is incomplete: it has only its
    best fitness, and NaN for other quantiles.
    """
    values = positive(generations.fitness)
    order = np.argsort(generations.generation, kind="stable")
    starts = np.searchsorted(generations.generation[order], np.arange(1, generations.count))
    groups = np.split(values[order], starts)
    whole = 0.5 * max(len(group) for group in groups)
    rows = [np.quantile(group, shares) if len(group) else np.full(len(shares), np.nan) for group in groups]
    for group, row in zip(groups, rows, strict=True):
        if len(group) < whole:
            row[shares > 0] = np.nan
    return np.array(rows).T


def positive(values: Array) -> Array:
    """``values`` made positive and finite for logarithms: at least a tenth of the smallest positive value."""
    known = values[np.isfinite(values) & (values > 0)]
    floor, ceiling = (float(known.min()) / 10, float(known.max())) if known.size else (1e-16, 1e-16)
    return np.clip(np.nan_to_num(values, nan=ceiling, posinf=ceiling), floor, ceiling)


def _last_population(generations: Generations) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Fitness of the last complete generation, best first, and whether each individual is an elite."""
    last = generations.generation == generations.last_whole
    values = positive(generations.fitness)[last]
    order = np.argsort(values, kind="stable")
    return values[order], generations.elite[last][order]


def _draw(generations: Generations, title: str) -> Figure:
    with styled():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(WIDTH, 4.2), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True, width_ratios=(3.2, 1))
        _draw_bands(left, generations)
        _draw_ranks(right, generations)
        left.set_yscale("log")
        if title:
            figure.suptitle(title, x=0.01, ha="left", fontsize=11)
    return figure


def _draw_bands(axes: Axes, generations: Generations) -> None:
    x = np.arange(generations.count)
    for low, high, color, label in BANDS:
        lower, upper = quantiles(generations, np.array([low, high]))
        axes.fill_between(x, lower, upper, color=color, linewidth=0, label=label)
    best, median = quantiles(generations, np.array([0.0, 0.5]))
    axes.plot(x, median, color=_MEDIAN, linewidth=1, label="median")
    axes.plot(x, best, color=INK, linewidth=1.6, label="best")
    began_anew = wipe_outs(generations)
    for index, generation in enumerate(began_anew):
        label = "wipe-out" if index == 0 else "_nolegend_"
        axes.axvline(generation - 0.5, color=WIPE_OUT, linewidth=0.8, linestyle=(0, (3, 2)), label=label)
    axes.set(xlabel="generation", ylabel="fitness", xlim=(0, max(generations.count - 1, 1)))
    axes.grid(axis="y")
    axes.spines["left"].set_visible(False)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=6, handlelength=1.4, columnspacing=1.6)


def _draw_ranks(axes: Axes, generations: Generations) -> None:
    values, elite = _last_population(generations)
    rank = np.arange(1, len(values) + 1)
    for members, color, label, size in ((~elite, _MEDIAN, "others", 7), (elite, BAD, "elites", 18)):
        axes.scatter(rank[members], values[members], s=size, color=color, linewidths=0, label=label, zorder=3)
    axes.set(xlabel="rank in the last complete generation")
    axes.grid(axis="y")
    axes.spines["left"].set_visible(False)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, handletextpad=0.1, columnspacing=1.2)


def _page(generations: Generations, title: str) -> Any:
    """The same two panels as an interactive plotly figure."""
    go = plotly("graph_objects")
    figure = plotly("subplots").make_subplots(
        rows=1, cols=2, shared_yaxes=True, column_widths=[0.76, 0.24], horizontal_spacing=0.03
    )
    x = np.arange(generations.count)
    for low, high, color, label in BANDS:
        lower, upper = quantiles(generations, np.array([low, high]))
        edge = {"mode": "lines", "line": {"width": 0}, "legendgroup": label, "hoverinfo": "skip"}
        figure.add_trace(go.Scatter(x=x, y=lower, showlegend=False, **edge), 1, 1)
        figure.add_trace(go.Scatter(x=x, y=upper, fill="tonexty", fillcolor=color, name=label, **edge), 1, 1)
    best, median = quantiles(generations, np.array([0.0, 0.5]))
    for name, y, line in (
        ("median", median, {"color": _MEDIAN, "width": 1.5}),
        ("best", best, {"color": INK, "width": 2.5}),
    ):
        figure.add_trace(go.Scatter(x=x, y=y, mode="lines", line=line, name=name), 1, 1)
    line = {"color": WIPE_OUT, "width": 1, "dash": "dash"}
    wiped = wipe_out_lines(generations, "", **line)
    if wiped:
        figure.add_trace(go.Scatter(x=[None], y=[None], mode="lines", line=line, name="wipe-out"), 1, 1)
    values, elite = _last_population(generations)
    rank = np.arange(1, len(values) + 1)
    for members, color, name in ((~elite, _MEDIAN, "others"), (elite, BAD, "elites")):
        marker = {"color": color, "size": 8 if name == "elites" else 5}
        dots = go.Scatter(x=rank[members], y=values[members], mode="markers", marker=marker, name=name)
        figure.add_trace(dots, 1, 2)
    axis = {"gridcolor": GRID, "zeroline": False}
    figure.update_xaxes(**axis).update_yaxes(type="log", exponentformat="power", dtick=1, **axis)
    figure.update_xaxes(title="generation", row=1, col=1).update_xaxes(title="rank at the end", row=1, col=2)
    figure.update_yaxes(title="fitness", row=1, col=1)
    return figure.update_layout(
        template="plotly_white", title=title, font={"color": INK}, height=560, margin_t=60, shapes=wiped
    )
