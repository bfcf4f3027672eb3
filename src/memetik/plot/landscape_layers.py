"""What the rows of a landscape show."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np

from ..generations import Generations
from .history import Rows, births, worse_first

LandscapeRow: TypeAlias = Literal["fitness", "procreation", "elites"]
LAYERS: tuple[LandscapeRow, ...] = ("fitness", "procreation", "elites")

_MOST_DOTS, _MOST_CHILDREN = 6000, 2500  # in a panel; more of them hide each other


def _nobody() -> Rows:
    return np.empty(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Layer:
    """Individuals as ``dots``, lines from ``parents`` to ``children``: rows of generations, worse first."""

    dots: Rows = field(default_factory=_nobody)
    parents: Rows = field(default_factory=_nobody)
    children: Rows = field(default_factory=_nobody)
    line_width: float = 0.45  # [pt]
    opacity: float = 0.6


def layer(generations: Generations, kind: LandscapeRow, *, share: float = 1.0) -> Layer:
    """All individuals, who descends from whom, or elites and which of them descend from elites.

    Of very many there is a sample, ``share`` of what fits into a panel.
    """
    most_dots, most_children = max(1, int(share * _MOST_DOTS)), max(1, int(share * _MOST_CHILDREN))
    everyone = np.arange(len(generations))
    if kind == "fitness":
        return Layer(dots=worse_first(generations, everyone, most_dots))
    if kind == "procreation":
        parents, children = births(generations, worse_first(generations, everyone, most_children))
        return Layer(parents=parents, children=children)
    elites = worse_first(generations, np.flatnonzero(generations.elite), most_dots)
    parents, children = births(generations, elites)
    noble = generations.elite[parents]
    return Layer(elites, parents[noble], children[noble], line_width=0.9, opacity=0.9)
