"""BioIK 2 as a method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from ..solve.method_names import method
from .shared.core_method import CoreMethod

Memetics: TypeAlias = Literal["quadratic", "linear", "lbfgs", "none"]
MutationSize: TypeAlias = Literal["individual", "gene"]


@method("bioik2")
@dataclass(frozen=True, kw_only=True)
class BioIK2(CoreMethod):
    """BioIK 2 (Ruppel 2017): evolution of a few individuals, and gradients, on extrapolated kinematics.

    There are ``islands`` that know nothing of each other, by default as many as the solver has threads. On
    each ``species`` compete, of ``population`` individuals with genes x and momentum g. All begin at the
    start, or with ``random_start`` those of the first island only. In a step every species

    - is evaluated exactly at its best individual x0, with residuals r and Jacobian J; from then on
      r + J (x - x0) has to do, unless ``extrapolate`` is False, which costs many times as much;
    - if it is not the best of its island and the last step did not change its cost, or by a chance of 10 %,
      is wiped out (``wipe_outs``): all its individuals are one random configuration then;
    - evolves for ``evolution_generations`` of so many ``children``:
      x' = x + m g + 2^k N(0, 1) (max - min), g' = 0.7 g + 0.3 (x' - x), with m in 0, 1, 2 (``momentum``) and
      random k in -23 ... -8, one per ``mutation="individual"``, or per ``"gene"``, which is much worse. The
      better of two parents gives x, both give g. The best of children and parents survive;
    - has its ``elites`` improved by up to ``optimization_generations`` steps against the gradient, as long as
      the primary goals gain: to the minimum of a parabola along it (``memetics="quadratic"``), by
      f / f' (``"linear"``), by L-BFGS-B on the exact cost (``"lbfgs"``), or not at all (``"none"``).

    Secondary goals choose a random number of the children, of which the primary goals then choose; in
    gradients they count as all others.

    What differs from the original: gradients are analytic; residuals are extrapolated instead of poses, so
    that goals of all kinds can be; all that moves with a joint is, so that several end links work; every step
    is checked for success; joints never wrap; islands have random numbers of their own, and take turns by
    evaluations, so that answers do not depend on threads. Extrapolated ones count as evaluations.

    >>> import memetik as mk
    >>> goal = mk.Pose("tool0", position=(0.4, 0.1, 0.3), rpy=(0, 1.57, 0))
    >>> mk.solve("ur5", goal, method="bioik2").success
    True
    >>> mk.methods.BioIK2(memetics="linear", islands=4).name
    'bioik2'
    """

    source: ClassVar[str] = "BioIK 2 thesis 3.7, endoscopic IK thesis 3.1.4 and 7.3"
    advice: ClassVar[str] = "to compare with; near the start, if one is looked for there"
    evolves: ClassVar[bool] = True

    islands: int | None = None
    species: int = 2
    population: int = 2
    children: int = 16
    elites: int = 1
    evolution_generations: int = 8
    optimization_generations: int = 8
    memetics: Memetics = "quadratic"
    mutation: MutationSize = "individual"
    momentum: bool = True
    wipe_outs: bool = True
    random_start: bool = False
    extrapolate: bool = True
