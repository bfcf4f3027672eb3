"""The class of all charts: a figure that notebooks show and that can be saved."""

from __future__ import annotations

import importlib
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import MemetikError, MissingDependencyError
from .style import DPI, STYLE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DRAWN = (".png", ".svg", ".pdf")


class Chart:
    """A chart: notebooks show it, :meth:`save` writes it; ``figure`` is the matplotlib figure.

    Landscapes, fitness charts and efficiency maps also have an interactive plotly figure, ``interactive``.

    >>> import memetik as mk
    >>> chart = mk.plot.ablation({"ur5": {"exploitation": 0.6, "wipe-outs": 0.1}})
    >>> chart._repr_png_()[1:4]
    b'PNG'
    """

    def __init__(self, figure: Figure, interactive: Callable[[], Any] | None = None) -> None:
        self.figure = figure
        self._make_interactive = interactive

    @property
    def formats(self) -> tuple[str, ...]:
        """The file suffixes that :meth:`save` accepts."""
        return (*_DRAWN, ".html") if self._make_interactive else _DRAWN

    @property
    def interactive(self) -> Any:
        """The interactive chart as a ``plotly.graph_objects.Figure``; notebooks show it, too."""
        if self._make_interactive is None:
            raise MemetikError(
                "this chart has no interactive form; landscape, fitness and efficiency_map have one"
            )
        return self._make_interactive()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the chart to ``path``: .png, .svg or .pdf, or .html for an interactive chart.

        The .html page works in any browser without network access.
        """
        file = Path(path)
        suffix = file.suffix.lower()
        if suffix not in self.formats:
            raise MemetikError(
                f"{file}: unknown suffix {file.suffix!r}; this chart is saved as {', '.join(self.formats)}"
            )
        content = self._page() if suffix == ".html" else self._drawn(suffix[1:])
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)

    def _page(self) -> bytes:
        page: str = self.interactive.to_html(include_plotlyjs=True, config={"displaylogo": False})
        return page.encode()

    def _drawn(self, form: str) -> bytes:
        # Files have no date, so that the same chart gives the same file.
        metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form)
        buffer = io.BytesIO()
        with styled():
            self.figure.savefig(buffer, format=form, dpi=DPI, metadata=metadata)
        return buffer.getvalue()

    def _repr_png_(self) -> bytes:
        return self._drawn("png")

    def __repr__(self) -> str:
        width, height = (round(DPI * inches) for inches in self.figure.get_size_inches())
        return (
            f"Chart({width} x {height}); .save('chart.png') writes it, also as {', '.join(self.formats[1:])}"
        )


@contextmanager
def styled() -> Iterator[None]:
    """A context with matplotlib set to the style of these charts; restores the user's settings at its end."""
    try:
        matplotlib: Any = importlib.import_module("matplotlib")
    except ImportError:
        raise MissingDependencyError("drawing a chart", "plot") from None
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def plotly(module: str) -> Any:
    """The module ``plotly.<module>``, or an error that says how to install it."""
    try:
        return importlib.import_module(f"plotly.{module}")
    except ImportError:
        raise MissingDependencyError("an interactive chart", "plot") from None
