"""Swarm: cuRobo's search with particles and L-BFGS from many seeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_registry import method
from .shared.core_method import CoreMethod


@method("swarm")
@dataclass(frozen=True, kw_only=True)
class Swarm(CoreMethod):
    """Many seeds at once, particles around each, then L-BFGS: cuRobo's search (Sundaralingam et al. 2023).

    The ``seeds`` are the start and random configurations. ``mppi_iterations`` (Williams, Aldrich and
    Theodorou 2015) move a seed's mean µ and variances σ² towards those of ``particles`` drawn from them,
    weighted by ``exp(-cost / temperature)``: ``µ ← 0.1 µ + 0.9 Σ w x``, ``σ² ← 0.9 σ² + 0.1 Σ w (x - µ)²``.
    The best particle of every seed is the start of at most ``lbfgs_iterations`` of L-BFGS with projection
    onto the bounds. Then new seeds are drawn. The numbers of particles and iterations are those of cuRobo's
    published configuration. The temperature, a constant there, is a tenth of the difference between the mean
    and the lowest cost of the particles.

    SIMD lanes replace cuRobo's GPU threads, and the most promising seeds descend first, so that the first
    solution ends the search. On smooth goals the particles do not pay off; ``mppi_iterations=0`` skips them.
    ``runners`` searches race, by default as many as the solver has threads.

    >>> import memetik as mk
    >>> mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)), method="swarm").success
    True
    """

    source: ClassVar[str] = "Engelke 2024, 3.1.9 (cuRobo)"
    advice: ClassVar[str] = "smooth goals with many local minima"
    evolves: ClassVar[bool] = True

    seeds: int = 32
    particles: int = 25
    mppi_iterations: int = 4
    lbfgs_iterations: int = 80
    runners: int | None = None
