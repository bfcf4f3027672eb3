"""HGSA, the first BioIK, as a method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from .. import _core
from ..errors import MethodError
from .method import Method

if TYPE_CHECKING:
    from ..solve.problem import Problem

FitnessForm: TypeAlias = Literal["linear", "quadratic"]
FITNESS_FORMS: tuple[FitnessForm, ...] = ("linear", "quadratic")


@dataclass(frozen=True, kw_only=True)
class HGSA(Method):
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

    def __post_init__(self) -> None:
        self._count_or_threads("islands")
        self._check_integers(population=10_000, elites=-10_000)
        if self.elites >= self.population:
            raise MethodError(f"elites: expected fewer than population={self.population}, got {self.elites}")
        self._check_choice("fitness", FITNESS_FORMS)

    @property
    def name(self) -> str:
        """``"hgsa"``."""
        return "hgsa"

    def _recipe(self, problem: Problem) -> _core.Recipe:
        islands = self._count_or_threads("islands")
        return _core.hgsa(islands, self.population, self.elites, self.fitness == "linear")
