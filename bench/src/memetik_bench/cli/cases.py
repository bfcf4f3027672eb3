"""Cases on the command line: their list, and measurements that are stored and reused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from .options import resumable

if TYPE_CHECKING:
    from rich.console import Console

    from ..engine import Case
    from ..store import ResultFile


def list_cases(
    console: Console, cases: Mapping[str, Case], more: Iterable[tuple[str, str, str]] = ()
) -> None:
    """Print name, title and requirement of all cases, and of ``more``."""
    from rich.table import Table

    table = Table("name", "case", "requirement")
    for line in (*((case.name, case.title, case.requirement) for case in cases.values()), *more):
        table.add_row(*line)
    console.print(table)


def measure_cases(
    title: str, cases: Mapping[str, Case], context: object, results: ResultFile, console: Console
) -> None:
    """Measure cases and print their table and the machine."""
    from ..case_table import case_lines, case_table

    with resumable(console):
        rows = [row for case in cases.values() for row in measure_case(case, context, results, console)]
        console.print(case_table(title, case_lines(cases, rows)))
    console.print(results.header["machine"])


def measure_case(case: Case, context: object, results: ResultFile, console: Console) -> list[dict[str, Any]]:
    """Return the rows of a case; rows that are not stored yet are measured and stored.

    A measurement whose package is missing, or whose method refuses its goals, is left out with a note.
    """
    from memetik import MethodError

    from ..missing import MissingPackageError
    from ..progress import progress_bar

    rows = []
    for measurement in case.measurements(context):
        row = results.find(section=case.name, **measurement.key)
        if row is None:
            what = f"{case.name}: {measurement.key['case']}"
            try:
                with progress_bar(console, what, measurement.total) as show:
                    row = {"section": case.name, **measurement.key, **measurement.measure(show)}
            except (MissingPackageError, MethodError) as error:
                console.print(f"{what} is left out: {error}", markup=False, highlight=False, soft_wrap=True)
                continue
            results.append(row)
        rows.append(row)
    return rows
