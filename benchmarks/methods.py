"""Every method side by side: what ``memetik methods`` and docs/methods.md show.

Run: ``python benchmarks/methods.py [NAME ...]`` (needs ``memetik[bench]``). Answers are verified by
pinocchio. Rows are stored as they are measured, and an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices here are too small for threads

import argparse
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from memetik_bench.arms import load_arm
from memetik_bench.methods import MethodSettings, measure_method, measured_methods
from memetik_bench.store import ResultFile, make_header
from memetik.errors import MemetikError, MethodError, MissingDependencyError, UnknownNameError

ARMS = ("panda", "ur5", "pr2 arm", "valkyrie leg")
PACKAGES = ("pin", "scipy", "nlopt")
RESULTS = Path(__file__).parent / "results" / "methods.jsonl"


def run(wanted: list[str], settings: MethodSettings, results: ResultFile, console: Console) -> None:
    for name in wanted:
        for arm in ARMS:
            if results.find(method=name, case=arm):
                continue
            try:
                results.append({"method": name, "case": arm, **measure(name, arm, settings, console)})
            except (MethodError, MissingDependencyError) as error:  # not of its kind, or not installed
                console.print(f"{name} on {arm} is left out: {error}", highlight=False)


def measure(name: str, arm: str, settings: MethodSettings, console: Console) -> dict[str, Any]:
    # drawn between queries only: a thread that draws by itself would be in the measured time
    quiet = not console.is_terminal
    with Progress(console=console, auto_refresh=False, transient=True, disable=quiet) as progress:
        task = progress.add_task(f"{name} on {arm}", total=settings.count)

        def show(done: int) -> None:
            progress.advance(task, done)
            progress.refresh()

        return measure_method(name, load_arm(arm), settings, show)


def show_results(results: ResultFile, console: Console) -> None:
    table = Table(title=f"solved, mean time, evaluations; {results.header['parameters']}")
    table.add_column("method", no_wrap=True)
    for arm in ARMS:
        table.add_column(arm, justify="right", no_wrap=True)
    for name in dict.fromkeys(row["method"] for row in results.rows):
        cells = []
        for arm in ARMS:
            row = results.find(method=name, case=arm)
            cells.append(
                f"{100 * row['solved']:.1f} % {row['mean_us'] / 1e3:.3g} ms {row['mean_evaluations']:.0f}"
                if row
                else ""
            )
        table.add_row(name, *cells)
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("methods", nargs="*", metavar="NAME", help="methods to measure, by default all")
    parser.add_argument("--count", type=int, default=MethodSettings.count, help="queries of each")
    parser.add_argument("--fresh", action="store_true", help="discard stored rows")
    parser.add_argument("--output", type=Path, default=RESULTS)
    given = parser.parse_args()
    settings = MethodSettings(count=given.count)
    console = Console(width=max(140, Console().width))
    try:
        for name in given.methods:
            if name not in measured_methods():
                raise UnknownNameError("method", name, measured_methods())
        results = ResultFile(given.output, make_header(PACKAGES, asdict(settings)), fresh=given.fresh)
        run(given.methods or list(measured_methods()), settings, results, console)
        show_results(results, console)
    except MemetikError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit("interrupted; what was measured is kept, and the same command goes on from there")


if __name__ == "__main__":
    main()
