"""``memetik methods``: lists the methods with their goals and measurements, or explains one."""

from __future__ import annotations

import inspect
from typing import Annotated

import typer

from .completions import method_names


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
    from rich.table import Table

    from ..methods import find, names
    from ..methods.figures import CAPTION, COLUMNS, figures_of

    console = Console()
    if name is not None:
        console.print(_explanation(name), markup=False, highlight=False)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("method", style="bold", no_wrap=True)
    table.add_column("goals")
    for column in COLUMNS:
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("when to use it")
    for each in names():
        figures = figures_of(each)
        if figures is None and ":" in each:
            continue  # bridges to other libraries have many algorithms; list only those that were measured
        method = find(each)
        table.add_row(each, method.goals, *(figures or [""] * len(COLUMNS)), method.advice)
    console.print(table)
    console.print(f"\n{CAPTION}", highlight=False)
    console.print("memetik methods NAME explains one of them.", highlight=False)


def _explanation(name: str) -> str:
    from ..methods import find

    method = find(name)
    kind = type(method)
    text = inspect.getdoc(kind) or ""
    return f"{name}: mk.methods.{method!r}\nsource: {method.source}; goals: {method.goals}\n\n{text}"
