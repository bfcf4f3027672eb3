"""DE: differential evolution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_registry import method
from .shared.core_method import CoreMethod


@method("de")
@dataclass(frozen=True, kw_only=True)
class DE(CoreMethod):
    """Differential evolution, DE/rand/1/bin (Storn and Price 1997), on the cost of the primary goals.

    Every individual x gets a trial. Each gene of the trial comes with the probability ``crossover`` (at least
    one gene always) from the mutant ``a + factor (b - c)``, where a, b, c are three other random individuals,
    and otherwise from x. A trial whose cost is not higher replaces x. The authors recommend F = 0.5 and
    CR = 0.9 as first choice, and a ``population`` of five to ten times the number of variables.

    A population that has converged or stagnated restarts at random configurations, unless ``restarts`` is
    False. ``runners`` populations race, and the solver's threads share them; one individual of the first
    begins at the start. The method uses no gradients. It is slow if the goals leave many variables free,
    because the differences between individuals then remain large.

    >>> import memetik as mk
    >>> mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)), method="de").success
    True
    """

    source: ClassVar[str] = "Starke 2020, Table 5.2"
    advice: ClassVar[str] = "few variables and goals without gradients"
    evolves: ClassVar[bool] = True

    population: int = 50
    factor: float = 0.5
    crossover: float = 0.9
    restarts: bool = True
    runners: int = 1
