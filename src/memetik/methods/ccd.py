"""Cyclic coordinate descent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ..goals.pose import Position
from ..solve.method_registry import method
from .shared.core_method import CoreMethod

if TYPE_CHECKING:
    from ..solve.problem import Problem


@method("ccd")
@dataclass(frozen=True, kw_only=True)
class CCD(CoreMethod):
    """Cyclic coordinate descent (Wang and Chen 1991): one joint after the other, the last one first.

    Each joint moves to the value that brings the points p nearest to their targets t while all other joints
    stay. A revolute joint with the axis a through o turns by

        θ = atan2(Σ w a · (p - o) × (t - o), Σ w (p - o)⊥ · (t - o)⊥)

    and a prismatic joint moves along a by Σ w a · (t - p) / Σ w, both to the best value within limits.
    Spherical joints, and joints with mimics, move to the minimum of a parabola. An attempt whose cost has not
    halved within 40 rounds is followed by one from a random configuration. Without ``restarts`` there is only
    one attempt, which continues as long as any joint moves. The first of ``runners`` begins at the start, the
    others at random configurations; the solver's threads share them. Evaluations are counted per joint.

    It accepts only positions in the root's frame, because a joint's step uses points, not orientations.

    >>> import memetik as mk
    >>> mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)), method="ccd").success
    True
    """

    source: ClassVar[str] = "Starke 2020, 3.3.1"
    goals: ClassVar[str] = "positions"
    advice: ClassVar[str] = "long chains and characters, when postures do not matter"

    restarts: bool = True
    runners: int = 1

    def _check(self, problem: Problem, threads: int) -> None:
        self._refuse_secondary(problem)
        self._take_only(problem, (Position,))
        for name, goal in problem.goals.items():
            assert isinstance(goal, Position)
            plain = not goal.free and goal.frame is None and goal.metric == "distance" and goal.loss is None
            self._require(
                plain and len(goal.tolerance) == 1,
                "accepts only positions in the root's frame, without free axes, metric, loss or "
                f"tolerance per axis, unlike {name!r}: use method='auto'",
            )
