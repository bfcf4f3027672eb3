"""A landscape to zoom into and to point at, by plotly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..generations import OPERATORS, Generations
from .chart import plotly
from .fitness_scale import COLORS, FitnessScale
from .history import Variable, wipe_outs
from .landscape_layers import LandscapeRow, Layer, layer
from .style import INK, PANEL, WIPE_OUT

_PANELS = 40  # that a browser moves at ease with all their dots and lines
_SHADES = 6  # of lines: plotly's have one color each
_PANEL_HEIGHT = 150  # [pixel]


def landscape_page(
    generations: Generations, kinds: list[LandscapeRow], variables: list[Variable], columns: int, title: str
) -> Any:
    """The same panels; all share the axis of generations, and dots tell fitness, value and operator."""
    bands = math.ceil(len(variables) / columns)
    height = bands * len(kinds) * _PANEL_HEIGHT + 110
    figure = plotly("subplots").make_subplots(
        rows=bands * len(kinds),
        cols=columns,
        subplot_titles=_captions(variables, len(kinds), columns),
        vertical_spacing=26 / height,
        horizontal_spacing=0.2 / columns,
    )
    scale = FitnessScale.of(generations.fitness)
    share = min(1.0, _PANELS / (len(variables) * len(kinds)))
    for row, kind in enumerate(kinds):
        shown = layer(generations, kind, share=share)
        for index, variable in enumerate(variables):
            band, column = divmod(index, columns)
            place = {"rows": band * len(kinds) + row + 1, "cols": column + 1}
            traces = [
                *_lines(generations, scale, shown, variable),
                _dots(generations, scale, shown, variable),
            ]
            figure.add_traces(traces, **{key: [value] * len(traces) for key, value in place.items()})
            extent = variable.upper - variable.lower or 1.0
            limits = [variable.lower - 0.03 * extent, variable.upper + 0.03 * extent]
            name = {"fitness": "individuals"}.get(kind, kind) if column == 0 else ""
            figure.update_yaxes(range=limits, title=name, row=place["rows"], col=place["cols"])
    plain = {"showgrid": False, "zeroline": False, "title_standoff": 4}
    figure.update_xaxes(matches="x", showticklabels=False, nticks=4, **plain).update_yaxes(nticks=3, **plain)
    figure.update_xaxes(showticklabels=True, title="generation", row=bands * len(kinds))
    figure.update_layout(xaxis_matches=None)  # all follow the first
    figure.update_annotations(font_size=12)
    return figure.update_layout(
        template="plotly_white",
        title=title,
        font={"color": INK, "size": 10},
        height=height,
        plot_bgcolor=PANEL,
        showlegend=False,
        shapes=_wipe_out_lines(generations, figure),
        coloraxis=_color_axis(scale),
        margin={"l": 40, "r": 20, "t": 70, "b": 40},
    )


def _wipe_out_lines(generations: Generations, figure: Any) -> list[dict[str, Any]]:
    """For every panel; ``figure.add_vline`` takes seconds for many."""
    look = {"type": "line", "y0": 0, "y1": 1, "layer": "below", "line": {"color": WIPE_OUT, "width": 0.7}}
    axes = [trace.xaxis.removeprefix("x") for trace in figure.data]
    return [
        {"xref": f"x{number}", "yref": f"y{number} domain", "x0": generation - 0.5, "x1": generation - 0.5}
        | look
        for number in dict.fromkeys(axes)
        for generation in wipe_outs(generations).tolist()
    ]


def _captions(variables: list[Variable], kinds: int, columns: int) -> list[str]:
    """Row by row: names above the first row of every band."""
    captions: list[str] = []
    for first in range(0, len(variables), columns):
        names = [variable.name for variable in variables[first : first + columns]]
        captions += names + [""] * (columns - len(names)) + [""] * (columns * (kinds - 1))
    return captions


def _dots(generations: Generations, scale: FitnessScale, shown: Layer, variable: Variable) -> Any:
    rows = shown.dots
    made_by = np.array(OPERATORS)[generations.operator[rows]]
    fitness = generations.fitness[rows]
    return plotly("graph_objects").Scattergl(
        x=generations.generation[rows],
        y=_values(variable, rows),
        mode="markers",
        marker={"size": 4, "color": scale.level(fitness).astype(np.float32), "coloraxis": "coloraxis"},
        text=[f"{operator}, {value:.3g}" for operator, value in zip(made_by, fitness, strict=True)],
        hovertemplate="generation %{x}: %{y:.3f}<br>%{text}<extra></extra>",
    )


def _lines(generations: Generations, scale: FitnessScale, shown: Layer, variable: Variable) -> list[Any]:
    """One trace of many lines for each shade."""
    level = scale.level(generations.fitness[shown.children])
    shade = np.minimum((_SHADES * level).astype(int), _SHADES - 1)
    traces = []
    for number in np.unique(shade):
        parents, children = shown.parents[shade == number], shown.children[shade == number]
        gap = np.full(len(parents), np.nan)
        x = np.column_stack([generations.generation[parents], generations.generation[children], gap])
        y = np.column_stack([_values(variable, parents), _values(variable, children), gap])
        line = {
            "color": COLORS[1 + number * (len(COLORS) - 1) // _SHADES],
            "width": 0.7 if shown.line_width < 0.5 else 1.5,
        }
        traces.append(
            plotly("graph_objects").Scattergl(
                x=x.astype(np.float32).ravel(),
                y=y.astype(np.float32).ravel(),
                mode="lines",
                line=line,
                opacity=shown.opacity,
                hoverinfo="skip",
            )
        )
    return traces


def _values(variable: Variable, rows: Any) -> Any:
    """In units of the variable again."""
    extent = variable.upper - variable.lower
    return (
        (variable.lower + extent * variable.values[rows]).astype(np.float32)
        if extent > 0
        else np.full(len(rows), variable.lower, np.float32)
    )


def _color_axis(scale: FitnessScale) -> dict[str, Any]:
    stops: Sequence[tuple[float, str]] = list(
        zip(np.linspace(0, 1, len(COLORS)).tolist(), COLORS, strict=True)
    )
    bar = {
        "title": "fitness",
        "tickvals": scale.level(scale.ticks()).tolist(),
        "ticktext": scale.tick_texts("10<sup>{}</sup>"),
        "thickness": 12,
        "len": 240,
        "lenmode": "pixels",
        "y": 1,
        "yanchor": "top",
    }
    return {"colorscale": [list(stop) for stop in stops], "cmin": 0, "cmax": 1, "colorbar": bar}
