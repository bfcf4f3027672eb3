"""What a case of the engine's benchmark is: measurements, what their rows say, and what is wanted of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

Row: TypeAlias = dict[str, Any]
OnProgress: TypeAlias = Callable[[int], object]
"""Is told how many queries were done since last time."""


def no_progress(done: int) -> None:
    """Tells nobody."""


@dataclass(frozen=True)
class EngineSettings:
    """``most`` queries a measurement, fewer than wanted; None for all that are wanted.

    ``reference_evaluations`` is the budget of a long run for the best known costs of what cannot be met.
    """

    most: int | None = None
    random_seed: int = 1
    reference_evaluations: int = 2_000_000

    def count(self, wanted: int) -> int:
        """``wanted`` queries, or as many as there may be."""
        return wanted if self.most is None else min(wanted, self.most)


@dataclass(frozen=True)
class Run:
    """What measurements are made with; ``references`` is the file of the best configurations known."""

    settings: EngineSettings
    references: Path


@dataclass(frozen=True)
class Measurement:
    """``key`` finds its row again, ``measure`` makes the rest of it, ``total`` is the end of its progress."""

    key: Row
    total: int
    measure: Callable[[OnProgress], Row]


@dataclass(frozen=True)
class Case:
    """One line of what the engine has to reach.

    ``wanted`` says it to readers, ``met`` judges it by a row and all rows of the case, ``outcome`` is what a
    row says in a table.
    """

    name: str
    title: str
    wanted: str
    measurements: Callable[[Run], Iterator[Measurement]]
    outcome: Callable[[Row], str]
    met: Callable[[Row, Sequence[Row]], bool]


def percent(share: float) -> str:
    """Never 100 unless it is all.

    >>> percent(0.99999), percent(1.0)
    ('99.99 %', '100 %')
    """
    return "100 %" if share >= 1.0 else f"{int(1e4 * share + 1e-6) / 100:.2f} %"


def count_cell(row: Row) -> str:
    """The share solved, and what is wrong with the rest of it."""
    cell = percent(row["solved"])
    return f"{cell}, {row['false_success']} false" if row["false_success"] else cell
