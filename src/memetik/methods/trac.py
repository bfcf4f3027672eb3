"""Trac: TRAC-IK's race of Newton's method and sequential quadratic programming."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from ..solve.method_registry import method
from .shared.core_method import CoreMethod

Mode: TypeAlias = Literal["speed", "distance", "manip1", "manip2"]


@method("trac")
@dataclass(frozen=True, kw_only=True)
class Trac(CoreMethod):
    """Newton's method (:class:`Newton`) and SQP race, each with restarts at random configurations.

    SQP minimises Φ = rᵀr by quadratic programs with the joint limits as constraints and a BFGS approximation
    of the Hessian. Both begin at the start and advance in turns of 60 evaluations, in parallel if the solver
    has two threads. The solution of the earlier turn wins, so that solutions do not depend on threads. The
    modes return:

    - ``"speed"``: the first solution.
    - ``"distance"``: of all solutions found within the budget and the timeout, the one nearest to the start,
      by the norm of the joint differences.
    - ``"manip1"``: the one with the largest manipulability √det(J Jᵀ); for several links, their product.
    - ``"manip2"``: the one with the smallest condition number of J; for several links, the largest of them.


    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> goal = mk.Pose("tool0", robot.fk(robot.random(rng=1), "tool0"))
    >>> first = mk.solve(robot, goal, method="trac").q
    >>> nearest = mk.solve(robot, goal, method=mk.methods.Trac(mode="distance")).q
    >>> bool(abs(nearest).sum() <= abs(first).sum())  # the start is at zero
    True
    """

    source: ClassVar[str] = "Engelke 2024, 3.1.2 (TRAC-IK); Starke 2020, Table 3.2"
    advice: ClassVar[str] = "for comparison with TRAC-IK"

    mode: Mode = "speed"
