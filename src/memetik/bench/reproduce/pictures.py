"""What the figures become: pictures by ``memetik.plot``, and plain curves."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...generations import Generations
from ...robot import Robot
from ...transforms import Array
from ..verify import Flags

_WIDTH, _HEIGHT, _DPI = 6.0, 3.6, 150  # [inch], [pixels an inch]


def draw_efficiency(path: Path, populations: Sequence[int], elites: Sequence[int], values: Array) -> None:
    """D Fig. 5.1: ``values`` (populations, elites), from 0 to 1."""
    _plot().efficiency_map(populations, elites, values).save(path)


def draw_ablation(path: Path, bars: Mapping[str, Mapping[str, float]]) -> None:
    """D Fig. 5.3: what is lost without each operator, by robot."""
    _plot().ablation(bars).save(path)


def draw_success_by_generation(path: Path, needed: Mapping[str, Array]) -> None:
    """D Fig. 5.6: the generations of every query, NaN where it was not solved, by robot."""
    _plot().success_by_generation(needed).save(path)


def draw_success_map(path: Path, points: Array, solved: Flags, *, title: str) -> None:
    """D Fig. 5.8: ``points`` (N, 3) [m] and whether they were solved."""
    _plot().success_map(points, solved, title=title).save(path)


def draw_landscape(
    path: Path, robot: Robot, generations: Generations, *, rows: Sequence[str], title: str
) -> None:
    """D Figs. 5.29 to 5.32: ``rows`` of the fitness, of procreation, of the elites."""
    _plot().landscape(generations, rows=rows, robot=robot, title=title).save(path)


def draw_fitness(path: Path, generations: Generations) -> None:
    """D Fig. 5.26."""
    _plot().fitness(generations).save(path)


def draw_population(path: Path, robot: Robot, generations: Generations, *, first: int, base: Array) -> None:
    """D Figs. 5.27 and 5.28: 25 of the last generation from rank ``first`` on, else as in ``base`` (dof,)."""
    _plot().population(robot, generations, generation=-1, first=first, base=base).save(path)


def draw_lines(
    path: Path, x: Sequence[float], series: Mapping[str, Sequence[float]], *, x_label: str, y_label: str
) -> None:
    """Curves over ``x``, from zero."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_WIDTH, _HEIGHT), layout="constrained")
    axes = figure.subplots()
    for name, values in series.items():
        axes.plot(x, values, marker="o", label=name)
    axes.set(xlabel=x_label, ylabel=y_label, ylim=(0, None))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(path, dpi=_DPI)


def _plot() -> Any:
    """Imported when something is drawn: it needs the extra ``plot``."""
    return importlib.import_module("memetik.plot")
