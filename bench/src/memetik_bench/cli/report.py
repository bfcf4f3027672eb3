"""``memetik bench report``: writes results into pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .options import Results


def report(
    plots: Annotated[bool, typer.Option("--plots", help="Draw docs/images/ik_speed.svg, too.")] = False,
    pictures: Annotated[
        bool, typer.Option("--pictures", help="Draw docs/images/reproduce, too: takes minutes.")
    ] = False,
    pages: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Where README.md and docs are, by default the checkout.", show_default=False
        ),
    ] = None,
    results: Results = None,
) -> None:
    """Write the results into the tables of README.md, docs and [bold]memetik methods[/].

    Plots and pictures need memetik's extra plot.
    """
    from ..checkout import find_checkout, results_folder
    from ..report.pages import draw_plots, update_pages
    from ..report.reproduce_pictures import draw_pictures

    folder, measured = find_checkout() if pages is None else pages, results_folder(results)
    if plots:
        draw_plots(measured, folder)
    if pictures:
        draw_pictures(measured, folder)
    for line in update_pages(measured, folder):
        typer.echo(line)
