"""Case: one requirement of the engine, with its measurements and their evaluation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

Row: TypeAlias = dict[str, Any]
OnProgress: TypeAlias = Callable[[int], object]
"""A function that takes the number of queries done since its last call."""


def no_progress(done: int) -> None:
    """Ignore progress."""


@dataclass(frozen=True)
class EngineSettings:
    """``most`` limits the queries of each measurement; None means no limit.

    ``reference_evaluations`` is the budget of a long run for the best known cost of an infeasible problem.
    """

    most: int | None = None
    random_seed: int = 1
    reference_evaluations: int = 2_000_000

    def count(self, wanted: int) -> int:
        """Return ``wanted``, limited by ``most``."""
        return wanted if self.most is None else min(wanted, self.most)


@dataclass(frozen=True)
class Run:
    """The context of measurements; ``references`` is the file of the best known configurations."""

    settings: EngineSettings
    references: Path


@dataclass(frozen=True)
class Measurement:
    """``key`` identifies its row, ``measure`` returns its values, ``total`` is the end of its progress."""

    key: Row
    total: int
    measure: Callable[[OnProgress], Row]


@dataclass(frozen=True)
class Case:
    """One requirement of the engine.

    ``requirement`` is its text for tables, ``met`` checks it for a row, given all rows of the case, and
    ``outcome`` formats a row for a table.
    """

    name: str
    title: str
    requirement: str
    measurements: Callable[[Any], Iterator[Measurement]]
    outcome: Callable[[Row], str]
    met: Callable[[Row, Sequence[Row]], bool]


def percent(share: float) -> str:
    """Format a fraction as a percentage; 100 % only if it is exactly 1.

    >>> percent(0.99999), percent(1.0)
    ('99.99 %', '100 %')
    """
    return "100 %" if share >= 1.0 else f"{int(1e4 * share + 1e-6) / 100:.2f} %"


def count_cell(row: Row) -> str:
    """Format the fraction solved, and the number of false successes if there are any."""
    cell = percent(row["solved"])
    return f"{cell}, {row['false_success']} false" if row["false_success"] else cell
