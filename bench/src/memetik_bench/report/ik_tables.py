"""The README's tables of inverse kinematics, from the results of ``memetik bench ik``."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from ..measures.rivals import mean_ratios
from .ik_results import OURS, RIVALS, IkResults
from .markdown import circumstances, table
from .results import Row

PLOT = "![Mean time of a solve by arm, memetik and its rivals](docs/images/ik_speed.svg)"

# section -> label -> text of the cell; these sections have a row per arm
BY_ARM: dict[str, dict[str, Callable[[Row], str]]] = {
    "warm": {
        "start at most 0.05 rad off, in the core": lambda r: f"{microseconds(r['mean_core_us'])} µs",
        "overhead of a call from Python": lambda r: f"{microseconds(r['mean_overhead_us'])} µs",
    },
    "start": {
        "solved from the given random start": lambda r: percent(r["answered_from_start"], r["count"]),
        "– by 40 iterations of a plain LM": lambda r: percent(r["plain_lm_answered"], r["count"]),
        "start 0.3 rad off: solved on its branch": lambda r: percent(r["near_on_branch"], r["count"]),
    },
}


def ik_tables(path: Path) -> dict[str, str]:
    """Return the comparison with the rivals, and the table of the other sections."""
    results = IkResults.read(path)
    return {
        "ik-table": f"{PLOT}\n\n{rival_table(results)}\n\n{caption(results)}",
        "ik-more-table": more_table(results),
    }


def rival_table(results: IkResults) -> str:
    """Return a table with a row per arm and a column per solver; the last row has the mean ratios."""
    rivals = [RIVALS[rival] for rival in results.rivals]
    head = ["mean time, solved", "memetik, in the core", "memetik", *rivals]
    ratios = mean_ratios(results.section("rivals"))
    rows = [rival_row(results, case) for case in results.cases]
    rows.append(["mean ratio", "", "1", *(f"{ratios[rival]:.0f}×" for rival in results.rivals)])
    return table(head, rows)


def rival_row(results: IkResults, case: str) -> list[str]:
    """Return the cells of an arm: mean times and success rates of all solvers."""
    ours = results.solver(case, OURS)
    assert ours is not None
    cells = [case, f"{microseconds(ours['mean_core_us'])} µs", outcome(ours)]
    for rival in results.rivals:
        row = results.solver(case, rival)
        cells.append("" if row is None else f"{outcome(row)} ({row['mean_us'] / ours['mean_us']:.0f}×)")
    return cells


def outcome(row: Row) -> str:
    """Return mean time and success rate."""
    return f"{microseconds(row['mean_us'])} µs, {percent(row['solved'], row['count'])}"


def caption(results: IkResults) -> str:
    """Return the conditions of the measurement: queries, tolerance, verification, machine and versions."""
    parameters = results.parameters
    return (
        f"Random reachable poses from random starts, {thousands(parameters['count'])} for memetik and the "
        f"first {thousands(parameters['rival_count'])} of them for the others, to "
        f"{parameters['tolerance']:g} m and rad, in at most {1e3 * parameters['timeout']:g} ms. Mean time of "
        "a call from Python, failures included, and success rate, verified by pinocchio; in brackets, the "
        "time relative to memetik's. TRAC-IK uses two threads, the others use "
        + circumstances(results.machine, results.versions, "memetik bench ik")
    )


def more_table(results: IkResults) -> str:
    """Return the table of the other sections, with a column per arm; some sections have only the panda."""
    arms = list(dict.fromkeys(row["case"] for section in BY_ARM for row in results.section(section)))
    rows = []
    for section, labels in BY_ARM.items():
        by_case = {row["case"]: row for row in results.section(section)}
        for label, cell in labels.items():
            rows.append([label, *(cell(by_case[arm]) if arm in by_case else "" for arm in arms)])
    for label, case, text in [*batch_cells(results), *external_cells(results)]:
        rows.append([label, *(text if arm == case else "" for arm in arms)])
    return table(["", *arms], rows)


def batch_cells(results: IkResults) -> list[tuple[str, str, str]]:
    """Return label, arm and text of the measured batches."""
    cells = []
    for row in results.section("batch"):
        if row["threads"] > results.machine["usable cores"]:
            continue  # threads would share a core
        threads = "1 thread" if row["threads"] == 1 else f"{row['threads']} threads"
        how = f"{threads}, with a start table" if row["with_table"] else threads
        label = f"`solve_batch` of {thousands(row['count'])}, {how}"
        solved = percent(row["solved"], row["count"])
        cells.append((label, row["case"], f"{thousands(row['solves_per_second'])} /s, {solved}"))
    return cells


def external_cells(results: IkResults) -> list[tuple[str, str, str]]:
    """Return label, arm and text of the measured user-defined goals."""
    rows = {row["goal"]: row for row in results.section("external")}
    cells = []
    if "python" in rows:
        cost = f"{microseconds(rows['python']['per_call_us'])} µs"
        cells.append(("overhead of a batched call of a Python goal", "panda", cost))
    if "numba" in rows:
        overhead = rows["numba"]["per_evaluation_ns"]  # a difference of two times
        cost = f"{overhead:.0f} ns" if overhead > 0 else "below the noise"
        cells.append(("overhead of an evaluation of a goal compiled by numba", "panda", cost))
    return cells


def microseconds(value: float) -> str:
    """Format with one decimal below 100, else with none."""
    return f"{value:.1f}" if value < 100 else f"{value:.0f}"


def percent(share: float, count: int) -> str:
    """Format a fraction with the decimals that ``count`` queries resolve; 100 % only if it is exactly 1."""
    digits = max(round(math.log10(count)) - 2, 0)
    cut = math.floor(100 * share * 10**digits + 1e-6) / 10**digits
    return f"{cut:.{digits}f} %"


def thousands(value: float) -> str:
    """Format with three significant digits, in groups of three."""
    rounded = round(value, 2 - math.floor(math.log10(value)))
    return f"{rounded:,.0f}".replace(",", " ")
