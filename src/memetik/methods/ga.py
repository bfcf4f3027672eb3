"""GA: a genetic algorithm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_registry import method
from .shared.core_method import CoreMethod


@method("ga")
@dataclass(frozen=True, kw_only=True)
class GA(CoreMethod):
    """A plain genetic algorithm with real-valued genes, on the cost of the primary goals.

    In a generation the ``elites`` survive, and children replace all other individuals. A parent is the best
    of a ``tournament`` of random individuals (Goldberg and Deb 1991). With the probability ``crossover`` a
    child has two parents, and every gene is ``a + u (b - a)``, u uniform in [-``blend``, 1 + ``blend``]
    (BLX-α, Eshelman and Schaffer 1993: α = 0.5); otherwise it has one. Then every gene is mutated with the
    probability ``mutation`` (if None, one gene on average) by ±``mutation_size`` search intervals times
    2^-16u, u uniform in [0, 1], which covers all orders of magnitude (breeder genetic algorithm, Mühlenbein
    and Schlierkamp-Voosen 1993).

    A population that has converged or stagnated restarts at random configurations, unless ``restarts`` is
    False. ``runners`` populations race, and the solver's threads share them; one individual of the first
    begins at the start. The method uses no gradients, so it reaches small tolerances slowly.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3), tolerance=1e-3)
    >>> mk.solve("ur5", goal, method=mk.methods.GA(population=50)).success
    True
    """

    source: ClassVar[str] = "Starke 2020, 3.4.1 and Table 5.2"
    advice: ClassVar[str] = "for comparison; use de or memetic for black-box goals"
    evolves: ClassVar[bool] = True

    population: int = 100
    elites: int = 2
    tournament: int = 3
    crossover: float = 0.9
    blend: float = 0.5
    mutation: float | None = None
    mutation_size: float = 0.1
    restarts: bool = True
    runners: int = 1
