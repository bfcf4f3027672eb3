"""Gradient descent with the BioIK 2 thesis's step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from ..solve.method_registry import method
from .shared.core_method import CoreMethod

Stuck: TypeAlias = Literal["stop", "reset", "continue"]
NAMES: dict[Stuck, str] = {"stop": "gd", "reset": "gd_r", "continue": "gd_c"}


@method("gd", stuck="stop")
@method("gd_r", stuck="reset")
@method("gd_c", stuck="continue")
@dataclass(frozen=True, kw_only=True)
class GradientDescent(CoreMethod):
    """Gradient descent on the cost f of the primary goals with steps of f / (df/ds): Δq = -f ∇f / |∇f|².

    Near a solution a step goes half of the distance; elsewhere it often overshoots. ``stuck`` selects the
    reaction to a cost that has risen:

    - ``"stop"``, ``method="gd"``: the search ends.
    - ``"reset"``, ``"gd_r"``: a new attempt begins at a random configuration.
    - ``"continue"``, ``"gd_c"``: the descent continues. This is most effective, because overshooting leads
      out of local minima.

    Gradients are analytic; the thesis used differences. Steps are clipped at limits, but joints whose range
    covers a whole turn wrap around by a turn. The first of ``runners`` begins at the start, the others at
    random configurations; the solver's threads share them.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> mk.solve("ur5", goal, method="gd_c").success
    True
    """

    source: ClassVar[str] = "Ruppel 2017, 3.5.2"
    advice: ClassVar[str] = "for comparison"
    _core_name: ClassVar[str] = "gradient_descent"

    stuck: Stuck = "continue"
    runners: int = 1

    @property
    def name(self) -> str:
        """``"gd"``, ``"gd_r"`` or ``"gd_c"``, according to ``stuck``."""
        return NAMES[self.stuck]
