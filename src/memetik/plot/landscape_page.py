"""Interactive landscapes, drawn by plotly."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..solve.generations import OPERATORS, Generations
from .chart import plotly
from .evolution_data import Variable
from .fitness_scale import COLORS, FitnessScale
from .landscape_layers import LandscapeRow, Layer, layers
from .style import INK, PANEL, WIPE_OUT
from .wipe_out_lines import wipe_out_lines

_PANELS = 40  # a browser is fast with the dots and lines of this many panels
_SHADES = 6  # colours of lines: a trace of lines has one colour in plotly
_PANEL_HEIGHT = 150  # [pixel]


def landscape_page(
    evolutions: Mapping[str, Generations],
    kinds: list[LandscapeRow],
    variables: list[Variable],
    columns: int,
    title: str,
) -> Any:
    """The panels as a plotly figure. They share the axis of generations; dots show details when hovered."""
    share = min(1.0, _PANELS / (len(variables) * len(kinds) * len(evolutions)))
    rows = layers(evolutions, kinds, share=share)
    bands = math.ceil(len(variables) / columns)
    height = bands * len(rows) * _PANEL_HEIGHT + 110
    figure = plotly("subplots").make_subplots(
        rows=bands * len(rows),
        cols=columns,
        subplot_titles=_captions(variables, len(rows), columns),
        vertical_spacing=26 / height,
        horizontal_spacing=0.2 / columns,
    )
    scale = FitnessScale.of(np.concatenate([evolution.fitness for evolution in evolutions.values()]))
    wiped: list[dict[str, Any]] = []
    for row, shown in enumerate(rows):
        for index, variable in enumerate(variables):
            band, column = divmod(index, columns)
            place = {"row": band * len(rows) + row + 1, "col": column + 1}
            traces = [*_lines(scale, shown, variable), _dots(scale, shown, variable)]
            figure.add_traces(traces, rows=place["row"], cols=place["col"])
            axis = figure.data[-1].xaxis.removeprefix("x")
            wiped += wipe_out_lines(shown.generations, axis, color=WIPE_OUT, width=0.7)
            extent = variable.upper - variable.lower or 1.0
            limits = [variable.lower - 0.03 * extent, variable.upper + 0.03 * extent]
            name = shown.name.replace("\n", "<br>") if column == 0 else ""
            figure.update_yaxes(range=limits, title=name, **place)
    plain = {"showgrid": False, "zeroline": False, "title_standoff": 4}
    figure.update_xaxes(matches="x", showticklabels=False, nticks=4, **plain).update_yaxes(nticks=3, **plain)
    figure.update_xaxes(showticklabels=True, title="generation", row=bands * len(rows))
    figure.update_layout(xaxis_matches=None)  # all other axes match the first
    figure.update_annotations(font_size=12)
    return figure.update_layout(
        template="plotly_white",
        title=title,
        font={"color": INK, "size": 10},
        height=height,
        plot_bgcolor=PANEL,
        showlegend=False,
        shapes=wiped,
        coloraxis=_color_axis(scale),
        margin={"l": 40, "r": 20, "t": 70, "b": 40},
    )


def _captions(variables: list[Variable], kinds: int, columns: int) -> list[str]:
    """The captions of all panels, row by row: names above the first row of every band, else empty."""
    captions: list[str] = []
    for first in range(0, len(variables), columns):
        names = [variable.name for variable in variables[first : first + columns]]
        captions += names + [""] * (columns - len(names)) + [""] * (columns * (kinds - 1))
    return captions


def _dots(scale: FitnessScale, shown: Layer, variable: Variable) -> Any:
    rows, generations = shown.dots, shown.generations
    made_by = np.array(OPERATORS)[generations.operator[rows]]
    fitness = generations.fitness[rows]
    return plotly("graph_objects").Scattergl(
        x=generations.generation[rows],
        y=variable.values(generations)[rows].astype(np.float32),
        mode="markers",
        marker={"size": 4, "color": scale.level(fitness).astype(np.float32), "coloraxis": "coloraxis"},
        text=[f"{operator}, {value:.3g}" for operator, value in zip(made_by, fitness, strict=True)],
        hovertemplate="generation %{x}: %{y:.3f}<br>%{text}<extra></extra>",
    )


def _lines(scale: FitnessScale, shown: Layer, variable: Variable) -> list[Any]:
    """One trace with many lines for each shade."""
    generations, values = shown.generations, variable.values(shown.generations)
    level = scale.level(generations.fitness[shown.children])
    shade = np.minimum((_SHADES * level).astype(int), _SHADES - 1)
    traces = []
    for number in np.unique(shade):
        parents, children = shown.parents[shade == number], shown.children[shade == number]
        gap = np.full(len(parents), np.nan)
        x = np.column_stack([generations.generation[parents], generations.generation[children], gap])
        y = np.column_stack([values[parents], values[children], gap])
        color = COLORS[1 + number * (len(COLORS) - 1) // _SHADES]
        traces.append(
            plotly("graph_objects").Scattergl(
                x=x.astype(np.float32).ravel(),
                y=y.astype(np.float32).ravel(),
                mode="lines",
                line={"color": color, "width": 1.6 * shown.line_width},
                opacity=shown.opacity,
                hoverinfo="skip",
            )
        )
    return traces


def _color_axis(scale: FitnessScale) -> dict[str, Any]:
    stops = zip(np.linspace(0, 1, len(COLORS)).tolist(), COLORS, strict=True)
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
