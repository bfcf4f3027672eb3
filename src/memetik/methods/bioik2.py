"""BioIK2: the algorithm of the BioIK 2 thesis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from ..solve.method_registry import method
from .shared.core_method import CoreMethod

Memetics: TypeAlias = Literal["quadratic", "linear", "lbfgs", "none"]
MutationSize: TypeAlias = Literal["individual", "gene"]


@method("bioik2")
@dataclass(frozen=True, kw_only=True)
class BioIK2(CoreMethod):
    """BioIK 2 (Ruppel 2017): evolution of a few individuals with gradient steps on linearised kinematics.

    The ``islands`` evolve independently; the solver's threads share them, so ``islands=4, threads=4`` is the
    thesis's usual configuration. With fewer cores one island succeeds more often. On each island ``species``
    compete, each with ``population`` individuals of genes x and momentum g. All begin at the start; with
    ``random_start`` only those of the first island do. In a step every species

    - is evaluated exactly at its best individual x0, with residuals r and Jacobian J. The rest of the step
      uses r + J (x - x0), unless ``extrapolate`` is False, which is many times slower;
    - may be wiped out (``wipe_outs``), which sets all its individuals to one random configuration. This
      happens if it is not the best of its island and the last step did not change its cost, and otherwise
      with a probability of 10 %;
    - evolves for ``evolution_generations`` with ``children`` each:
      x' = x + m g + 2^k N(0, 1) (max - min), g' = 0.7 g + 0.3 (x' - x), with m in 0, 1, 2 (``momentum``) and
      random k in -23 ... -8, drawn per child (``mutation="individual"``) or per ``"gene"``, which is much
      worse. x comes from the better of two parents, g from both. The best of children and parents survive;
    - improves its ``elites`` by up to ``optimization_generations`` steps against the gradient, as long as
      the primary cost falls. A step goes to the minimum of a parabola along the gradient
      (``memetics="quadratic"``) or has the length f / f' (``"linear"``); ``"lbfgs"`` uses L-BFGS-B on the
      exact cost, ``"none"`` skips this part.

    The secondary goals preselect a random number of the children, from which the primary goals select; in
    gradients they count like primary goals.

    Differences from the original: gradients are analytic; residuals are extrapolated instead of poses, which
    supports goals of all kinds; the extrapolation covers all links that a joint moves, which supports several
    end links; every step is checked for success; joints never wrap; each island has its own random numbers
    and takes turns by evaluations, so that solutions do not depend on threads. Extrapolated evaluations are
    counted as evaluations.

    Residuals with a hinge, such as those of :class:`~memetik.WithinCone`, are zero on one side and so is
    their extrapolation, where extrapolated poses would show the other side. This does not matter: with exact
    kinematics (``extrapolate=False``), which no extrapolation surpasses, goals with hinges gain no more than
    poses do. Solved of 200 on a panda within 10 000 evaluations, extrapolated and exact: a pose 79.5 and
    81.5 %; with a link kept away from a point 76 and 81 %; position and cone 96.5 and 97.5 %, and position
    and axis, the same without a hinge, 82 and 89.5 %.

    >>> import memetik as mk
    >>> goal = mk.Pose("tool0", position=(0.4, 0.1, 0.3), rpy=(0, 1.57, 0))
    >>> mk.solve("ur5", goal, method="bioik2").success
    True
    >>> mk.methods.BioIK2(memetics="linear", islands=4).name
    'bioik2'
    """

    source: ClassVar[str] = "Ruppel 2017, 3.7; Engelke 2024, 3.1.4 and 7.3"
    advice: ClassVar[str] = "for comparison; solutions near the start"
    evolves: ClassVar[bool] = True

    islands: int = 1
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
