"""Particle swarm optimisation as a method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from .. import _core
from .method import Method

if TYPE_CHECKING:
    from ..solve.problem import Problem


@dataclass(frozen=True, kw_only=True)
class PSO(Method):
    """Particle swarm optimisation (Kennedy and Eberhart 1995) on the cost of the primary goals.

    Every particle x remembers the best place p it has seen, and knows the best place l of its ``neighbors``
    to either side on a ring, or of all particles if None:
    ``v ← inertia v + cognitive u (p - x) + social u' (l - x)``, ``x ← x + v``, with u and u' uniform in
    [0, 1] for every variable. No velocity exceeds ``fastest`` search intervals per generation, and a particle
    stopped at a bound stands still. The weights are those of Clerc and Kennedy's constriction (2002), with
    the limit that Eberhart and Shi (2000) add to it.

    A swarm that has converged, or gained nothing for long, begins anew at random places, unless ``restarts``
    is False. ``runners`` swarms race, by default as many as the solver has threads; one particle of the first
    begins at the start. It knows no gradients.

    >>> import memetik as mk
    >>> mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)), method="pso").success
    True
    """

    source: ClassVar[str] = "dissertation 3.4.2"
    advice: ClassVar[str] = "very many variables and goals without gradients"
    evolves: ClassVar[bool] = True

    population: int = 40
    inertia: float = 0.7298
    cognitive: float = 1.49618
    social: float = 1.49618
    fastest: float = 0.5
    neighbors: int | None = None
    restarts: bool = True
    runners: int | None = None

    def __post_init__(self) -> None:
        self._check_integers(population=100_000)
        self._check_numbers(inertia=(0, 1), cognitive=(0, 4), social=(0, 4), fastest=(1e-6, 1))
        if self.neighbors is not None:
            self._check_integers(neighbors=100_000)
        self._check_flags("restarts")
        self._count_or_threads("runners")

    @property
    def name(self) -> str:
        """``"pso"``."""
        return "pso"

    def _recipe(self, problem: Problem) -> _core.Recipe:
        return _core.pso(
            self._count_or_threads("runners"),
            self.restarts,
            self.population,
            self.inertia,
            self.cognitive,
            self.social,
            self.fastest,
            self.neighbors or 0,
        )
