"""``memetik methods``: lists the methods with their goals and measurements, or explains one."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Annotated

import typer

from .completions import method_names
from .docstring_text import fitted, paragraphs

_NAME_WIDTH, _CELL_WIDTH, _INDENT = 17, 12, "    "


def methods(
    name: Annotated[
        str | None,
        typer.Argument(
            help="A method to explain, such as bioik2.", show_default=False, autocompletion=method_names
        ),
    ] = None,
) -> None:
    """List the methods with their measured results, or explain one: how it searches, its options."""
    from rich.console import Console

    from ..methods import find, names
    from ..methods.figures import CAPTION, COLUMNS, figures_of

    console = Console()
    if name is not None:
        console.print(_explanation(name, console.width), markup=False, highlight=False)
        return
    console.print(_row("method", COLUMNS), style="bold", markup=False)
    for each in names():
        figures = figures_of(each)
        if figures is None and ":" in each:
            continue  # bridges to other libraries have many algorithms; list only those that were measured
        method = find(each)
        console.print(_row(each, figures or [""] * len(COLUMNS)), markup=False, highlight=False)
        advice = method.advice if method.goals == "any" else f"{method.advice}; goals: {method.goals}"
        lines = textwrap.wrap(advice, console.width - len(_INDENT))
        console.print(textwrap.indent("\n".join(lines), _INDENT), style="dim", markup=False, highlight=False)
    console.print(f"\n{CAPTION}", highlight=False)
    console.print("memetik methods NAME explains one of them.", highlight=False)


def _row(name: str, figures: Sequence[str]) -> str:
    return (f"{name:<{_NAME_WIDTH}}" + "".join(f"{cell:>{_CELL_WIDTH}}" for cell in figures)).rstrip()


def _explanation(name: str, width: int) -> str:
    from ..methods import find

    method = find(name)
    head = f"{name}: mk.methods.{method!r}", f"source: {method.source}; goals: {method.goals}"
    first = "\n".join(fitted(line, width) for line in head)
    return "\n\n".join([first, *(fitted(part, width) for part in paragraphs(type(method)))])
