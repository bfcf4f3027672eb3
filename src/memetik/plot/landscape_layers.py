"""The rows of a landscape: which individuals and lines each shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from ..solve.generations import Generations
from .evolution_data import Rows, births, worse_first

LandscapeRow: TypeAlias = Literal["fitness", "procreation", "elites"]
LAYERS: tuple[LandscapeRow, ...] = ("fitness", "procreation", "elites")

_MOST_DOTS, _MOST_CHILDREN = 6000, 2500  # per panel; more would hide each other


@dataclass(frozen=True, eq=False)
class Layer:
    """A row of a landscape: individuals drawn as ``dots``, and lines from ``parents`` to ``children``. All
    three are indices into the arrays of ``generations``, from worst to best.
    """

    name: str
    generations: Generations
    dots: Rows
    parents: Rows
    children: Rows
    line_width: float = 0.45  # [pt]
    opacity: float = 0.6


def layers(
    evolutions: Mapping[str, Generations], kinds: Sequence[LandscapeRow], *, share: float = 1.0
) -> list[Layer]:
    """All rows: one of every kind for every evolution; names of rows begin with the evolution's label."""
    rows = [layer(evolution, kind, share=share) for evolution in evolutions.values() for kind in kinds]
    labels = [label for label in evolutions for _ in kinds]
    if len(kinds) == 1:
        return [replace(row, name=label or row.name) for row, label in zip(rows, labels, strict=True)]
    return [
        replace(row, name=f"{label}\n{row.name}" if label else row.name)
        for row, label in zip(rows, labels, strict=True)
    ]


def layer(generations: Generations, kind: LandscapeRow, *, share: float = 1.0) -> Layer:
    """A row of all individuals, of all births, or of elites and the births of elites by elites.

    It has a sample of at most ``share`` of the dots and lines that fit into a panel.
    """
    most_dots, most_children = max(1, int(share * _MOST_DOTS)), max(1, int(share * _MOST_CHILDREN))
    all_rows, no_rows = np.arange(len(generations)), np.empty(0, dtype=np.int64)
    if kind == "fitness":
        return Layer(
            "individuals", generations, worse_first(generations, all_rows, most_dots), no_rows, no_rows
        )
    if kind == "procreation":
        parents, children = births(generations, worse_first(generations, all_rows, most_children))
        return Layer(kind, generations, no_rows, parents, children)
    elites = worse_first(generations, np.flatnonzero(generations.elite), most_dots)
    parents, children = births(generations, elites)
    by_elites = generations.elite[parents]
    return Layer(
        kind, generations, elites, parents[by_elites], children[by_elites], line_width=0.9, opacity=0.9
    )
