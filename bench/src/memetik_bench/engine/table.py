"""The table of the engine's benchmark: requirement, measurement, and whether it is met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.table import Table

from .case import Row
from .cases import CASES


class Line(NamedTuple):
    """A line of the table, as text."""

    case: str
    subject: str
    queries: int
    outcome: str
    requirement: str
    met: bool


def engine_lines(rows: Iterable[Row]) -> Iterator[Line]:
    """Yield a line per row, by case; rows of unknown cases are skipped."""
    rows = list(rows)
    for name, case in CASES.items():
        own = [row for row in rows if row["section"] == name]
        for row in own:
            met = case.met(row, own)
            yield Line(case.title, row["case"], row["count"], case.outcome(row), case.requirement, met)


def engine_table(rows: Iterable[Row]) -> Table:
    """Return the table for the terminal."""
    table = Table(title="Requirements of the engine, every solution verified")
    for column in ("case", "on", "queries", "measured", "requirement", ""):
        table.add_column(column, justify="right" if column == "queries" else "left")
    last = ""
    for line in engine_lines(rows):
        new = line.case != last
        title, requirement = (line.case, line.requirement) if new else ("", "")
        table.add_row(
            title,
            line.subject,
            str(line.queries),
            line.outcome,
            requirement,
            "met" if line.met else "NOT MET",
        )
        last = line.case
    return table
