"""Gradient descent with the BioIK 2 thesis's step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from ..solve.method_names import method
from .shared.core_method import CoreMethod

Stuck: TypeAlias = Literal["stop", "reset", "continue"]
NAMES: dict[Stuck, str] = {"stop": "gd", "reset": "gd_r", "continue": "gd_c"}


@method("gd", stuck="stop")
@method("gd_r", stuck="reset")
@method("gd_c", stuck="continue")
@dataclass(frozen=True, kw_only=True)
class GradientDescent(CoreMethod):
    """Gradient descent on the cost f of the primary goals with steps of f / (df/ds): Δq = -f ∇f / |∇f|².

    Near a solution that is half the way there; elsewhere it often goes too far, and ``stuck`` says what a
    cost that has risen means:

    - ``"stop"``, ``method="gd"``: the end.
    - ``"reset"``, ``"gd_r"``: another attempt, from a random configuration.
    - ``"continue"``, ``"gd_c"``: nothing. Most effective: overshooting leads out of local minima.

    Gradients are analytic, where the thesis took differences; steps are clipped at limits, but joints with a
    whole turn within theirs go on a turn back. The first of ``runners`` begins at the start, the others at
    random configurations; by default there are as many as the solver has threads.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> mk.solve("ur5", goal, method="gd_c").success
    True
    """

    source: ClassVar[str] = "BioIK 2 thesis 3.5.2"
    advice: ClassVar[str] = "to compare with"
    _core_name: ClassVar[str] = "gradient_descent"

    stuck: Stuck = "continue"
    runners: int | None = None

    @property
    def name(self) -> str:
        """``"gd"``, ``"gd_r"`` or ``"gd_c"``."""
        return NAMES[self.stuck]
