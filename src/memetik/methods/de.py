"""Differential evolution as a method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_names import method
from .shared.core_method import CoreMethod


@method("de")
@dataclass(frozen=True, kw_only=True)
class DE(CoreMethod):
    """Differential evolution, DE/rand/1/bin (Storn and Price 1997), on the cost of the primary goals.

    For every individual x there is a trial. Its genes are those of the mutant ``a + factor (b - c)``, a, b, c
    three random others, each with the probability ``crossover`` and at least one of them, or else x's own. A
    trial that costs no more than x takes its place. F = 0.5 and CR = 0.9 are what they advise to try first,
    and a ``population`` of five to ten times the number of variables.

    A population that has converged, or gained nothing for long, begins anew at random places, unless
    ``restarts`` is False. ``runners`` populations race, by default as many as the solver has threads; one
    individual of the first begins at the start. It knows no gradients, and is slow where the goals leave many
    variables free, since differences between individuals stay large there.

    >>> import memetik as mk
    >>> mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)), method="de").success
    True
    """

    source: ClassVar[str] = "dissertation Table 5.2"
    advice: ClassVar[str] = "few variables and goals without gradients"
    evolves: ClassVar[bool] = True

    population: int = 50
    factor: float = 0.5
    crossover: float = 0.9
    restarts: bool = True
    runners: int | None = None
