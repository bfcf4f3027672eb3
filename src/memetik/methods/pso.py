"""PSO: particle swarm optimisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_registry import method
from .shared.core_method import CoreMethod


@method("pso")
@dataclass(frozen=True, kw_only=True)
class PSO(CoreMethod):
    """Particle swarm optimisation (Kennedy and Eberhart 1995) on the cost of the primary goals.

    Every particle x stores the best point p that it has visited, and uses the best point l of its
    ``neighbors`` to either side on a ring, or of all particles if None:
    ``v ← inertia v + cognitive u (p - x) + social u' (l - x)``, ``x ← x + v``, with u and u' uniform in
    [0, 1] for every variable. No velocity exceeds ``fastest`` search intervals per generation, and a particle
    at a bound has zero velocity. The weights are those of Clerc and Kennedy's constriction (2002), with the
    velocity limit of Eberhart and Shi (2000).

    A swarm that has converged or stagnated restarts at random configurations, unless ``restarts`` is False.
    ``runners`` swarms race, and the solver's threads share them; one particle of the first begins at the
    start. The method uses no gradients.

    >>> import memetik as mk
    >>> mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)), method="pso").success
    True
    """

    source: ClassVar[str] = "Starke 2020, 3.4.2"
    advice: ClassVar[str] = "very many variables and goals without gradients"
    evolves: ClassVar[bool] = True

    population: int = 40
    inertia: float = 0.7298
    cognitive: float = 1.49618
    social: float = 1.49618
    fastest: float = 0.5
    neighbors: int | None = None
    restarts: bool = True
    runners: int = 1
