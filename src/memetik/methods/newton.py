"""Newton's method as KDL has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_names import method
from .shared.core_method import CoreMethod


@method("newton")
@dataclass(frozen=True, kw_only=True)
class Newton(CoreMethod):
    """KDL's Newton method with MoveIt's changes of 2019: Δq = -W (J W)⁺ r, clipped at limits.

    Joints that were clipped weigh 0.1 instead of 1 in W for the next step; those with a whole turn within
    their limits go on a turn back instead. Where the error has grown, a fifth of the last step, or less, is
    taken instead; where no step is left that moves anything, all joints are wiggled at random. An attempt
    whose cost has not halved within 8 steps is followed by one from a random configuration; without
    ``restarts`` there is one, until it is stuck. The first of ``runners`` begins at the start, the others at
    random configurations; by default there are as many as the solver has threads.


    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> goal = mk.Pose("tool0", robot.fk(robot.random(rng=1), "tool0"))
    >>> mk.solve(robot, goal, method="newton").success
    True
    """

    source: ClassVar[str] = "EBIKE 3.1.1 (KDL in MoveIt), dissertation Table 3.1"
    advice: ClassVar[str] = "to compare with KDL"

    restarts: bool = True
    runners: int | None = None
