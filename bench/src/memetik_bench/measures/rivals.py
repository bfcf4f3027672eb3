"""Success rate and time of memetik and its rivals on random reachable poses from random starts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from statistics import mean
from typing import Any

from rich.console import Console
from rich.table import Table

from ..arms import load_arm
from ..progress import progress_bar
from ..runner import Row, run
from ..settings import Settings
from ..solvers import SOLVERS, MemetikSolver
from ..store import ResultFile
from ..targets import random_reachable


def measure_rivals(
    cases: Iterable[str], solvers: Iterable[str], settings: Settings, results: ResultFile, console: Console
) -> list[dict[str, Any]]:
    """Return a row per case and solver; stored rows are reused, rivals that are not installed are skipped."""
    rows = []
    solvers, missing = list(solvers), set()
    for case in cases:
        for solver in solvers:
            row = results.find(section="rivals", case=case, solver=solver)
            if row is None and solver not in missing:
                try:
                    row = results.append(
                        {"section": "rivals", **asdict(_run(case, solver, settings, console))}
                    )
                except ImportError as error:
                    missing.add(solver)
                    console.print(
                        f"{solver} is left out ({error}). Install: {SOLVERS[solver].install}", markup=False
                    )
            if row is not None:
                rows.append(row)
    return rows


def _run(case: str, solver: str, settings: Settings, console: Console) -> Row:
    arm = load_arm(case)
    measured = SOLVERS[solver](arm.robot, arm.link, tolerance=settings.tolerance, timeout=settings.timeout)
    targets = random_reachable(arm.robot, arm.link, count=settings.count, random_seed=settings.random_seed)
    if solver != MemetikSolver.name:
        targets = targets.first(settings.rival_count)
    with progress_bar(console, f"{case}, {solver}", len(targets)) as show:
        return run(case, measured, targets, tolerance=settings.tolerance, on_progress=show)


def rivals_table(rows: Iterable[dict[str, Any]]) -> Table:
    """Return a table with a line per case and solver; the last column is the time relative to memetik's."""
    table = Table(title="Inverse kinematics: random reachable poses, random starts, every solution verified")
    for column in ("case", "solver", "version"):
        table.add_column(column)
    for column in ("queries", "solved %", "refused", "mean µs", "core µs", "median µs", "p99 µs", "× ours"):
        table.add_column(column, justify="right")
    ours = {row["case"]: row["mean_us"] for row in rows if row["solver"] == MemetikSolver.name}
    for row in rows:
        ratio = f"{row['mean_us'] / ours[row['case']]:.1f}" if row["case"] in ours else ""
        core = "" if row["mean_core_us"] is None else f"{row['mean_core_us']:.2f}"
        times = [f"{row['mean_us']:.2f}", core, f"{row['median_us']:.2f}", f"{row['p99_us']:.1f}"]
        solved = [str(row["count"]), f"{100 * row['solved']:.2f}", str(row["refused"])]
        table.add_row(row["case"], row["solver"], row["version"], *solved, *times, ratio)
    return table


def mean_ratios(rows: list[dict[str, Any]]) -> dict[str, float]:
    """Return each rival's mean time relative to memetik's: the mean ratio over the cases that both have."""
    ours = {row["case"]: row["mean_us"] for row in rows if row["solver"] == MemetikSolver.name}
    ratios: dict[str, list[float]] = {}
    for row in rows:
        if row["solver"] != MemetikSolver.name and row["case"] in ours:
            ratios.setdefault(row["solver"], []).append(row["mean_us"] / ours[row["case"]])
    return {solver: mean(values) for solver, values in ratios.items()}
