"""Contact sheets: pictures of the individuals of an evolution."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..errors import MemetikError, UnknownNameError
from ..number_checks import is_integer
from ..solve.generations import Generations
from ..transforms import Array
from .chart import Chart, styled
from .evolution_data import Rows, checked
from .fitness_scale import FitnessScale
from .picture import Picture, render_all
from .style import BAD, DPI, FAINT, INK, WIDTH

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..robot.robot import Robot

_GAP, _LABEL, _TITLE = 0.07, 0.21, 0.36  # [inch]


def population(
    robot: Robot,
    generations: Generations,
    *,
    count: int = 25,
    generation: int | None = None,
    first: int = 1,
    base: npt.ArrayLike | None = None,
    columns: int = 5,
    aspect: float = 1.0,
    title: str = "",
    **options: Any,
) -> Chart:
    """Pictures of individuals with their fitness, as figures 5.27 and 5.28 of D.

    Parameters
    ----------
    count : maximum number of pictures.
    generation : by default, the best individuals of evenly spaced generations from the first to the last.
        With a number (-1 is the last), the individuals of that generation by rank; Ψ₁ is the best.
    first : the rank of the first picture, for instance 26 for the second sheet of 25.
    base : a configuration for variables that do not evolve; by default the neutral one.
    columns, aspect : number of pictures side by side, and width over height of each.
    title : text at the top left.
    options : those of :func:`~memetik.plot.render`, for instance ``goals``, ``view``, ``samples``, ``focus``.

    The line below a picture has the colour of its fitness, as in :func:`~memetik.plot.landscape`. If ranks
    are shown, labels of elites are orange.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> robot = mk.Robot.load("ur5")
    >>> generations = mk.solve(robot, goal, method="bioik2", trace=True).trace.generations
    >>> chart = mk.plot.population(robot, generations, count=2, columns=8, samples=4, goals=goal)
    """
    checked(generations)
    for what, value in (("count", count), ("first", first), ("columns", columns)):
        if not is_integer(value, 1, 10_000):
            raise MemetikError(f"{what}: expected an integer from 1 to 10000, got {value!r}")
    if not 0.1 <= aspect <= 10:
        raise MemetikError(f"aspect: expected a number from 0.1 to 10, got {aspect!r}")
    if "size" in options:
        raise MemetikError("size: cannot be given, columns and aspect determine it")
    if generation is None:
        rows = best_over_time(generations, count)
        labels = [f"generation {generations.generation[row]}" for row in rows]
    else:
        rows = by_rank(generations, generation)[first - 1 : first - 1 + count]
        labels = [f"$\\Psi_{{{first + index}}}$" for index in range(len(rows))]
        if not len(rows):
            ranks = len(by_rank(generations, generation))
            raise MemetikError(
                f"first: expected a rank from 1 to {ranks} in generation {generation}, got {first}"
            )
    q = configurations(robot, generations, rows, base)
    width = (WIDTH - (columns + 1) * _GAP) / columns
    size = max(round(DPI * width), 1), max(round(DPI * width / aspect), 1)
    with styled():  # raises an error before the work if matplotlib is missing
        settings: dict[str, Any] = {"samples": 12, "size": size} | options
        pictures = render_all(robot, list(q), **settings)
        inks = [BAD if elite and generation is not None else INK for elite in generations.elite[rows]]
        return Chart(_draw(generations, rows, list(zip(labels, inks, strict=True)), pictures, columns, title))


def best_over_time(generations: Generations, count: int) -> Rows:
    """The best individual of each of up to ``count`` generations, evenly spaced from first to last."""
    lived = np.unique(generations.generation)
    chosen = lived[np.unique(np.linspace(0, len(lived) - 1, min(count, len(lived))).round().astype(int))]
    return np.array([by_rank(generations, int(generation))[0] for generation in chosen])


def by_rank(generations: Generations, generation: int) -> Rows:
    """All individuals of a generation, best first; negative numbers count back from the last complete one."""
    number = generation + 1 + generations.last_whole if generation < 0 else generation
    rows = np.flatnonzero(generations.generation == number)
    if not rows.size:
        raise MemetikError(f"no generation {generation}; generations are 0 to {generations.count - 1}")
    return np.asarray(rows[np.argsort(generations.fitness[rows], kind="stable")])


def configurations(
    robot: Robot, generations: Generations, rows: Rows, base: npt.ArrayLike | None = None
) -> Array:
    """The genotypes of ``rows`` as configurations (n, dof) of ``robot``."""
    for name in generations.names:
        if name not in robot.variable_names:
            raise UnknownNameError("variable", name, robot.variable_names)
    q = np.tile(robot.pack({}, base=robot.neutral if base is None else base), (len(rows), 1))
    q[:, [robot.variable_names.index(name) for name in generations.names]] = generations.q[rows]
    return q


def _draw(
    generations: Generations,
    rows: Rows,
    labels: list[tuple[str, str]],
    pictures: list[Picture],
    columns: int,
    title: str,
) -> Figure:
    from matplotlib.figure import Figure

    pixels_high, pixels_wide, _ = pictures[0].shape
    wide, high = pixels_wide / DPI, pixels_high / DPI
    header = _TITLE if title else _GAP
    height = header + math.ceil(len(rows) / columns) * (high + _LABEL + _GAP)
    width = _GAP + min(columns, len(rows)) * (wide + _GAP)
    figure = Figure(figsize=(width, height))
    figure.text(_GAP / width, 1 - 0.18 / height, title, fontsize=11, va="center")
    colors = FitnessScale.of(generations.fitness).colors(generations.fitness[rows])
    for index, (row, (label, ink), picture) in enumerate(zip(rows, labels, pictures, strict=True)):
        down, across = divmod(index, columns)
        left = _GAP + across * (wide + _GAP)
        bottom = height - header - down * (high + _LABEL + _GAP) - high
        axes = figure.add_axes((left / width, bottom / height, wide / width, high / height), label=label)
        axes.imshow(picture, aspect="auto", interpolation="nearest")
        axes.set_axis_off()
        axes.axhline(pixels_high - 1.5, color=colors[index], linewidth=3)
        _write(axes, (0.0, "left"), label, ink)
        _write(axes, (1.0, "right"), f"{generations.fitness[row]:.2g}", FAINT)
    return figure


def _write(axes: Axes, place: tuple[float, str], text: str, color: str) -> None:
    x, align = place
    axes.annotate(
        text,
        (x, 0),
        (0, -4),
        xycoords="axes fraction",
        textcoords="offset points",
        ha=align,
        va="top",
        color=color,
        fontsize=7.5,
    )
