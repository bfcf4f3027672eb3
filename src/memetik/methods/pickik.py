"""PickIK: the global and the local mode of pick_ik."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from ..solve.method_registry import method
from .shared.core_method import CoreMethod

Mode: TypeAlias = Literal["global", "local"]


@method("pickik")
@dataclass(frozen=True, kw_only=True)
class PickIK(CoreMethod):
    """PickIK (pick_ik): a simplified BioIK with gradient descent for the elites, or the descent alone.

    ``mode="global"`` evolves: of the ``population``, the ``elites`` are at first the start and random
    individuals. In a generation the elites descend for up to ``descent_iterations`` steps, and their children
    replace the others. It differs from BioIK as follows (Engelke 2024, 3.1.5), and this implementation keeps
    these differences:

    - the descent uses numeric differences of ``descent_step`` [rad, m] and the step length f / f'; it
      continues even if the cost does not fall, and returns the best point on its way. It ends early at a step
      that changes the cost by no more than ``descent_tolerance`` [m²];
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

    ``mode="local"`` has no population: the start descends for up to ``local_iterations`` steps, and the
    search ends with its descent. Nothing is random, and only the options of the descent have an effect. It is
    for targets near the start, as in following a path, and for tolerances of about 1e-3, because it converges
    linearly. The three options of the descent have the defaults of pick_ik's parameters ``gd_max_iters``,
    ``gd_step_size`` and ``gd_min_cost_delta`` (PickNik Robotics, pick_ik 1.1).

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3), tolerance=1e-3)
    >>> mk.solve("ur5", goal, method="pickik").success
    True
    """

    source: ClassVar[str] = "pick_ik; Engelke 2024, 3.1.5"
    advice: ClassVar[str] = "for comparison"
    evolves: ClassVar[bool] = True

    mode: Mode = "global"
    islands: int = 1
    population: int = 16
    elites: int = 4
    descent_iterations: int = 25
    local_iterations: int = 100
    descent_step: float = 1e-4
    descent_tolerance: float = 1e-12
    wipe_out_tolerance: float = 1e-5
