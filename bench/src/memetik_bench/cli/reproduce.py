"""``memetik bench reproduce``: repeats published experiments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .options import Results, make_console, resumable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ..engine.case import OnProgress
    from ..reproduce import Experiment, Session


def reproduce(
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="Experiments, 'all', or 'list'.")],
    queries: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Queries per cell; by default from 40 for slow solvers to 10 000, as in the documents.",
        ),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Measure stored cells again.")] = False,
    results: Results = None,
) -> None:
    """Repeat the experiments of published documents and compare the numbers.

    D is Starke's dissertation on Bio IK, R is Ruppel's thesis on BioIK 2. Rivals that are not installed are
    skipped. Stored results are measured again only with --again. If other virtual machines took more than 3 %
    of the CPU time of a cell, it is measured up to three times. All experiments take less than an hour on two
    cores. Results are stored in reproduce.jsonl; [bold]memetik bench report[/] writes them into
    docs/reproduce.md.
    """
    from ..checkout import results_folder
    from ..reproduce import Scale, Session, find_experiments, open_results

    console = make_console()
    if names == ["list"]:
        _list_experiments(console)
        return
    wanted = find_experiments(names)
    path = results_folder(results) / "reproduce.jsonl"
    session = Session(open_results(path), Scale(queries), again)
    _warn_if_busy(session, console)
    with resumable(console):
        for experiment in wanted:
            _measure(experiment, session, console)
            console.print(_comparison_table(experiment, session))
    for reason in session.left_out:
        console.print(f"left out: {reason}", markup=False)


def _list_experiments(console: Console) -> None:
    from rich.table import Table

    from ..reproduce import EXPERIMENTS

    table = Table("name", "title", "source")
    for experiment in EXPERIMENTS.values():
        table.add_row(experiment.name, experiment.title, experiment.source)
    console.print(table)


def _measure(experiment: Experiment, session: Session, console: Console) -> None:
    from ..progress import quiet_progress
    from ..reproduce import missing_measurements, run_experiment

    with quiet_progress(console) as progress:
        before = len(session.measured)
        cells = progress.add_task(experiment.name, total=len(missing_measurements(experiment, session)))
        task = progress.add_task("")

        def watch(what: str, total: int) -> OnProgress:
            progress.reset(task, description=what, total=total)
            progress.update(cells, completed=len(session.measured) - before)
            progress.refresh()

            def show(done: int) -> None:
                progress.advance(task, done)
                progress.refresh()

            return show

        run_experiment(experiment, session, watch)


def _warn_if_busy(session: Session, console: Console) -> None:
    from ..reproduce.run import machine_load

    load, cores = machine_load(), session.machine["usable cores"]
    if load > 0.5 * cores:
        console.print(
            f"other processes are running (load {load:g} on {cores} cores): more queries will time out"
        )


def _comparison_table(experiment: Experiment, session: Session) -> Table:
    """Return the table of the page, for the terminal."""
    from rich.table import Table

    from ..reproduce import finder

    compared = experiment.compare(finder(session.results.rows))
    table = Table(*compared.head, title=f"{experiment.name}: {experiment.title}", caption=experiment.source)
    for line in compared.lines:
        table.add_row(*(cell.replace("<br>", "\n").replace("**", "") for cell in line))
    return table
