"""Evolutionary landscapes: the distribution of a population in every joint's range over the generations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..errors import MemetikError, UnknownNameError
from ..solve.generations import Generations
from .chart import Chart, styled
from .evolution_data import Variable, checked, chosen_variables
from .fitness_scale import FitnessScale
from .landscape_layers import LAYERS, LandscapeRow, Layer, layers
from .landscape_page import landscape_page
from .landscape_sheet import Sheet, draw_caption, draw_foot, draw_header, draw_panel, draw_row_name
from .style import WIDTH

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..robot.robot import Robot


def landscape(
    generations: Generations | Mapping[str, Generations],
    *,
    rows: Sequence[LandscapeRow] = ("fitness", "procreation", "elites"),
    variables: Sequence[str] | str | None = None,
    robot: Robot | None = None,
    columns: int | None = None,
    title: str = "",
) -> Chart:
    """A population's values of every variable over the generations, as in figures 5.29 to 5.32 of D.

    Every column is a variable; its panels have the generations from left to right and the variable's range
    from bottom to top. Better individuals are darker and drawn over worse ones. Vertical lines are wipe-outs.

    Parameters
    ----------
    generations : the generations of an evolution, or a mapping from labels to generations, to compare them.
    rows : ``"fitness"``: all individuals; ``"procreation"``: lines from parents to children;
        ``"elites"``: only elites, and lines between elites that are parent and child.
    variables : the variables to draw, in this order; by default all that evolve.
    robot : provides ranges (its limits) and units; without it, ranges are those of the individuals.
    columns : maximum number of variables side by side, by default ten; further ones follow below.
    title : text at the top left.

    D is S. Starke, "Bio IK: A Memetic Evolutionary Algorithm for Generic Multi-Objective Inverse Kinematics",
    dissertation, Universität Hamburg, 2020.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> solution = mk.solve("ur5", goal, method="bioik2", trace=True)
    >>> chart = mk.plot.landscape(solution.trace.generations, rows=["fitness"])
    >>> len(chart.figure.axes)  # the scale of colors, and six joints
    7
    """
    evolutions = generations if isinstance(generations, Mapping) else {"": generations}
    if not evolutions:
        raise MemetikError("nothing to draw: the mapping is empty")
    for evolution in evolutions.values():
        checked(evolution)
    kinds = _checked_rows(rows)
    shown = chosen_variables(list(evolutions.values()), variables, robot)
    sheet = Sheet.of(len(shown), len(evolutions) * len(kinds), columns)
    return Chart(
        _draw(evolutions, kinds, shown, sheet, title),
        lambda: landscape_page(evolutions, kinds, shown, sheet.columns, title),
    )


def _checked_rows(rows: Sequence[LandscapeRow] | LandscapeRow) -> list[LandscapeRow]:
    kinds = [rows] if isinstance(rows, str) else list(rows)
    for kind in kinds:
        if kind not in LAYERS:
            raise UnknownNameError("row", kind, LAYERS)
    if not kinds:
        raise MemetikError(f"rows: expected at least one of {', '.join(LAYERS)}")
    return kinds


def _draw(
    evolutions: Mapping[str, Generations],
    kinds: list[LandscapeRow],
    variables: list[Variable],
    sheet: Sheet,
    title: str,
) -> Figure:
    scale = FitnessScale.of(np.concatenate([evolution.fitness for evolution in evolutions.values()]))
    count = max(evolution.count for evolution in evolutions.values())
    with styled():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(WIDTH, sheet.height))
        wiped = any(len(evolution.wipe_outs) for evolution in evolutions.values())
        draw_header(figure, sheet, scale, title, wiped=wiped)
        for row, shown in enumerate(layers(evolutions, kinds)):
            for index, variable in enumerate(variables):
                axes = figure.add_axes(sheet.place(index, row), label=f"{shown.name}:{variable.name}")
                draw_panel(axes, shown.generations, count)
                _draw_lines(axes, scale, shown, variable)
                _draw_dots(axes, scale, shown, variable, size=72 * sheet.panel[0] / count)
                leftmost = index % sheet.columns == 0
                if row == 0:
                    draw_caption(axes, variable, sheet.caption_size(variables))
                if row == sheet.rows - 1:
                    draw_foot(axes, count, worded=leftmost)
                if leftmost:
                    draw_row_name(axes, shown.name, sheet)
    return figure


def _draw_dots(axes: Axes, scale: FitnessScale, shown: Layer, variable: Variable, *, size: float) -> None:
    """Draw dots of about ``size`` [pt], the distance between generations."""
    if not len(shown.dots):
        return
    x = shown.generations.generation[shown.dots]
    y = variable.heights(shown.generations)[shown.dots]
    colors = scale.colors(shown.generations.fitness[shown.dots])
    area = float(np.clip(0.8 * size, 1.2, 3.2)) ** 2
    axes.scatter(x, y, s=area, c=colors, linewidths=0, rasterized=True, zorder=3)


def _draw_lines(axes: Axes, scale: FitnessScale, shown: Layer, variable: Variable) -> None:
    """Draw lines from parents to children in the colour of the child."""
    from matplotlib.collections import LineCollection

    if not len(shown.children):
        return
    ends = np.stack([shown.parents, shown.children], axis=1)
    x, y = shown.generations.generation[ends], variable.heights(shown.generations)[ends]
    colors = scale.colors(shown.generations.fitness[shown.children])
    colors[:, 3] = shown.opacity
    lines = list(np.stack([x, y], axis=2))
    drawn = LineCollection(lines, colors=colors, linewidths=shown.line_width, rasterized=True)
    axes.add_collection(drawn, autolim=False)
