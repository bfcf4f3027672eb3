"""The layout of a landscape: places the panels and draws the captions around them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import MemetikError
from ..number_checks import is_integer
from ..solve.generations import Generations
from .evolution_data import Variable, wipe_outs
from .fitness_scale import FitnessScale, colors_of
from .style import FAINT, PANEL, WIDTH, WIPE_OUT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MOST_COLUMNS = 10
_LEFT, _RIGHT, _GAP, _ROW_GAP = 0.32, 0.1, 0.09, 0.05  # [inch]
_HEADER, _CAPTION, _FOOT, _BOTTOM = 0.48, 0.36, 0.17, 0.16


@dataclass(frozen=True)
class Sheet:
    """Panels in bands of ``columns`` variables; every band has all rows. Lengths are in inches."""

    columns: int
    bands: int
    rows: int
    panel: tuple[float, float]

    @classmethod
    def of(cls, variables: int, rows: int, columns: int | None) -> Sheet:
        """A sheet for these numbers of variables and rows, with at most ``columns`` variables in a band."""
        if columns is not None and not is_integer(columns, 1, 100):
            raise MemetikError(f"columns: expected an integer from 1 to 100, got {columns!r}")
        bands = math.ceil(variables / (columns or _MOST_COLUMNS))
        across = math.ceil(variables / bands)  # the same number in every band except the last
        width = (WIDTH - _LEFT - _RIGHT - (across - 1) * _GAP) / across
        height = min(max(0.75 * width, 0.8 if bands == 1 else 0.6), 1.5)
        return cls(across, bands, rows, (width, height))

    @property
    def height(self) -> float:
        """The height of the whole figure."""
        return _HEADER + self.bands * self._band + _BOTTOM

    @property
    def _band(self) -> float:
        return _CAPTION + self.rows * self.panel[1] + (self.rows - 1) * _ROW_GAP + _FOOT

    def caption_size(self, variables: list[Variable]) -> float:
        """The font size [pt] at which all names fit above their panels, between 4.5 and 7.5."""
        longest = max(len(variable.name) for variable in variables)
        room = 72 * self.panel[0] / (0.6 * max(longest, 1))  # the width of a letter is 0.6 of the font size
        return float(np.clip(room, 4.5, 7.5))

    def place(self, variable: int, row: int) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of a panel, as fractions of the figure."""
        band, column = divmod(variable, self.columns)
        width, height = self.panel
        left = _LEFT + column * (width + _GAP)
        top = _HEADER + band * self._band + _CAPTION + row * (height + _ROW_GAP)
        bottom = self.height - top - height
        return left / WIDTH, bottom / self.height, width / WIDTH, height / self.height


def draw_panel(axes: Axes, generations: Generations, count: int) -> None:
    """Draw the background of a panel, and lines where an island was wiped out."""
    margin = 0.02 * max(count - 1, 1)
    axes.set(
        xlim=(-margin, count - 1 + margin),
        ylim=(-0.03, 1.03),
        xticks=[],
        yticks=[],
        facecolor=PANEL,
    )
    axes.spines[:].set_visible(False)
    began_anew = wipe_outs(generations)
    if began_anew.size:
        axes.vlines(began_anew - 0.5, -0.03, 1.03, colors=WIPE_OUT, linewidths=0.5, alpha=0.7, zorder=0.5)


def draw_caption(axes: Axes, variable: Variable, size: float) -> None:
    """Write the variable's name, in letters of ``size`` [pt], and its range above a panel."""
    axes.annotate(
        variable.name,
        (0, 1),
        (0, 12),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=size,
        va="baseline",
    )
    axes.annotate(
        variable.range_text,
        (0, 1),
        (0, 3.5),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=6,
        color=FAINT,
        va="baseline",
    )


def draw_row_name(axes: Axes, name: str, sheet: Sheet) -> None:
    """Write the name of a row vertically at its left."""
    axes.annotate(
        name,
        (0, 0.5),
        (-4, 0),
        xycoords="axes fraction",
        textcoords="offset points",
        rotation=90,
        ha="right",
        va="center",
        fontsize=7.5 if sheet.panel[1] > 0.7 else 6.5,
    )


def draw_foot(axes: Axes, count: int, *, worded: bool) -> None:
    """Write the numbers of the first and the last generation below a panel."""
    for x, align in ((0, "left"), (count - 1, "right")):
        text = f"generation {x}" if worded and x == 0 else str(x)
        axes.annotate(
            text,
            (x, 0),
            (0, -3),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            fontsize=6,
            color=FAINT,
            ha=align,
            va="top",
        )


def draw_header(figure: Figure, sheet: Sheet, scale: FitnessScale, title: str, *, wiped: bool) -> None:
    """Draw the title at the left, and the legend of colours and lines at the right."""
    from matplotlib.lines import Line2D

    top = 1 - 0.2 / sheet.height
    figure.text(_LEFT / WIDTH, top, title, fontsize=11, va="center")
    bar = figure.add_axes(
        (1 - (_RIGHT + 2.4) / WIDTH, top - 0.06 / sheet.height, 2.4 / WIDTH, 0.1 / sheet.height)
    )
    draw_scale(bar, scale)
    if wiped:
        line = Line2D([], [], color=WIPE_OUT, linewidth=1, label="wipe-out")
        figure.legend(
            handles=[line],
            loc="center right",
            bbox_to_anchor=(1 - (_RIGHT + 2.4 + 0.75) / WIDTH, top),
            handlelength=1.2,
            fontsize=7.5,
        )


def draw_scale(axes: Axes, scale: FitnessScale) -> None:
    """Draw the colour scale with the best at the right and its name at the left."""
    axes.imshow(colors_of(np.linspace(0, 1, 256))[None], aspect="auto", extent=(0, 1, 0, 1))
    axes.set_xticks(scale.level(scale.ticks()), scale.tick_texts("$10^{{{}}}$"), fontsize=6.5)
    axes.set_yticks([])
    axes.tick_params(axis="x", pad=2)
    axes.spines[:].set_visible(False)
    axes.text(-0.02, 0.5, "fitness", transform=axes.transAxes, ha="right", va="center", fontsize=7.5)
    axes.set_label("scale")
