"""BioIK: the algorithm of the Bio IK dissertation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from ..solve.method_registry import method
from .shared.core_method import CoreMethod

Fitness: TypeAlias = Literal["rms", "mean"]
Objectives: TypeAlias = Literal["all", "primary"]
Gradients: TypeAlias = Literal["exact", "differences", "incremental differences"]


@method("bioik")
@dataclass(frozen=True, kw_only=True)
class BioIK(CoreMethod):
    """Bio IK: evolution with swarm dynamics, whose elites descend by L-BFGS-B (Starke 2020, chapter 4).

    The ``population`` consists of the start and random individuals at first. In every generation the fittest
    and ``elites`` - 1 others, selected by rank, are exploited: x' = L-BFGS-B(x), g' = U g + (x' - x), where g
    is the momentum and each U is a new random number from [0, 1]. All others are replaced by children of two
    parents P and a prototype P*, selected from the mating pool by rank,
    p(i) = (n - i + 1) / (1 + ... + n):

    * recombination: gᵢ = U gᵢ(P₁) + U gᵢ(P₂), xᵢ = lerp(xᵢ(P₁), xᵢ(P₂), U) + gᵢ
    * mutation, by the parents' mean extinction e = (f + f_min ((rank - 1)/(n - 1) - 1))/f_max, at the rate
      (e (dof - 1) + 1)/dof: xᵢ += U[-1, 1] e (upperᵢ - lowerᵢ)
    * ``adoption``: xᵢ += lerp(U (xᵢ(P) - xᵢ), U (xᵢ(P*) - xᵢ), U), where xᵢ(P) is between the parents
    * moves add to the momentum, genes are clipped to their limits, and a parent that is worse than its child
      leaves the pool; an empty pool yields random individuals.

    If neither the solution nor an elite improved, a wipe-out follows: the next generation consists of the
    solution and random individuals. ``fitness`` is the root mean square φ = √(1/k Σ w L²) of all k errors L
    of all goals (:meth:`memetik.Problem.rms`), or their ``"mean"`` 1/k Σ w L. The error metrics of the
    document are options of goals: ``Position(..., metric="normalized")`` and
    ``Orientation(..., loss=losses.Angle())``. With ``random_weights`` every generation multiplies the goals'
    weights by new random numbers.

    As in the document, secondary goals are objectives like all others: where they contradict the primary
    ones, the minimum of φ is a compromise that does not meet small tolerances. Of 100 random poses of a panda
    with :class:`~memetik.StayClose`, even of weight 0.01, none is met to 1e-3; with ``objectives="primary"``,
    where φ has only the errors of required and primary goals, all are met to 1e-5. In both cases the search
    ends at the first individual that meets those, and then minimises the secondary goals in their null space.

    Differences from the document:

    * Elites descend for as many evaluations as there are children (dof/4 times as many with incremental
      differences), not for the same time, so that solutions do not depend on the speed of threads. The
      solver's threads share the elites. An individual that remains an elite keeps its estimate of the
      curvature. Variables are scaled by their effect on the goals. The descent minimises φ², which has the
      minima of φ but is smooth there.
    * An elite's first descent nearly always improves it, so only later descents count as improvements;
      otherwise there would be hardly any wipe-outs. With random weights every descent is a first one, so all
      count. Without ``exploitation`` there are no wipe-outs, because stagnation cannot be detected.
    * Children are evaluated four at a time, and parents leave the pool after every four.
    * A gene's momentum is clipped to ± its search interval; recombination adds momenta, which would otherwise
      grow without bound. An unlimited joint has a search interval about the start instead of limits.
    * An elite has at least 10 evaluations, however few children there are. A descent ends at the first
      configuration that meets the goals, and so does a generation.
    * Gradients are exact. With ``gradients="differences"`` elites use finite differences with a whole forward
      kinematics per variable; with ``"incremental differences"``, as in the document, each difference
      computes only the transforms that change (OFKT). In both cases children are evaluated one by one.

    >>> import memetik as mk
    >>> solution = mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)), method="bioik")
    >>> solution.success
    True
    """

    source: ClassVar[str] = "Starke 2020, chapter 4"
    advice: ClassVar[str] = "many goals at once; the published algorithm, for comparison"
    evolves: ClassVar[bool] = True

    population: int = 100
    elites: int = 3
    exploitation: bool = True
    adoption: bool = True
    wipe_outs: bool = True
    random_weights: bool = False
    gradients: Gradients = "exact"
    fitness: Fitness = "rms"
    objectives: Objectives = "all"
