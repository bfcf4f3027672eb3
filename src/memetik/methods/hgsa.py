"""HGSA, the first BioIK, as a method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from ..solve.method_names import method
from .shared.core_method import CoreMethod

FitnessForm: TypeAlias = Literal["linear", "quadratic"]


@method("hgsa")
@dataclass(frozen=True, kw_only=True)
class HGSA(CoreMethod):
    """HGSA (Starke et al. 2016), which is BioIK 1: genes, momentum, and hill climbing by single genes.

    There are ``islands`` that know nothing of each other, by default as many as the solver has threads. On
    each ``population`` individuals live, at first the start and random ones. In a generation

    - the ``elites`` climb: every gene in turn by a random step U h (max - min) to one side, or else to the
      other, if that is better. h in 0 ... 1 is how far the individual is from the goals, of the robot's reach
      and of half a turn;
    - all others are replaced by children. Parents are selected by rank, recombined with their momentum as in
      :class:`BioIK`, mutated by N(0, 1) h (max - min), and drawn towards parents and a prototype (adoption).
      Parents that are worse than their child have no more children; when there are none left, random
      individuals take their places;
    - if neither the best nor an elite improved, all but the best begin anew (wipe-out).

    ``fitness="quadratic"`` is the goals' cost, all of them together. ``"linear"`` sums distances [m] and
    angles, pi of which count as the reach; of a pose u of the one and 1 - u of the other, u random at every
    evaluation, as it was at first.

    It is slow to converge to a small tolerance, most of all near the border of the workspace.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3), tolerance=1e-3)
    >>> mk.solve("ur5", goal, method=mk.methods.HGSA(fitness="linear")).success
    True
    """

    source: ClassVar[str] = "BioIK 2 thesis 2.10, 3.3, 3.4; dissertation Table 5.3"
    advice: ClassVar[str] = "to compare with"
    evolves: ClassVar[bool] = True

    islands: int | None = None
    population: int = 12
    elites: int = 4
    fitness: FitnessForm = "quadratic"
