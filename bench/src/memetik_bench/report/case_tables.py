"""Cases as Markdown: a line per row, with requirement and whether it is met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ..case_table import Line, case_lines, with_blanks
from ..engine.case import Case
from .markdown import circumstances, table
from .results import Results

HEAD = ["case", "on", "queries", "measured", "requirement", "met"]


def case_tables(
    cases: Mapping[str, Case], times: str, results: Path, packages: Iterable[str], name: str
) -> dict[str, str]:
    """Return the table NAME-table with a line per row of ``memetik bench NAME``."""
    measured = Results.read(results)
    lines = case_lines(cases, measured.rows)
    return {f"{name}-table": case_section(lines, times, measured, packages, f"memetik bench {name}")}


def case_section(
    lines: Iterable[Line], times: str, measured: Results, packages: Iterable[str], command: str
) -> str:
    """Return the table, and below it what its ``times`` are, the machine, and versions of ``packages``."""
    versions = {name: measured.machine[name] for name in packages}
    return f"{_table(lines)}\n\n{times}, on {circumstances(measured.machine, versions, command)}"


def _table(lines: Iterable[Line]) -> str:
    """Return the table; case and requirement only appear in the first line of a case."""
    rows = []
    for line in with_blanks(lines):
        queries = f"{line.queries:,}".replace(",", " ")
        met = "yes" if line.met else "**no**"
        rows.append([line.case, line.subject, queries, line.outcome, line.requirement, met])
    return table(HEAD, rows, align="---")
