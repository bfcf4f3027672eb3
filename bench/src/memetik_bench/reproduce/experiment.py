"""What an experiment is: what a document says, and how ours is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from ..engine.case import Measurement, Row

Key: TypeAlias = Mapping[str, object]
Find: TypeAlias = Callable[[Key], Row | None]
"""The row measured under a key, if there is one."""


@dataclass(frozen=True)
class Scale:
    """``queries`` a cell; None for what each is worth, of the 10 000 that the documents had."""

    queries: int | None = None
    random_seed: int = 1

    def count(self, usual: int) -> int:
        """How many queries, where ``usual`` are asked without a wish."""
        return usual if self.queries is None else self.queries


@dataclass(frozen=True)
class Comparison:
    """A table for readers: ``lines`` under ``head``, in markdown."""

    head: list[str]
    lines: list[list[str]]


Draw: TypeAlias = Callable[[Find, Path], None]
"""Draws to a path from what was measured; raises LookupError where something was not."""


@dataclass(frozen=True)
class Experiment:
    """One table or figure of a document, by its ``name`` such as ``"d-5.2"``.

    ``source`` is where the document has it; ``asked`` what is done, in a sentence or two; ``measurements``
    measures ours, cell by cell, whose rows may serve several experiments; ``compare`` puts the document's
    numbers beside ours; ``pictures`` are files by their names. Why they differ is told in docs/reproduce.md.
    """

    name: str
    title: str
    source: str
    asked: str
    measurements: Callable[[Scale], Iterator[Measurement]]
    compare: Callable[[Find], Comparison]
    pictures: Mapping[str, Draw] = field(default_factory=dict)


def measured(find: Find, key: Key) -> Row:
    """The row under ``key``, or LookupError: for pictures, which are drawn whole or not at all."""
    row = find(key)
    if row is None:
        raise LookupError(f"not measured yet: {', '.join(str(value) for value in key.values())}")
    return row
