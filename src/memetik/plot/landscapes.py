"""Evolutionary landscapes: where in every joint's range a population was, generation by generation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..errors import MemetikError, UnknownNameError
from ..generations import Generations
from .chart import Chart, styled
from .fitness_scale import FitnessScale
from .history import Variable, checked, chosen_variables
from .landscape_layers import LAYERS, LandscapeRow, Layer, layer
from .landscape_page import landscape_page
from .landscape_sheet import Sheet, draw_caption, draw_foot, draw_header, draw_panel, draw_row_name
from .style import WIDTH

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..robot import Robot


def landscape(
    generations: Generations,
    *,
    rows: Sequence[LandscapeRow] = ("fitness", "procreation", "elites"),
    variables: Sequence[str] | str | None = None,
    robot: Robot | None = None,
    columns: int | None = None,
    title: str = "",
) -> Chart:
    """How a population moved through the ranges of its joints, as in figures 5.29 to 5.32 of D.

    Every column is a variable; its panels have the generations from left to right and the variable's range
    from bottom to top. What is better is darker, and drawn over what is worse. Vertical lines are wipe-outs.

    Parameters
    ----------
    rows : ``"fitness"``: all individuals; ``"procreation"``: lines from parents to children;
        ``"elites"``: elites alone, and lines where one came from another.
    variables : which, and in which order; by default all that evolve.
    robot : gives ranges by its limits, and units; by default ranges are as far as individuals went.
    columns : variables side by side, at most; further ones follow below. By default up to ten.
    title : at the top left.

    D is S. Starke, "Bio IK: A Memetic Evolutionary Algorithm for Generic Multi-Objective Inverse Kinematics",
    dissertation, Universität Hamburg, 2020.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> solution = mk.solve("ur5", goal, method="bioik2", trace=True)
    >>> chart = mk.plot.landscape(solution.trace.generations, rows=["fitness"])
    >>> len(chart.figure.axes)  # the scale of colors, and three joints
    4
    """
    checked(generations)
    kinds = _checked_rows(rows)
    shown = chosen_variables(generations, variables, robot)
    sheet = Sheet.of(len(shown), len(kinds), columns)
    return Chart(
        _draw(generations, kinds, shown, sheet, title),
        lambda: landscape_page(generations, kinds, shown, sheet.columns, title),
    )


def _checked_rows(rows: Sequence[LandscapeRow] | LandscapeRow) -> list[LandscapeRow]:
    kinds = [rows] if isinstance(rows, str) else list(rows)
    for kind in kinds:
        if kind not in LAYERS:
            raise UnknownNameError("row of a landscape", kind, LAYERS)
    if not kinds:
        raise MemetikError(f"a landscape without rows; rows are: {', '.join(LAYERS)}")
    return kinds


def _draw(
    generations: Generations, kinds: list[LandscapeRow], variables: list[Variable], sheet: Sheet, title: str
) -> Figure:
    scale = FitnessScale.of(generations.fitness)
    with styled():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(WIDTH, sheet.height))
        draw_header(figure, sheet, scale, title, wiped=len(generations.wipe_outs) > 0)
        for row, kind in enumerate(kinds):
            shown = layer(generations, kind)
            for index, variable in enumerate(variables):
                leftmost = index % sheet.columns == 0
                axes = figure.add_axes(sheet.place(index, row), label=f"{kind}:{variable.name}")
                draw_panel(axes, generations)
                _draw_lines(axes, generations, scale, shown, variable)
                _draw_dots(axes, generations, scale, shown, variable, sheet)
                if row == 0:
                    draw_caption(axes, variable, sheet)
                if row == len(kinds) - 1:
                    draw_foot(axes, generations, worded=leftmost)
                if leftmost:
                    draw_row_name(axes, "individuals" if kind == "fitness" else kind, sheet)
    return figure


def _draw_dots(
    axes: Axes, generations: Generations, scale: FitnessScale, shown: Layer, variable: Variable, sheet: Sheet
) -> None:
    """About as large as the generations are apart."""
    if not len(shown.dots):
        return
    apart = 72 * sheet.panel[0] / generations.count
    size = float(np.clip(0.8 * apart, 1.2, 3.2)) ** 2
    x, y = generations.generation[shown.dots], variable.values[shown.dots]
    colors = scale.colors(generations.fitness[shown.dots])
    axes.scatter(x, y, s=size, c=colors, linewidths=0, rasterized=True, zorder=3)


def _draw_lines(
    axes: Axes, generations: Generations, scale: FitnessScale, shown: Layer, variable: Variable
) -> None:
    """In the color of the child."""
    from matplotlib.collections import LineCollection

    if not len(shown.children):
        return
    ends = np.stack([shown.parents, shown.children], axis=1)
    lines = np.stack([generations.generation[ends], variable.values[ends]], axis=2)
    colors = scale.colors(generations.fitness[shown.children])
    colors[:, 3] = shown.opacity
    drawn = LineCollection(list(lines), colors=colors, linewidths=shown.line_width, rasterized=True)
    axes.add_collection(drawn, autolim=False)
