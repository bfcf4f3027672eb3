"""HGSA: the first BioIK."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from ..solve.method_registry import method
from .shared.core_method import CoreMethod

FitnessForm: TypeAlias = Literal["linear", "quadratic"]


@method("hgsa")
@dataclass(frozen=True, kw_only=True)
class HGSA(CoreMethod):
    """HGSA (Starke et al. 2016), also called BioIK 1: evolution with momentum and hill climbing per gene.

    The ``islands`` evolve independently; the solver's threads share them. Each has a ``population`` of
    individuals, at first the start and random ones. In a generation

    - the ``elites`` climb: every gene in turn makes a random step U h (max - min) to one side, or else to the
      other, if that improves the fitness. h in 0 ... 1 is the individual's distance from the goals, relative
      to the robot's reach and to half a turn;
    - children replace all others. Parents are selected by rank, recombined with their momentum as in
      :class:`BioIK`, mutated by N(0, 1) h (max - min), and drawn towards parents and a prototype (adoption).
      Parents that are worse than their child have no more children; when no parents are left, random
      individuals fill the population;
    - if neither the best nor an elite improved, all but the best are drawn anew (wipe-out).

    ``fitness="quadratic"`` is the cost of all goals. ``"linear"`` sums distances [m] and angles, where π
    counts as the reach. For a pose, the distance has the weight u and the angle 1 - u, with a new random u in
    every evaluation, as in the first publication.

    The method converges slowly to small tolerances, most of all near the boundary of the workspace.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3), tolerance=1e-3)
    >>> mk.solve("ur5", goal, method=mk.methods.HGSA(fitness="linear")).success
    True
    """

    source: ClassVar[str] = "Ruppel 2017, 2.10, 3.3, 3.4; Starke 2020, Table 5.3"
    advice: ClassVar[str] = "for comparison"
    evolves: ClassVar[bool] = True

    islands: int = 1
    population: int = 12
    elites: int = 4
    fitness: FitnessForm = "quadratic"
