"""What the engine has to reach: whole bodies, long chains, singular and hopeless poses, deadlines, endurance.

Run: ``python benchmarks/engine.py`` (needs ``memetik[bench]``; the case all-solutions needs EAIK as well:
``pip install eaik``). Every answer is verified by pinocchio's kinematics and plain comparisons; a success
that is claimed and not true is counted as such. Rows are stored as they are measured, and an interrupted run
goes on where it stopped.

The best known costs of what cannot be met take long: they are kept in a file of their own beside the results,
which outlives them, and a run adds what it is missing. SciPy's optimisers on the hard set, the last case,
take long as well: its rows have a file of their own, too.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # SciPy's matrices here are too small for threads

import argparse
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from memetik_bench.engine import CASES, Case, EngineSettings, Measurement, Run, engine_table
from memetik_bench.hard_set.best_known import BestKnown
from memetik_bench.hard_set.methods import METHODS
from memetik_bench.hard_set.run import run_hard_set
from memetik_bench.hard_set.table import pivot
from memetik_bench.store import ResultFile, make_header
from memetik.errors import MemetikError

PACKAGES = ("pin", "scipy")
RESULTS = Path(__file__).parent / "results" / "engine.jsonl"
HARD_SET = "hard-set"


def measure_case(case: Case, run: Run, results: ResultFile, console: Console) -> list[dict[str, Any]]:
    """The rows of a case: those stored already are taken, the others measured and stored."""
    rows = []
    for measurement in case.measurements(run):
        row = results.find(section=case.name, **measurement.key)
        if row is None:
            measured = measure(f"{case.name}: {measurement.key['case']}", measurement, console)
            row = results.append({"section": case.name, **measurement.key, **measured})
        rows.append(row)
    return rows


def measure(what: str, measurement: Measurement, console: Console) -> dict[str, Any]:
    # Drawn between queries only: a thread that draws by itself would be in the measured time.
    quiet = not console.is_terminal
    with Progress(console=console, auto_refresh=False, transient=True, disable=quiet) as progress:
        task = progress.add_task(what, total=measurement.total)

        def show(done: int) -> None:
            progress.advance(task, done)
            progress.refresh()

        return measurement.measure(show)


def measure_hard_set(results: ResultFile, console: Console, first: int | None) -> Table:
    """Everybody on all problems, at equal evaluations."""
    quiet = not console.is_terminal
    with Progress(console=console, transient=True, disable=quiet) as progress:
        task = progress.add_task(HARD_SET)

        def show(name: str, done: int, total: int) -> None:
            progress.update(task, description=f"{HARD_SET}: {name}", completed=done, total=total)

        rows = run_hard_set(results, on_progress=show, first=first, update_best_known=BestKnown())
    head, *lines = pivot(rows, METHODS)
    table = Table(title="The hard set: solved, or within 1 % of the best known cost [%]")
    for i, column in enumerate(head):
        table.add_column(column, justify="left" if i < 2 else "right")
    for line in lines:
        table.add_row(*line)
    return table


def parse_options() -> argparse.Namespace:
    defaults = EngineSettings()
    cases = "\n".join(f"  {case.name:16}{case.title}: {case.wanted}" for case in CASES.values())
    cases += f"\n  {HARD_SET:16}240 hard problems, our methods beside SciPy's global optimisers"
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=f"cases:\n{cases}", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [*CASES, HARD_SET]
    parser.add_argument(
        "--only", nargs="+", choices=names, default=names, metavar="CASE", help="what to measure"
    )
    parser.add_argument("--count", type=int, metavar="N", help="at most so many queries a measurement")
    parser.add_argument(
        "--reference-evaluations",
        type=int,
        default=defaults.reference_evaluations,
        metavar="N",
        help="budget of a long run for the best known cost (%(default)s); another needs another --out",
    )
    parser.add_argument("--fresh", action="store_true", help="discard what is stored, but for the references")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where rows are stored (%(default)s)")
    return parser.parse_args()


def main() -> None:
    options = parse_options()
    console = Console(width=None if sys.stdout.isatty() else 180)  # wide enough for the table in a file
    settings = EngineSettings(options.count, reference_evaluations=options.reference_evaluations)
    references = options.out.with_name(f"{options.out.stem}_references.jsonl")
    run = Run(settings, references)
    header = make_header(PACKAGES, asdict(settings))
    wanted = [CASES[name] for name in options.only if name != HARD_SET]
    try:
        if wanted:
            results = ResultFile(options.out, header, fresh=options.fresh)
            rows = [row for case in wanted for row in measure_case(case, run, results, console)]
            console.print(engine_table(rows))
        if HARD_SET in options.only:
            file = options.out.with_name(f"{options.out.stem}_hard_set.jsonl")
            results = ResultFile(file, header, fresh=options.fresh)
            console.print(measure_hard_set(results, console, options.count))
    except MemetikError as error:
        raise SystemExit(str(error)) from None
    console.print(results.header["machine"])


if __name__ == "__main__":
    main()
