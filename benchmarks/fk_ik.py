"""Inverse kinematics of poses made by forward kinematics: ours beside the peers, every answer verified.

Run: ``python benchmarks/fk_ik.py`` (needs ``memetik[bench]``; ``memetik[peers]`` brings the peers of PyPI).
Peers that are not installed are left out, with a line that says how to get them. Rows are stored as they are
measured, and an interrupted run goes on where it stopped. Success is judged by pinocchio's kinematics, limits
included; times are of the single call from Python, failures included.

All solvers use one thread but TRAC-IK, which races two by design: leave it two cores.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from memetik.bench.arms import ARMS, load_arm
from memetik.bench.measures.external_goals import measure_numba_goal, measure_python_goal
from memetik.bench.measures.peers import mean_ratios, measure_peers, peers_table
from memetik.bench.measures.start_honoured import measure_start_honoured
from memetik.bench.measures.throughput import measure_throughput
from memetik.bench.measures.warm_calls import measure_warm_calls
from memetik.bench.settings import Settings
from memetik.bench.solvers import SOLVERS
from memetik.bench.store import ResultFile, make_header
from memetik.errors import MemetikError

STANDARD = ("ur5", "iiwa14", "panda")
BATCH = 100_000
PACKAGES = ("pin", "roboticstoolbox-python", "pytracik", "numba")
RESULTS = Path(__file__).parent / "results" / "fk_ik.jsonl"


def take(results: ResultFile, measure: Callable[[], Mapping[str, Any]], **key: object) -> dict[str, Any]:
    """The stored row of ``key``, else what ``measure`` finds now."""
    return results.find(**key) or results.append({**key, **measure()})


def start_honoured(settings: Settings, results: ResultFile) -> list[dict[str, Any]]:
    return [
        take(results, partial(measure_start_honoured, load_arm(case), settings), section="start", case=case)
        for case in STANDARD
    ]


def batch_throughput(settings: Settings, results: ResultFile) -> list[dict[str, Any]]:
    measure = partial(measure_throughput, load_arm("panda"), settings, count=BATCH)
    return [
        take(results, partial(measure, **how), section="batch", case="panda", **how)
        for how in ({"threads": n, "with_table": table} for table in (False, True) for n in (1, 2))
    ]


def warm_calls(settings: Settings, results: ResultFile) -> list[dict[str, Any]]:
    return [
        take(results, partial(measure_warm_calls, load_arm(case), settings), section="warm", case=case)
        for case in STANDARD
    ]


def external_goals(settings: Settings, results: ResultFile) -> list[dict[str, Any]]:
    measures = {"python": measure_python_goal}
    if find_spec("numba") is None:
        print("the compiled goal is left out: pip install numba")
    else:
        measures["numba"] = measure_numba_goal
    return [
        take(results, partial(measure, load_arm("panda"), settings), section="external", goal=goal)
        for goal, measure in measures.items()
    ]


SECTIONS = {
    "start": start_honoured,
    "batch": batch_throughput,
    "warm": warm_calls,
    "external": external_goals,
}


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
        epilog=f"to install the solvers:\n{installs}\n  (goals by numba: pip install numba)",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )

    def choose(option: str, known: Iterable[str], what: str) -> None:
        names = tuple(known)
        text = f"{what}; all by default: {', '.join(names)}"
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
    options, console = parse_options(), Console()
    settings = Settings(count=options.count, peer_count=options.peer_count)
    try:
        results = ResultFile(options.output, make_header(PACKAGES, asdict(settings)), fresh=options.fresh)
    except MemetikError as error:
        raise SystemExit(str(error)) from None
    if "peers" in options.sections:
        rows = measure_peers(options.cases, options.solvers, settings, results, console)
        console.print(peers_table(rows))
        for solver, ratio in mean_ratios(rows).items():
            console.print(f"{solver} takes {ratio:.1f} times as long as memetik, mean over the cases")
    for name in SECTIONS:
        if name in options.sections:
            console.print(section_table(name, SECTIONS[name](settings, results)))
    console.print(results.header["machine"])


if __name__ == "__main__":
    main()
