"""PickIK: the global mode of pick_ik."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_registry import method
from .shared.core_method import CoreMethod


@method("pickik")
@dataclass(frozen=True, kw_only=True)
class PickIK(CoreMethod):
    """PickIK (pick_ik in its global mode): a simplified BioIK with gradient descent for the elites.

    Of the ``population``, the ``elites`` are at first the start and random individuals. In a generation the
    elites descend for up to ``descent_iterations`` steps, and their children replace the others. It differs
    from BioIK as follows (Engelke 2024, 3.1.5), and this implementation keeps these differences:

    - the descent uses numeric differences of ``descent_step`` [rad, m] and the step length f / f'; it
      continues even if the cost does not fall, and returns the best point on its way;
    - parents are any two elites with equal probability, instead of all individuals by rank;
    - a child's momentum is only its mutation, instead of a mixture of its parents' momentum;
    - there is no adoption;
    - a wipe-out follows if the best individual's cost fell by less than ``wipe_out_tolerance`` [m²],
      regardless of the other elites. It replaces the best individual, too: the population is again the start
      and random individuals.

    Because of the last point it hardly ever meets a small tolerance: a fall of the cost from 1e-6 to 1e-10
    does not count as progress. ``wipe_out_tolerance=0`` is much better. The threshold of 1e-3 in the original
    corresponds to the goals' tolerance here. The ``islands`` evolve independently; the solver's threads share
    them.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3), tolerance=1e-3)
    >>> mk.solve("ur5", goal, method="pickik").success
    True
    """

    source: ClassVar[str] = "Engelke 2024, 3.1.5"
    advice: ClassVar[str] = "for comparison"
    evolves: ClassVar[bool] = True

    islands: int = 1
    population: int = 16
    elites: int = 4
    descent_iterations: int = 25
    descent_step: float = 1e-4
    wipe_out_tolerance: float = 1e-5
