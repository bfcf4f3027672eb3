"""The table of the engine's benchmark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.table import Table

from ..case_table import Line, case_lines, case_table
from .case import Row
from .cases import CASES


def engine_lines(rows: Iterable[Row]) -> Iterator[Line]:
    """Yield a line per row, by case; rows of unknown cases are skipped."""
    return case_lines(CASES, rows)


def engine_table(rows: Iterable[Row]) -> Table:
    """Return the table for the terminal."""
    return case_table("Requirements of the engine, every solution verified", engine_lines(rows))
