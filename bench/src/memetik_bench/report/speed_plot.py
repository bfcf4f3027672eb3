"""The plot of the README: the mean time of a solve by arm and solver. Needs the extra ``plot`` of memetik."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, NullFormatter

from .ik_results import OURS, RIVALS, IkResults
from .ik_tables import percent
from .results import Row

INK, GRID = "#2b3440", "#dfe4ea"
COLORS = {OURS: "#d6453d", "rtb-lm": "#2f6fd6", "trac-ik": "#3fa34d", "kdl-lma": "#e08a2c"}
STYLE: Any = {
    "svg.hashsalt": "memetik",  # the same results give the same file
    "font.size": 10,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
}


def plot_speed(results: IkResults, path: Path) -> None:
    """Plot the mean time of a solve on a logarithmic axis, with a line per arm and a dot per solver."""
    with mpl.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(8.6, 1.4 + 0.4 * len(results.cases)), layout="constrained")
        for level, case in enumerate(results.cases):
            draw_case(axes, level, results, case)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(duration))
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_yticks(range(len(results.cases)), results.cases)
        axes.invert_yaxis()
        axes.grid(axis="x", color=GRID, linewidth=0.8)
        axes.tick_params(which="both", length=0)
        axes.spines[:].set_visible(False)
        axes.margins(x=0.06, y=0.1)
        axes.set_xlabel(
            "mean time of a solve, failures included; the share solved is noted where it is not all"
        )
        figure.legend(handles=legend_entries(results), loc="outside upper center", ncols=5, handletextpad=0.1)
        figure.savefig(path, facecolor="white", metadata={"Date": None} if path.suffix == ".svg" else None)
        plt.close(figure)


def draw_case(axes: Axes, level: int, results: IkResults, case: str) -> None:
    """Draw the line of an arm with its dots."""
    rows = {solver: results.solver(case, solver) for solver in (OURS, *results.rivals)}
    measured = {solver: row for solver, row in rows.items() if row is not None}
    core, times = measured[OURS]["mean_core_us"], [row["mean_us"] for row in measured.values()]
    axes.plot([core, max(times)], [level, level], color=GRID, linewidth=2.5, zorder=1)
    axes.plot(core, level, **marker(OURS, filled=False))
    for solver, row in measured.items():
        axes.plot(row["mean_us"], level, **marker(solver))
        if row["solved"] < 1:
            note_share(axes, level, row)


def note_share(axes: Axes, level: int, row: Row) -> None:
    """Write the success rate next to a dot: above it for TRAC-IK, else below, because dots may be close."""
    side = 1 if row["solver"] == "trac-ik" else -1
    axes.annotate(
        percent(row["solved"], row["count"]),
        (row["mean_us"], level),
        (0, 5.5 * side),
        textcoords="offset points",
        ha="center",
        va="bottom" if side > 0 else "top",
        fontsize=7.5,
        color=COLORS[row["solver"]],
    )


def legend_entries(results: IkResults) -> list[Line2D]:
    """Return an entry per solver, and one for memetik's time in the core."""
    names = {OURS: "memetik, from Python"} | RIVALS
    solvers = [Line2D([], [], label=names[solver], **marker(solver)) for solver in (OURS, *results.rivals)]
    return [Line2D([], [], label="memetik, in the core", **marker(OURS, filled=False)), *solvers]


def marker(solver: str, *, filled: bool = True) -> dict[str, Any]:
    """Return the style of a solver's dot."""
    color = COLORS[solver]
    face = color if filled else "white"
    return {"marker": "o", "color": color, "mfc": face, "mew": 1.6, "ms": 7, "linestyle": "", "zorder": 3}


def duration(microseconds: float, position: int) -> str:
    """Return the label of a tick."""
    return f"{microseconds:g} µs" if microseconds < 1000 else f"{microseconds / 1000:g} ms"
