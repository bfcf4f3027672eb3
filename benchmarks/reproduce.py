"""The documents' experiments again, each with one command: their numbers beside ours.

Run: ``python benchmarks/reproduce.py list``, then ``python benchmarks/reproduce.py d-5.2 r-3.8`` or ``all``
(needs ``memetik[bench]``; ``memetik[peers]`` brings the peers of PyPI). D is Starke's dissertation on Bio IK,
R Ruppel's thesis on BioIK 2. Every success is verified by pinocchio's kinematics. Cells are stored as they
are measured, an interrupted run goes on where it stopped, and what is stored is not measured again but by
``--again``. A cell of whose CPU time other virtual machines took more than 3 % is measured up to three times.
``python docs/make_reproduce_page.py`` puts the results into docs/reproduce.md.

Without ``--queries`` a cell has as many as it is worth, from 200 where each takes a second to the documents'
10 000 where it is quick; all of it takes less than an hour on two cores.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # SciPy's matrices here are too small for threads

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from memetik_bench.engine.case import OnProgress
from memetik_bench.reproduce import (
    EXPERIMENTS,
    Experiment,
    Scale,
    Session,
    find_experiments,
    finder,
    missing,
    open_results,
    run_experiment,
)
from memetik_bench.reproduce.run import machine_load
from memetik.errors import MemetikError

RESULTS = Path(__file__).parent / "results" / "reproduce.jsonl"
STOPPED = 130
"""The exit status of a command that was interrupted."""


def list_experiments(console: Console) -> None:
    table = Table("name", "what", "where")
    for experiment in EXPERIMENTS.values():
        table.add_row(experiment.name, experiment.title, experiment.source)
    console.print(table)


def measure(experiment: Experiment, session: Session, console: Console) -> None:
    # Drawn between queries only: a thread that draws by itself would be in the measured time.
    quiet = not console.is_terminal
    with Progress(console=console, auto_refresh=False, transient=True, disable=quiet) as progress:
        before = len(session.measured)
        cells = progress.add_task(experiment.name, total=len(missing(experiment, session)))
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


def warn_if_busy(session: Session, console: Console) -> None:
    load, cores = machine_load(), session.machine["usable cores"]
    if load > 0.5 * cores:
        console.print(
            f"others are at work here (load {load:g} on {cores} cores): deadlines will come too early"
        )


def comparison_table(experiment: Experiment, session: Session) -> Table:
    """The same as on the page, for the terminal."""
    compared = experiment.compare(finder(session.results))
    table = Table(*compared.head, title=f"{experiment.name}: {experiment.title}", caption=experiment.source)
    for line in compared.lines:
        table.add_row(*(cell.replace("<br>", "\n").replace("**", "") for cell in line))
    return table


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="+", metavar="NAME", help="experiments, 'all', or 'list'")
    parser.add_argument("--queries", type=int, metavar="N", help="so many a cell")
    parser.add_argument("--again", action="store_true", help="measure also what is stored already")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where cells are stored (%(default)s)")
    options = parser.parse_args()
    if options.queries is not None and options.queries < 1:
        parser.error("--queries: expected a number from 1 on")
    return options


def main() -> None:
    options = parse_options()
    console = Console(width=None if sys.stdout.isatty() else 180)  # wide enough for tables in a file
    if options.names == ["list"]:
        list_experiments(console)
        return
    try:
        wanted = find_experiments(options.names)
        session = Session(open_results(options.out), Scale(options.queries), options.again)
        warn_if_busy(session, console)
        for experiment in wanted:
            measure(experiment, session, console)
            console.print(comparison_table(experiment, session))
    except MemetikError as error:
        raise SystemExit(str(error)) from None
    except KeyboardInterrupt:
        console.print("stopped: what was measured is kept, and the same command goes on from there")
        raise SystemExit(STOPPED) from None
    for reason in session.left_out:
        console.print(f"left out: {reason}", markup=False)


if __name__ == "__main__":
    main()
