"""Chart of solved and failed targets in the workspace, and of the time each took."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..errors import MemetikError
from ..transforms import Array
from .chart import Chart, styled
from .style import BAD, GOOD, WIDTH, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TIME_COLORS = "viridis_r"  # slow is dark
_VIEWS = ((0, 2, "seen from the side"), (0, 1, "seen from above"))


def success_map(points: npt.ArrayLike, success: npt.ArrayLike, *, title: str = "") -> Chart:
    """Solved and failed targets of an arm, seen from the side and from above, as figure 5.8 of D.

    ``points`` (n, 3) [m] are the positions of the targets. ``success`` (n,) says which were solved; or it
    has the time [s] of each, nan if it failed, which is shown by colour. Failures are drawn last, as crosses.

    >>> import memetik as mk
    >>> chart = mk.plot.success_map([[0.4, 0.1, 0.3], [0.5, 0.2, 0.3]], [True, False])
    >>> chart.figure.texts[0].get_text()
    '1 of 2 solved, 50 %'
    """
    places, times, solved = _checked(points, success)
    with styled():
        from matplotlib.cm import ScalarMappable
        from matplotlib.colors import LogNorm
        from matplotlib.figure import Figure
        from matplotlib.ticker import EngFormatter, LogLocator, NullLocator

        figure = Figure(figsize=(WIDTH, 5.2), layout="constrained")
        panels = figure.subplots(1, 2)
        for axes, (across, up, caption) in zip(panels, _VIEWS, strict=True):
            _draw_view(axes, places[:, [across, up]], times, solved)
            axes.set_title(caption, loc="left")
            axes.set(xlabel=f"{'xyz'[across]} [m]", ylabel=f"{'xyz'[up]} [m]")
        if times is not None:
            colors = ScalarMappable(LogNorm(*_time_range(times)), _TIME_COLORS)
            bar = figure.colorbar(
                colors, ax=panels, label="time", shrink=0.8, aspect=40, pad=0.01, format=EngFormatter("s")
            )
            bar.ax.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            bar.ax.yaxis.set_minor_locator(NullLocator())
            bar.outline.set_visible(False)
        figure.legend(
            *panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=2, markerscale=1.6
        )
        figure.suptitle(_summary(title, solved), x=0.01, ha="left", fontsize=11)
    return Chart(figure)


def _draw_view(axes: Axes, places: Array, times: Array | None, solved: npt.NDArray[np.bool_]) -> None:
    from matplotlib.colors import LogNorm

    size = float(np.clip(2e4 / len(places), 3.0, 30.0))
    look: dict[str, Any] = {"s": size, "linewidths": 0, "rasterized": True}
    if times is None:
        axes.scatter(*places[solved].T, color=GOOD, alpha=0.35, label="solved", **look)
    else:
        slow_last = np.flatnonzero(solved)[np.argsort(times[solved], kind="stable")]
        x, y = places[slow_last].T
        axes.scatter(x, y, c=times[slow_last], cmap=_TIME_COLORS, norm=LogNorm(*_time_range(times)), **look)
    if not solved.all():
        axes.scatter(
            *places[~solved].T,
            color=BAD,
            label="failed",
            **look | {"s": 2.5 * size, "marker": "x", "linewidths": 0.9},
        )
    axes.set_aspect("equal", adjustable="datalim")
    axes.grid()
    axes.spines[:].set_visible(False)


def _time_range(times: Array) -> tuple[float, float]:
    """The range of times from the 1st to the 99th percentile, to exclude outliers."""
    known = times[np.isfinite(times) & (times > 0)]
    if not known.size:
        return 1e-3, 1.0
    low, high = (float(limit) for limit in np.quantile(known, [0.01, 0.99]))
    return (low, high) if low < high else (low / 2, 2 * low)


def _checked(points: Any, success: Any) -> tuple[Array, Array | None, npt.NDArray[np.bool_]]:
    """Positions, times (None if ``success`` has no times), and whether each target is solved."""
    try:
        places, values = np.asarray(points, dtype=np.float64), np.asarray(success)
        times = None if values.dtype == bool else values.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise MemetikError(
            "success_map: expected points (n, 3) [m], and n values: True or False, or times [s]"
        ) from error
    if places.ndim != 2 or places.shape[1] != 3 or not len(places) or not np.isfinite(places).all():
        raise MemetikError(f"points: expected finite numbers (n, 3) [m] with n > 0, got shape {places.shape}")
    if values.shape != (len(places),):
        raise MemetikError(f"success: expected {len(places)} values, one per point, got shape {values.shape}")
    if times is not None and (times < 0).any():
        raise MemetikError("success: expected True or False, or times [s] of at least 0, nan where it failed")
    return places, times, values if times is None else np.isfinite(times)


def _summary(title: str, solved: npt.NDArray[np.bool_]) -> str:
    text = f"{solved.sum()} of {len(solved)} solved, {percent(solved.mean())}"
    return f"{title}: {text}" if title else text
