"""Differential evolution as a method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from .. import _core
from ..errors import MethodError
from .method import Method

if TYPE_CHECKING:
    from ..solve.problem import Problem

_FEWEST = 4  # one, and three others to make a mutant of


@dataclass(frozen=True, kw_only=True)
class DE(Method):
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

    def __post_init__(self) -> None:
        self._check_integers(population=100_000)
        if self.population < _FEWEST:
            raise MethodError(f"population: expected {_FEWEST} or more, got {self.population}")
        self._check_numbers(factor=(0, 2), crossover=(0, 1))
        self._check_flags("restarts")
        self._count_or_threads("runners")

    @property
    def name(self) -> str:
        """``"de"``."""
        return "de"

    def _recipe(self, problem: Problem) -> _core.Recipe:
        runners = self._count_or_threads("runners")
        return _core.de(runners, self.restarts, self.population, self.factor, self.crossover)
