"""Jacobian methods: steps by a generalised inverse of the Jacobian."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from ..solve.method_names import method
from .shared.core_method import CoreMethod

Inverse: TypeAlias = Literal["dls", "transpose", "pinv", "svd-dls"]


@method("jacobian")
@dataclass(frozen=True, kw_only=True)
class Jacobian(CoreMethod):
    """Steps that take all primary goals for linear: closed loop, each from the exact errors r and Jacobian J.

    A step is Δq = z - J# (r + J z) with a generalised inverse J#, by ``inverse``:

    - ``"dls"``: damped least squares, Jᵀ(J Jᵀ + λ²I)⁻¹ with λ = ``damping`` |J|, the Frobenius norm.
    - ``"transpose"``: α Jᵀ with the α after which linear goals would be nearest.
    - ``"pinv"``: the pseudo-inverse of Moore and Penrose, by singular values.
    - ``"svd-dls"``: the same, where no singular value may take a joint farther than the goals gain by it
      (selectively damped least squares, Buss and Kim 2005).

    Secondary goals pull in the null space, (I - J# J) z with z = -``nullspace_gain`` times the gradient of
    their cost, a tenth less with every step of an attempt: limits would keep primary ones from being met
    else. Steps are clipped at limits, but joints with a whole turn within theirs go on a turn back instead;
    with ``stop_at_limits`` a step that would go beyond is the end of its attempt, as in the dissertation's
    Table 5.2. No joint turns farther in a step than ``max_step`` [rad, or m by the robot's reach in m], by
    default 1.8, or 0.1 where limits stop, because long steps lead out sooner.

    An attempt that gets no further, its cost not halved within 12 steps (200 of the transpose), is followed
    by one from a random configuration; without ``restarts`` there is one, which goes on as long as anything
    moves. The first of ``runners`` begins at the start, the others at random configurations (BioIK 2 thesis
    3.5); by default there are as many as the solver has threads.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> mk.solve("ur5", goal, method=mk.methods.Jacobian(inverse="transpose")).success
    True
    """

    source: ClassVar[str] = "dissertation 3.2.1 and Table 5.2, BioIK 2 thesis 3.5.1"
    advice: ClassVar[str] = "to compare with, or to follow a moving target from where the robot is"

    inverse: Inverse = "dls"
    damping: float = 0.005
    restarts: bool = True
    stop_at_limits: bool = False
    nullspace_gain: float = 0.1
    max_step: float | None = None
    runners: int | None = None
