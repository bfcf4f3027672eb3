"""The table of instruction counts: a line per case, and the ratio to another build."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.table import Table

from ..engine.case import Row, percent
from .cases import CASES


class InstructionLine(NamedTuple):
    """A line of the table, as text; ``ratio`` and ``beside`` are empty if no other build was measured."""

    section: str
    case: str
    queries: str
    instructions: str
    call: str
    evaluations: str
    solved: str
    beside: str
    ratio: str


UNREACHABLE = ("out-of-reach", "failing")
"""Cases that have no solutions."""

HEAD = ("case", "on", "queries", "instructions", "with the call", "evaluations", "solved", "beside", "ratio")


def instruction_lines(own: Iterable[Row], beside: Iterable[Row] = ()) -> Iterator[InstructionLine]:
    """Yield a line per row of this build, in the order of the cases, with the row of the other build."""
    own, others = list(own), {(row["section"], row["case"]): row for row in beside}
    for section, (title, _, _) in CASES.items():
        for row in own:
            if row["section"] == section:
                yield _line(title, row, others.get((section, row["case"])))


def without_repeats(lines: Iterable[InstructionLine]) -> Iterator[InstructionLine]:
    """Yield the lines, with the section only in its first line."""
    last = ""
    for line in lines:
        yield line._replace(section="") if line.section == last else line
        last = line.section


def _line(title: str, row: Row, other: Row | None) -> InstructionLine:
    hopeless = row["section"] in UNREACHABLE and not row["solved"]
    solved = "" if row["solved"] is None or hopeless else percent(row["solved"])
    if row["false_success"]:
        solved += f", {row['false_success']} false"
    evaluations = "" if row["evaluations"] is None else f"{row['evaluations']:.1f}"
    beside = "" if other is None else thousands(other["instructions"])
    ratio = "" if other is None else f"{row['instructions'] / other['instructions']:.2f}"
    counts = thousands(row["instructions"]), thousands(row["call_instructions"])
    return InstructionLine(title, row["case"], str(row["count"]), *counts, evaluations, solved, beside, ratio)


def thousands(count: float) -> str:
    """Format a number of instructions in thousands.

    >>> thousands(18_234.0), thousands(1_812_345.0)
    ('18.2 k', '1 812 k')
    """
    return f"{count / 1e3:.1f} k" if count < 1e5 else f"{count / 1e3:,.0f} k".replace(",", " ")


def instructions_table(own: Iterable[Row], beside: Iterable[Row] = (), name: str = "beside") -> Table:
    """Return the table for the terminal; ``name`` is that of the other build."""
    table = Table(title="Instructions per query in the core, counted by callgrind; every solution verified")
    beside = list(beside)
    head = [name if column == "beside" else column for column in HEAD]
    for i, column in enumerate(head if beside else head[:-2]):
        table.add_column(column, justify="left" if i < 2 else "right")
    for line in without_repeats(instruction_lines(own, beside)):
        table.add_row(*(line if beside else line[:-2]))
    return table
