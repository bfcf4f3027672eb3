"""Experiment: a published table or figure, and how it is measured here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from ..engine.case import Measurement, Row

Key: TypeAlias = Mapping[str, object]
Find: TypeAlias = Callable[[Key], Row | None]
"""Returns the row with a key, or None if it was not measured."""


def finder(rows: Sequence[Row]) -> Find:
    """Return a function that finds a row by its key."""

    def find(key: Key) -> Row | None:
        return next((row for row in rows if key.items() <= row.items()), None)

    return find


@dataclass(frozen=True)
class Scale:
    """``queries`` per cell; None for the default of each cell, at most the 10 000 of the documents."""

    queries: int | None = None
    random_seed: int = 1

    def count(self, usual: int) -> int:
        """Return the number of queries of a cell whose default is ``usual``."""
        return usual if self.queries is None else self.queries


@dataclass(frozen=True)
class Comparison:
    """A table in Markdown: ``head`` and ``lines``."""

    head: list[str]
    lines: list[list[str]]


Draw: TypeAlias = Callable[[Find, Path], None]
"""Draws a picture to a path; raises LookupError if a measurement is missing."""


@dataclass(frozen=True)
class Experiment:
    """One table or figure of a document, by its ``name`` such as ``"d-5.2"``.

    ``source`` is its place in the document, ``description`` the queries in a sentence or two,
    ``measurements`` yields the cells, whose rows several experiments may share, ``compare`` returns the table
    of published numbers and ours, and ``pictures`` maps file names to functions. docs/reproduce.md explains
    differences.
    """

    name: str
    title: str
    source: str
    description: str
    measurements: Callable[[Scale], Iterator[Measurement]]
    compare: Callable[[Find], Comparison]
    pictures: Mapping[str, Draw] = field(default_factory=dict)


def require_row(find: Find, key: Key) -> Row:
    """Return the row with ``key``; raise LookupError if it was not measured."""
    row = find(key)
    if row is None:
        raise LookupError(f"not measured yet: {', '.join(str(value) for value in key.values())}")
    return row
