"""Tables of cases: requirement, measurement, and whether it is met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from rich.table import Table

if TYPE_CHECKING:
    from .engine.case import Case, Row


class Line(NamedTuple):
    """A line of the table, as text."""

    case: str
    subject: str
    queries: int
    outcome: str
    requirement: str
    met: bool


def case_lines(cases: Mapping[str, Case], rows: Iterable[Row]) -> Iterator[Line]:
    """Yield a line per row, by case; rows of unknown cases are skipped."""
    rows = list(rows)
    for name, case in cases.items():
        own = [row for row in rows if row["section"] == name]
        for row in own:
            met = case.met(row, own)
            yield Line(case.title, row["case"], row["count"], case.outcome(row), case.requirement, met)


def with_blanks(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines, with case and requirement only in the first line of a case."""
    last = ""
    for line in lines:
        yield line._replace(case="", requirement="") if line.case == last else line
        last = line.case


def case_table(title: str, lines: Iterable[Line]) -> Table:
    """Return the table for the terminal."""
    table = Table(title=title)
    for column in ("case", "on", "queries", "measured", "requirement", ""):
        table.add_column(column, justify="right" if column == "queries" else "left")
    for line in with_blanks(lines):
        met = "met" if line.met else "NOT MET"
        table.add_row(line.case, line.subject, str(line.queries), line.outcome, line.requirement, met)
    return table
