"""Swarm: cuRobo's search with particles and L-BFGS from many starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_registry import method
from .shared.core_method import CoreMethod


@method("swarm")
@dataclass(frozen=True, kw_only=True)
class Swarm(CoreMethod):
    """Many starts at once, particles around each, then L-BFGS: cuRobo's search (Sundaralingam et al. 2023).

    The ``starts`` are the given one and random configurations. ``mppi_iterations`` (Williams, Aldrich and
    Theodorou 2015) move a mean µ and variances σ² from each start towards those of ``particles`` drawn from
    them, weighted by ``exp(-cost / temperature)``: ``µ ← 0.1 µ + 0.9 Σ w x``,
    ``σ² ← 0.9 σ² + 0.1 Σ w (x - µ)²``. At most ``lbfgs_iterations`` of L-BFGS with projection onto the bounds
    improve the best particle of every start. Then new starts are drawn. The numbers of particles and
    iterations are those of cuRobo's published configuration. The temperature, a constant there, is a tenth of
    the difference between the mean and the lowest cost of the particles.

    SIMD lanes replace cuRobo's GPU threads, and the most promising starts descend first, so that the first
    solution ends the search. On smooth goals the particles do not pay off; ``mppi_iterations=0`` skips them.
    ``runners`` searches race, and the solver's threads share them.

    >>> import memetik as mk
    >>> mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)), method="swarm").success
    True
    """

    source: ClassVar[str] = "Engelke 2024, 3.1.9 (cuRobo)"
    advice: ClassVar[str] = "smooth goals with many local minima"
    evolves: ClassVar[bool] = True

    starts: int = 32
    particles: int = 25
    mppi_iterations: int = 4
    lbfgs_iterations: int = 80
    runners: int = 1
