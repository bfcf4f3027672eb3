"""TRAC-IK's race of Newton's method and sequential quadratic programming."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, get_args

from .. import _core
from .method import Method

if TYPE_CHECKING:
    from ..solve.problem import Problem

Mode: TypeAlias = Literal["speed", "distance", "manip1", "manip2"]
MODES: tuple[Mode, ...] = get_args(Mode)


@dataclass(frozen=True, kw_only=True)
class Trac(Method):
    """Newton's method (:class:`Newton`) and SQP race, each with restarts at random configurations.

    SQP minimises Φ = rᵀr by quadratic programs with the joint limits as constraints and a Hessian of BFGS
    updates. Both begin at the start and advance in turns of 60 evaluations, side by side where the solver has
    two threads; a solution of the earlier turn wins, so that answers do not depend on threads. The modes:

    - ``"speed"``: the first solution.
    - ``"distance"``: of all that are found until the budget or the time is used up, the one nearest the
      start, by the norm of the joints' ways.
    - ``"manip1"``: the one of the largest manipulability √det(J Jᵀ), of several links their product.
    - ``"manip2"``: the one of the smallest condition number of J, of several links of the worst.


    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> goal = mk.Pose("tool0", robot.fk(robot.random(rng=1), "tool0"))
    >>> first = mk.solve(robot, goal, method="trac").q
    >>> nearest = mk.solve(robot, goal, method=mk.methods.Trac(mode="distance")).q
    >>> bool(abs(nearest).sum() <= abs(first).sum())  # the start is at zero
    True
    """

    source: ClassVar[str] = "EBIKE 3.1.2 (TRAC-IK), dissertation Table 3.2"
    advice: ClassVar[str] = "to compare with TRAC-IK"

    mode: Mode = "speed"

    def __post_init__(self) -> None:
        self._check_choice("mode", MODES)

    @property
    def name(self) -> str:
        """``"trac"``."""
        return "trac"

    def _recipe(self, problem: Problem) -> _core.Recipe:
        return _core.trac(self.mode)
