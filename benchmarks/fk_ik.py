"""Inverse kinematics of poses made by forward kinematics: ours beside the peers, every answer verified.

Run: ``python benchmarks/fk_ik.py`` (needs ``memetik[bench]``; ``memetik[peers]`` brings the peers of PyPI).
Peers that are not installed are left out, with a line that says how to get them. Rows are stored as they are
measured, and an interrupted run goes on where it stopped. Success is judged by pinocchio's kinematics, limits
included; times are of the single call from Python, failures included, and for memetik also in its core.

The sections are:
  peers     random reachable poses from random starts, all solvers
  start     whether the user's start is honoured, beside the same local search from it alone
  batch     solve_batch: poses a second, on one and two threads, without and with a start table
  warm      starts next to the answer: time in the core, and what a call from Python adds
  external  what a Python goal and a goal compiled by numba cost beside a pose

All solvers use one thread but TRAC-IK, which races two by design: leave it two cores.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from memetik_bench.arms import ARMS, load_arm
from memetik_bench.measures.external_goals import measure_numba_goal, measure_python_goal
from memetik_bench.measures.peers import mean_ratios, measure_peers, peers_table
from memetik_bench.measures.start_honoured import measure_start_honoured
from memetik_bench.measures.throughput import measure_throughput
from memetik_bench.measures.warm_calls import measure_warm_calls
from memetik_bench.settings import Settings
from memetik_bench.solvers import SOLVERS
from memetik_bench.store import ResultFile, make_header
from memetik.errors import MemetikError

STANDARD = ("ur5", "iiwa14", "panda")
BATCH = 100_000
PACKAGES = ("pin", "roboticstoolbox-python", "pytracik", "numba")
RESULTS = Path(__file__).parent / "results" / "fk_ik.jsonl"

Key = Mapping[str, object]
Measurement = tuple[Key, Callable[[], Mapping[str, Any]]]
"""By what a row is found again, and what measures the rest of it."""


def start_honoured(settings: Settings, console: Console) -> Iterator[Measurement]:
    for case in STANDARD:
        yield {"case": case}, partial(measure_start_honoured, load_arm(case), settings)


def batch_throughput(settings: Settings, console: Console) -> Iterator[Measurement]:
    measure = partial(measure_throughput, load_arm("panda"), settings, count=BATCH)
    for with_table in (False, True):
        for threads in (1, 2):
            how = {"threads": threads, "with_table": with_table}
            yield {"case": "panda", **how}, partial(measure, **how)


def warm_calls(settings: Settings, console: Console) -> Iterator[Measurement]:
    for case in STANDARD:
        yield {"case": case}, partial(measure_warm_calls, load_arm(case), settings)


def external_goals(settings: Settings, console: Console) -> Iterator[Measurement]:
    yield {"goal": "python"}, partial(measure_python_goal, load_arm("panda"), settings)
    if find_spec("numba") is None:
        console.print("the compiled goal is left out: pip install numba")
    else:
        yield {"goal": "numba"}, partial(measure_numba_goal, load_arm("panda"), settings)


SECTIONS = {
    "start": start_honoured,
    "batch": batch_throughput,
    "warm": warm_calls,
    "external": external_goals,
}


def measure_section(
    name: str, settings: Settings, results: ResultFile, console: Console
) -> list[dict[str, Any]]:
    """The rows of a section: those stored already are taken, the others measured and stored."""
    rows, measurements = [], list(SECTIONS[name](settings, console))
    # Drawn between measurements only: a thread that draws by itself would be in the measured time.
    quiet = not console.is_terminal
    with Progress(console=console, auto_refresh=False, transient=True, disable=quiet) as progress:
        task = progress.add_task(name, total=len(measurements))
        for key, measure in measurements:
            progress.update(task, description=f"{name}: {', '.join(f'{k} {v}' for k, v in key.items())}")
            progress.refresh()
            row = results.find(section=name, **key)
            rows.append(row or results.append({"section": name, **key, **measure()}))
            progress.advance(task)
    return rows


def section_table(title: str, rows: list[dict[str, Any]]) -> Table:
    """Quantities down, rows of the results across."""
    table = Table(title=title, show_header=False)
    for name in dict.fromkeys(name for row in rows for name in row if name != "section"):
        cells = (row.get(name) for row in rows)
        shown = (
            f"{cell:.5g}" if isinstance(cell, float) else "" if cell is None else str(cell) for cell in cells
        )
        table.add_row(name.replace("_", " "), *shown)
    return table


def parse_options() -> argparse.Namespace:
    defaults, sections = Settings(), ("peers", *SECTIONS)
    installs = "\n".join(f"  {name}: {solver.install}" for name, solver in SOLVERS.items())
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog=f"to install the solvers:\n{installs}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )

    def choose(option: str, known: Iterable[str], what: str) -> None:
        names = tuple(known)
        text = f"{what}; all by default: {', '.join(repr(n) if ' ' in n else n for n in names)}"
        parser.add_argument(option, nargs="+", choices=names, default=names, metavar="NAME", help=text)

    choose("--sections", sections, "what to measure")
    choose("--cases", ARMS, "chains of the section peers")
    choose("--solvers", SOLVERS, "solvers of the section peers")
    parser.add_argument("--count", type=int, default=defaults.count, help="queries for memetik (%(default)s)")
    parser.add_argument(
        "--peer-count", type=int, default=defaults.peer_count, help="queries for each peer (%(default)s)"
    )
    parser.add_argument("--fresh", action="store_true", help="discard what is stored and start over")
    parser.add_argument("--output", type=Path, default=RESULTS, help="where rows are stored (%(default)s)")
    return parser.parse_args()


def main() -> None:
    options = parse_options()
    console = Console(width=None if sys.stdout.isatty() else 140)  # wide enough for the table in a file
    settings = Settings(count=options.count, peer_count=options.peer_count)
    try:
        results = ResultFile(options.output, make_header(PACKAGES, asdict(settings)), fresh=options.fresh)
    except MemetikError as error:
        raise SystemExit(str(error)) from None
    if results.header["machine"]["usable cores"] < 2:
        console.print("on one core TRAC-IK, which races two threads, and batches on two threads lose time")
    if "peers" in options.sections:
        rows = measure_peers(options.cases, options.solvers, settings, results, console)
        console.print(peers_table(rows))
        for solver, ratio in mean_ratios(rows).items():
            console.print(f"{solver} takes {ratio:.1f} times as long as memetik, mean over the cases")
    for name in SECTIONS:
        if name in options.sections:
            console.print(section_table(name, measure_section(name, settings, results, console)))
    console.print(results.header["machine"])


if __name__ == "__main__":
    main()
