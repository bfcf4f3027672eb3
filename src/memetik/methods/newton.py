"""Newton: KDL's Newton method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_registry import method
from .shared.core_method import CoreMethod


@method("newton")
@dataclass(frozen=True, kw_only=True)
class Newton(CoreMethod):
    """KDL's Newton method with MoveIt's changes of 2019: Δq = -W (J W)⁺ r, clipped at limits.

    Joints that were clipped have the weight 0.1 instead of 1 in W in the next step; joints whose range covers
    a whole turn wrap around by a turn instead. If the error has grown, the last step is reduced to a fifth or
    less; if no step moves the joints any more, all get a small random change. An attempt whose cost has not
    halved within 8 steps is followed by one from a random configuration. Without ``restarts`` there is only
    one attempt, until it is stuck. The first of ``runners`` begins at the start, the others at random
    configurations; the solver's threads share them.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> goal = mk.Pose("tool0", robot.fk(robot.random(rng=1), "tool0"))
    >>> mk.solve(robot, goal, method="newton").success
    True
    """

    source: ClassVar[str] = "Engelke 2024, 3.1.1 (KDL in MoveIt); Starke 2020, Table 3.1"
    advice: ClassVar[str] = "for comparison with KDL"

    restarts: bool = True
    runners: int = 1
