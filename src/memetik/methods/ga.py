"""A genetic algorithm as a method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from .. import _core
from ..errors import MethodError
from .method import Method

if TYPE_CHECKING:
    from ..solve.problem import Problem


@dataclass(frozen=True, kw_only=True)
class GA(Method):
    """A plain genetic algorithm with genes that are real numbers, on the cost of the primary goals.

    In a generation the ``elites`` survive, and all others make room for children. A parent is the best of a
    ``tournament`` of random individuals (Goldberg and Deb 1991). With the probability ``crossover`` a child
    has two, and every gene is ``a + u (b - a)``, u uniform in [-``blend``, 1 + ``blend``] (BLX-α, Eshelman
    and Schaffer 1993: α = 0.5), else one. Then every gene is mutated with the probability ``mutation``, one
    gene on average if None, by ±``mutation_size`` search intervals times 2^-16u, u uniform in [0, 1]: all
    orders of magnitude (breeder genetic algorithm, Mühlenbein and Schlierkamp-Voosen 1993).

    A population that has converged, or gained nothing for long, begins anew at random places, unless
    ``restarts`` is False. ``runners`` populations race, by default as many as the solver has threads; one
    individual of the first begins at the start. It knows no gradients: digits after the first few come at a
    high price.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3), tolerance=1e-3)
    >>> mk.solve("ur5", goal, method=mk.methods.GA(population=50)).success
    True
    """

    source: ClassVar[str] = "dissertation 3.4.1 and Table 5.2"
    advice: ClassVar[str] = "to compare with; use de or memetic for black-box goals"
    evolves: ClassVar[bool] = True

    population: int = 100
    elites: int = 2
    tournament: int = 3
    crossover: float = 0.9
    blend: float = 0.5
    mutation: float | None = None
    mutation_size: float = 0.1
    restarts: bool = True
    runners: int | None = None

    def __post_init__(self) -> None:
        self._check_integers(population=100_000, elites=-100_000, tournament=1000)
        self._check_numbers(crossover=(0, 1), blend=(0, 10), mutation_size=(0, 1))
        if self.mutation is not None:
            self._check_numbers(mutation=(0, 1))
        if not self.elites < self.population:
            raise MethodError(
                f"elites: expected less than the population of {self.population}, got {self.elites}"
            )
        self._check_flags("restarts")
        self._count_or_threads("runners")

    @property
    def name(self) -> str:
        """``"ga"``."""
        return "ga"

    def _recipe(self, problem: Problem) -> _core.Recipe:
        average = 1 / max(len(problem.active_variables), 1)
        return _core.ga(
            self._count_or_threads("runners"),
            self.restarts,
            self.population,
            self.elites,
            self.tournament,
            self.crossover,
            self.blend,
            average if self.mutation is None else self.mutation,
            self.mutation_size,
        )
