"""The sections of ``memetik bench ik`` that measure memetik alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias

from rich.console import Console
from rich.table import Table

from ..arms import load_arm
from ..progress import quiet_progress
from ..settings import Settings
from ..store import ResultFile
from .external_goals import measure_numba_goal, measure_python_goal
from .start_honored import measure_start_honored
from .tail import measure_tail
from .throughput import measure_throughput
from .warm_calls import measure_warm_calls

_STANDARD = ("ur5", "iiwa14", "panda")
_BATCH = 100_000

Key: TypeAlias = Mapping[str, object]
Measurement: TypeAlias = tuple[Key, Callable[[], Mapping[str, Any]]]
"""The key of a row, and a function that measures its values."""


def start_honored(settings: Settings) -> Iterator[Measurement]:
    """How often the given start leads to the solution, compared with a local search from it alone."""
    for case in _STANDARD:
        yield {"case": case}, partial(measure_start_honored, load_arm(case), settings)


def batch_throughput(settings: Settings) -> Iterator[Measurement]:
    """Poses per second of ``solve_batch``, on one and two threads, without and with a start table."""
    measure = partial(measure_throughput, load_arm("panda"), settings, count=min(_BATCH, 10 * settings.count))
    for with_table in (False, True):
        for threads in (1, 2):
            how = {"threads": threads, "with_table": with_table}
            yield {"case": "panda", **how}, partial(measure, **how)


def warm_calls(settings: Settings) -> Iterator[Measurement]:
    """Starts near the solution: time in the core, and overhead of a call from Python."""
    for case in _STANDARD:
        yield {"case": case}, partial(measure_warm_calls, load_arm(case), settings)


def tail(settings: Settings) -> Iterator[Measurement]:
    """Percentiles of the time in the core and of evaluations, and what the worst queries have in common."""
    for case in _STANDARD:
        count = min(_BATCH, 10 * settings.count)
        yield {"case": case}, partial(measure_tail, load_arm(case), settings, count=count)


def external_goals(settings: Settings) -> Iterator[Measurement]:
    """The overhead of a Python goal and of a goal compiled by numba."""
    yield {"goal": "python"}, partial(measure_python_goal, load_arm("panda"), settings)
    yield {"goal": "numba"}, partial(measure_numba_goal, load_arm("panda"), settings)


SECTIONS: dict[str, Callable[[Settings], Iterator[Measurement]]] = {
    "start": start_honored,
    "batch": batch_throughput,
    "warm": warm_calls,
    "external": external_goals,
    "tail": tail,
}
"""Sections by name, in the order of tables."""


def measure_section(
    name: str, settings: Settings, results: ResultFile, console: Console
) -> list[dict[str, Any]]:
    """Return the rows of a section; rows that are not stored yet are measured and stored."""
    rows, measurements = [], list(SECTIONS[name](settings))
    with quiet_progress(console) as progress:
        task = progress.add_task(name, total=len(measurements))
        for key, measure in measurements:
            progress.update(task, description=f"{name}: {', '.join(f'{k} {v}' for k, v in key.items())}")
            progress.refresh()
            row = results.find(section=name, **key)
            rows.append(row or results.append({"section": name, **key, **measure()}))
            progress.advance(task)
    return rows


def section_table(title: str, rows: list[dict[str, Any]]) -> Table:
    """Return a table with a line per quantity and a column per row of the results."""
    table = Table(title=title, show_header=False)
    rows = [_flat(row) for row in rows]
    for name in dict.fromkeys(name for row in rows for name in row if name != "section"):
        table.add_row(name.replace("_", " "), *(_shown(row.get(name)) for row in rows))
    return table


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row with the entries of its dictionaries as entries of its own."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        flat |= {f"{name}: {k}": v for k, v in value.items()} if isinstance(value, dict) else {name: value}
    return flat


def _shown(cell: Any) -> str:
    if cell is None:
        return ""
    return f"{cell:.5g}" if isinstance(cell, float) else str(cell)
