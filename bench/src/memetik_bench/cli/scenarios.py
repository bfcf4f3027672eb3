"""``memetik bench scenarios``: frozen targets among obstacles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import Fresh, Results, chosen, make_console, resumable

if TYPE_CHECKING:
    from rich.table import Table

    from ..engine.case import Row

PACKAGES = ("pin", "coal")

scenarios = typer.Typer(
    help="Frozen targets among obstacles, from a table to the inside of a tank; all can be reached.",
    rich_markup_mode="rich",
)

Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="[NAME]...", help="Scenarios, all by default.", show_default=False),
]


@scenarios.callback(invoke_without_command=True)
def _list_without_command(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        list_scenarios()


@scenarios.command("list")
def list_scenarios() -> None:
    """List the scenarios."""
    from rich.table import Table

    from ..scenarios import SCENARIOS

    table = Table("name", "targets", "robot", "hash")
    for item in SCENARIOS.values():
        table.add_row(item.name, f"{len(item.targets)}: {item.title}", item.robot.name, item.content_hash)
    make_console().print(table)


@scenarios.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A scenario.")],
    picture: Annotated[Path, typer.Option(metavar="FILE", help="The .png file to write.")],
    target: Annotated[int, typer.Option(min=0, metavar="N", help="The target that the robot reaches.")] = 0,
    quality: Annotated[str, typer.Option(help="draft, preview or final.")] = "draft",
) -> None:
    """Draw obstacles, every tenth target, and the robot at a certificate."""
    from ..scenarios import find_scenario
    from ..scenarios.picture import draw

    draw(find_scenario(name), target, quality=quality).save(picture)
    make_console().print(f"wrote {picture}")


@scenarios.command()
def verify(names: Names = None) -> None:
    """Verify certificates by pinocchio and coal, hashes, and that the same targets are generated."""
    from ..scenarios import SCENARIOS
    from ..scenarios.check_frozen import check_frozen

    console = make_console()
    reports = []
    for name in chosen("scenario", names, SCENARIOS):
        report = check_frozen(SCENARIOS[name])
        reports.append(report)
        console.print(
            f"{name}: {report.count} targets with certificates, {report.replaced} candidates replaced "
            f"({report.unreachable} of them proved unreachable); "
            f"{100 * report.clear:.1f} % of certificates clear by {report.spheres} spheres",
            *report.problems,
            sep="\n  ",
            highlight=False,
        )
    if any(report.problems for report in reports):
        raise typer.Exit(1)


@scenarios.command()
def run(
    names: Names = None,
    count: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Targets per scenario; all by default.")
    ] = None,
    method: Annotated[str, typer.Option(help="A method of memetik.")] = "auto",
    random_seed: Annotated[int, typer.Option(min=0, metavar="N", help="Seed of the searches.")] = 1,
    max_evaluations: Annotated[int, typer.Option(min=1, metavar="N", help="Budget of a query.")] = 100_000,
    fresh: Fresh = False,
    results: Results = None,
) -> None:
    """Measure memetik on scenarios, without hints: by evaluations and by CPU time, every answer verified.

    Results are stored in scenarios.jsonl, in blocks of targets; an interrupted run continues.
    """
    from ..checkout import results_folder
    from ..progress import progress_bar
    from ..scenarios import SCENARIOS
    from ..scenarios.answers import Memetik
    from ..scenarios.measure import measure_scenario, summarize
    from ..store import ResultFile, make_header

    wanted, console = chosen("scenario", names, SCENARIOS), make_console()
    solver = Memetik(method, max_evaluations=max_evaluations)
    header = make_header(PACKAGES, {})
    stored = ResultFile(results_folder(results) / "scenarios.jsonl", header, fresh=fresh)
    summaries = []
    with resumable(console):
        for name in wanted:
            item = SCENARIOS[name]
            with progress_bar(console, name, count or len(item.targets)) as progress:
                rows = measure_scenario(
                    item, solver, stored, count=count, random_seed=random_seed, on_progress=progress
                )
            summaries.append(summarize(rows))
        console.print(_rates(solver.label, summaries))
    console.print(stored.header["machine"])


def _rates(title: str, rows: list[Row]) -> Table:
    """Return solve rates by budgets as a table."""
    from rich.table import Table

    table = Table("scenario", "targets", title=title)
    for evaluations in rows[0]["solved_evaluations"]:
        table.add_column(f"{evaluations} ev.", justify="right")
    for milliseconds in rows[0]["solved_ms"]:
        table.add_column(f"{milliseconds:g} ms", justify="right")
    for column in ("mean ev.", "mean ms", "exact failures"):
        table.add_column(column, justify="right")
    for row in rows:
        shares = (*row["solved_evaluations"].values(), *row["solved_ms"].values())
        means = (f"{row['mean_evaluations']:.1f}", f"{row['mean_ms']:.3f}", str(row["exact_failures"]))
        table.add_row(row["scenario"], str(row["count"]), *(f"{100 * x:.1f} %" for x in shares), *means)
    return table
