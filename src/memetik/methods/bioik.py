"""Bio IK, the dissertation's algorithm, as a method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from ..solve.method_names import method
from .shared.core_method import CoreMethod

Fitness: TypeAlias = Literal["rms", "mean"]
Gradients: TypeAlias = Literal["exact", "differences", "incremental differences"]


@method("bioik")
@dataclass(frozen=True, kw_only=True)
class BioIK(CoreMethod):
    """Bio IK: evolution with swarm dynamics, whose elites descend by L-BFGS-B (Starke 2020, chapter 4).

    The ``population`` begins as the start and random individuals. In every generation the fittest and
    ``elites`` - 1 others, selected by rank, are exploited: x' = L-BFGS-B(x), g' = U g + (x' - x), where g is
    the momentum and U a new random number from [0, 1] wherever it is written. All others are replaced by
    offspring of two parents P and a prototype P*, selected from the mating pool by rank,
    p(i) = (n - i + 1) / (1 + ... + n):

    * recombination: gᵢ = U gᵢ(P₁) + U gᵢ(P₂), xᵢ = lerp(xᵢ(P₁), xᵢ(P₂), U) + gᵢ
    * mutation, by the parents' mean extinction e = (f + f_min ((rank - 1)/(n - 1) - 1))/f_max, at the rate
      (e (dof - 1) + 1)/dof: xᵢ += U[-1, 1] e (upperᵢ - lowerᵢ)
    * ``adoption``: xᵢ += lerp(U (xᵢ(P) - xᵢ), U (xᵢ(P*) - xᵢ), U), where xᵢ(P) is between the parents
    * moves add to the momentum, genes are clipped to their limits, and a parent who is worse than his child
      leaves the pool; from an empty pool come random individuals.

    If neither the solution nor an elite improved, there is a wipe-out: the solution and random individuals
    are the next generation. ``fitness`` is the root mean square φ = √(1/k Σ w L²) of all k errors L of the
    goals, as :meth:`memetik.Problem.rms` has it, or their ``"mean"`` 1/k Σ w L. The document's own errors are
    options of goals: ``Position(..., metric="normalized")`` and ``Orientation(..., loss=losses.Angle())``.
    With ``random_weights`` every generation weights goals anew, by random shares of their weights.

    What differs from the document, and why:

    * Elites descend for as many evaluations as offspring are bred, dof/4 times as many where they are
      incremental, not for as long as that takes, so that answers do not depend on how fast threads are; the
      solver's threads share the elites. Who stays an elite goes on with what its descent has learned of the
      curvature. Variables are scaled by how fast they change the goals. φ² is minimised, which has the minima
      of φ without its tip in them.
    * An elite's first descent improves it, stuck or not, so only later ones count as improvements; else there
      would be hardly any wipe-outs. With random weights, which make every descent a first one, all count.
      Without exploitation there are no wipe-outs, as nothing tells who is stuck then.
    * Four offspring at a time are evaluated side by side, and parents leave the pool after every four.
    * Gradients are exact. By ``gradients="differences"`` elites take differences, a variable at a time, with
      all of the forward kinematics for each, and by ``"incremental differences"``, as the document does, with
      the few transforms that each needs (the OFKT); offspring are evaluated one by one then.

    >>> import memetik as mk
    >>> solution = mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)), method="bioik")
    >>> solution.success
    True
    """

    source: ClassVar[str] = "dissertation chapter 4"
    advice: ClassVar[str] = "many goals at once; the published algorithm, to compare with"
    evolves: ClassVar[bool] = True

    population: int = 100
    elites: int = 3
    exploitation: bool = True
    adoption: bool = True
    wipe_outs: bool = True
    random_weights: bool = False
    gradients: Gradients = "exact"
    fitness: Fitness = "rms"
