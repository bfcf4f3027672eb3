"""``memetik bench methods``: a comparison of all methods."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from memetik import MethodError, MissingDependencyError

from .options import Fresh, Results, chosen, make_console, resumable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ..methods import MethodSettings
    from ..store import ResultFile

ARMS = ("panda", "ur5", "pr2 arm", "valkyrie leg")
PACKAGES = ("pin", "scipy", "nlopt")


def methods(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[METHOD]...", help="Methods to measure, all by default.", show_default=False),
    ] = None,
    count: Annotated[int, typer.Option(min=1, metavar="N", help="Queries per method and arm.")] = 1_000,
    fresh: Fresh = False,
    results: Results = None,
) -> None:
    """Every method on the same poses, for [bold]memetik methods[/] and docs/methods.md.

    Results are stored in methods.jsonl.
    """
    from ..checkout import results_folder
    from ..methods import MethodSettings, measured_methods
    from ..store import ResultFile, make_header

    wanted = chosen("method", names, measured_methods())
    settings, console = MethodSettings(count=count), make_console()
    path = results_folder(results) / "methods.jsonl"
    stored = ResultFile(path, make_header(PACKAGES, asdict(settings)), fresh=fresh)
    with resumable(console):
        for name in wanted:
            for arm in ARMS:
                _measure(name, arm, settings, stored, console)
    console.print(_table(stored))


def _measure(name: str, arm: str, settings: MethodSettings, results: ResultFile, console: Console) -> None:
    """Measure and store a method unless it is stored already; print the reason if it cannot be measured."""
    from ..arms import load_arm
    from ..methods import measure_method
    from ..progress import progress_bar

    if results.find(method=name, case=arm):
        return
    try:
        with progress_bar(console, f"{name} on {arm}", settings.count) as show:
            row = measure_method(name, load_arm(arm), settings, show)
        results.append({"method": name, "case": arm, **row})
    except (MethodError, MissingDependencyError) as error:  # unsupported goals or missing package
        console.print(f"{name} on {arm} is left out: {error}", highlight=False)


def _table(results: ResultFile) -> Table:
    from rich.table import Table

    table = Table(title=f"solved, mean time, evaluations; {results.header['parameters']}")
    table.add_column("method", no_wrap=True)
    for arm in ARMS:
        table.add_column(arm, justify="right", no_wrap=True)
    for name in dict.fromkeys(row["method"] for row in results.rows):
        table.add_row(name, *(_cell(results, name, arm) for arm in ARMS))
    return table


def _cell(results: ResultFile, method: str, arm: str) -> str:
    row = results.find(method=method, case=arm)
    if row is None:
        return ""
    return f"{100 * row['solved']:.1f} % {row['mean_us'] / 1e3:.3g} ms {row['mean_evaluations']:.0f}"
