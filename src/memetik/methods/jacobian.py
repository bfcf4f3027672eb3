"""Jacobian: steps by a generalised inverse of the Jacobian."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from ..solve.method_registry import method
from .shared.core_method import CoreMethod

Inverse: TypeAlias = Literal["dls", "transpose", "pinv", "svd-dls"]


@method("jacobian")
@dataclass(frozen=True, kw_only=True)
class Jacobian(CoreMethod):
    """Repeated linearised steps for all primary goals, each from the exact errors r and Jacobian J.

    A step is Δq = z - J# (r + J z) with a generalised inverse J#, by ``inverse``:

    - ``"dls"``: damped least squares, Jᵀ(J Jᵀ + λ²I)⁻¹ with λ = ``damping`` |J|, the Frobenius norm.
    - ``"transpose"``: α Jᵀ, with the α that minimises the linearised error.
    - ``"pinv"``: the Moore-Penrose pseudo-inverse, by singular values.
    - ``"svd-dls"``: the pseudo-inverse with the joint motion of each singular value limited by its effect on
      the goals (selectively damped least squares, Buss and Kim 2005).

    Secondary goals act in the null space, (I - J# J) z with z = -``nullspace_gain`` times the gradient of
    their cost. The gain decreases by a tenth with every step of an attempt; otherwise limits would keep
    primary goals from being met. Steps are clipped at limits, but joints whose range covers a whole turn wrap
    around by a turn. With ``stop_at_limits`` an attempt ends when a step would leave the limits, as in the
    dissertation's Table 5.2. No joint moves farther in a step than ``max_step`` [rad, or m per metre of the
    robot's reach], by default 1.8, or 0.1 with ``stop_at_limits``, because long steps leave the limits
    sooner.

    An attempt whose cost has not halved within 12 steps (200 with the transpose) is followed by one from a
    random configuration. Without ``restarts`` there is only one attempt, which continues as long as any joint
    moves. The first of ``runners`` begins at the start, the others at random configurations (BioIK 2 thesis
    3.5); the solver's threads share them.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> mk.solve("ur5", goal, method=mk.methods.Jacobian(inverse="transpose")).success
    True
    """

    source: ClassVar[str] = "Starke 2020, 3.2.1 and Table 5.2; Ruppel 2017, 3.5.1"
    advice: ClassVar[str] = "for comparison, or to follow a moving target from where the robot is"

    inverse: Inverse = "dls"
    damping: float = 0.005
    restarts: bool = True
    stop_at_limits: bool = False
    nullspace_gain: float = 0.1
    max_step: float | None = None
    runners: int = 1
