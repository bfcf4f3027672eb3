"""Published tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

QUERIES = 10_000
"""Queries per figure of the documents, as stated for D Tables 5.2 to 5.4."""


@dataclass(frozen=True)
class Figure:
    """Success rate [%] and mean time [ms] of one cell; None if not published."""

    percent: float | None = None
    milliseconds: float | None = None


Labels: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class PublishedTable:
    """``cells[row, column]`` as printed; ``corner`` heads the column of row labels.

    >>> table = percentages("solver", ("PR2", "UR5"), {"KDL": (50.6, 41.8)})
    >>> table.cells["KDL", "UR5"].percent
    41.8
    """

    corner: str
    rows: Labels
    columns: Labels
    cells: Mapping[tuple[str, str], Figure]


def percentages(corner: str, columns: Labels, rows: Mapping[str, Sequence[float]]) -> PublishedTable:
    """Return a table of success rates [%]; ``rows`` maps labels to lines."""
    return _table(corner, columns, {name: [Figure(value) for value in line] for name, line in rows.items()})


def times(corner: str, columns: Labels, rows: Mapping[str, Sequence[float]]) -> PublishedTable:
    """Return a table of mean times [ms]."""
    lines = {name: [Figure(milliseconds=value) for value in line] for name, line in rows.items()}
    return _table(corner, columns, lines)


def times_and_percentages(
    corner: str, columns: Labels, rows: Mapping[str, Sequence[tuple[float, float]]]
) -> PublishedTable:
    """Return a table of pairs of mean time [ms] and success rate [%], the order of the dissertation."""
    lines = {name: [Figure(share, time) for time, share in line] for name, line in rows.items()}
    return _table(corner, columns, lines)


def _table(corner: str, columns: Labels, rows: Mapping[str, Sequence[Figure]]) -> PublishedTable:
    cells = {
        (name, column): figure
        for name, line in rows.items()
        for column, figure in zip(columns, line, strict=True)
    }
    return PublishedTable(corner, tuple(rows), columns, cells)
