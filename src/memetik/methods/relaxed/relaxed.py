"""Relaxed: RelaxedIK, RangedIK and CollisionIK."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, get_args

import numpy as np

from ... import _core
from ...errors import GoalError
from ...goals.goal import Goal
from ...goals.manipulability import Manipulability
from ...goals.pass_through import PassThrough
from ...losses import LARGEST_NUMBER, SMALLEST_NUMBER, Groove, Loss, Swamp
from ...solve.method_registry import method
from ...solve.problem import Problem
from ...transforms import MAX_VALUE, Array
from ..nlopt_bridge import minimize, set_stop_tolerances
from ..shared.python_method import PythonMethod, Search
from .orientation import OrientationMode, OrientationWeight, PositionOnly

if TYPE_CHECKING:
    from ...robot.robot import Robot

HIGHEST_MANIPULABILITY = 1e3  # above that of any arm; with this floor the residual is floor - µ
CONSTRAINT_TOLERANCE = 1e-9

# A descent with an adaptive weight is repeated until the weight changes by less than this, or so often.
WEIGHT_TOLERANCE, ROUNDS = 0.01, 10


@method("relaxed")
@dataclass(frozen=True, kw_only=True)
class Relaxed(PythonMethod):
    """RelaxedIK (Rakita et al. 2018), CollisionIK (2021) and RangedIK (Wang et al. 2023): relaxed goals.

    NLopt's SLSQP minimises Σ w ρ(x) over the errors x of all goals, within the joint limits, from one start
    after the other. ρ is the groove 1 - exp(-x²/2c²) + r·x^g, a narrow well in a wide bowl, so that meeting a
    goal of any unit reduces the cost by about one: c = ``width``, or ``pass_through_width`` for
    :class:`~memetik.PassThrough`, r = ``steepness``, g = ``power`` (2 in Engelke 2024, 4 in RelaxedIK).
    With ``ranged`` ρ is a swamp, which is flat within the goal's tolerance. Goals with a loss keep it. As for
    all methods, the goals' tolerances decide success.

    RelaxedIK's other terms are goals: :class:`~memetik.Smooth` with ``solve(history=...)`` for velocity,
    acceleration and jerk, and a primary :class:`~memetik.Manipulability` with a floor, which is a hard
    constraint here; its velocity limits are ``solve(max_change=...)``. Since the costs of all goals are
    summed, secondary goals keep primary goals from meeting small tolerances.

    ``orientation`` is the mode of CollisionIK (Rakita, Shi, Mutlu and Gleicher 2021):

    - ``"normal"``: errors of rotation count like all others.
    - ``"position only"``: those of :class:`~memetik.Pose` and :class:`~memetik.Orientation` do not count.
    - ``"adaptive"``: they count with a weight from 0 to 1, which is small near obstacles, so that the robot
      gives up an orientation to stay clear. With the smallest clearance c between spheres and obstacles of
      :class:`~memetik.KeepClear` goals and the ``link_radius`` r [m], the weight is 0.05 / (0.05 + s) with
      s = (2r / (r + c))²; it is 1 if no obstacle is within 20 r. It is constant during a descent, so that no
      descent seeks obstacles. Afterwards it is determined anew, and the descent continues with it.

    The mode changes what is sought, not what is accepted: a solution meets all goals, rotation included, and
    of the configurations that do not, the answer is the one with the lowest cost of the goals as they are
    given. ``"position only"`` therefore succeeds only where a goal's tolerance accepts the rotation that
    results; give a wide one, as in ``Pose(..., tolerance=(1e-3, 1.0))``. CollisionIK's collision term is
    ``KeepClear(form="inverse", scale=r, over="minimum", loss=mk.losses.Groove(width=2.5, steepness=0.035,
    power=4))``, of the nearest sphere instead of the sum over all links.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> mk.solve("ur5", goal, method="relaxed").success
    True
    """

    source: ClassVar[str] = "RelaxedIK, CollisionIK, RangedIK; Engelke 2024, 3.1.6 and 7.2"
    advice: ClassVar[str] = "for comparison; compromises between goals that contradict each other"
    packages: ClassVar[tuple[str, ...]] = ("nlopt",)

    width: float = 0.1
    pass_through_width: float = 0.01
    steepness: float = 10.0
    power: int = 2
    ranged: bool = False
    orientation: OrientationMode = "normal"
    link_radius: float = 0.05
    restarts: bool = True
    tolerance: float = 1e-6

    def __post_init__(self) -> None:
        self._check_numbers(width=(SMALLEST_NUMBER, LARGEST_NUMBER))
        self._check_numbers(pass_through_width=(SMALLEST_NUMBER, LARGEST_NUMBER))
        self._check_numbers(steepness=(0.0, LARGEST_NUMBER), tolerance=(0.0, 1.0))
        self._check_numbers(link_radius=(SMALLEST_NUMBER, LARGEST_NUMBER))
        self._check_flags("ranged", "restarts")
        self._check_choice("orientation", get_args(OrientationMode))
        Groove(power=self.power)

    def prepare(self, problem: Problem) -> Callable[[Search], None]:
        """Return a search that minimises the relaxed cost from one start after the other."""
        floors = [
            _Floor(problem.robot, goal)
            for goal in problem.goals.values()
            if isinstance(goal, Manipulability) and goal.floor is not None and goal._decides_success
        ]
        relaxed = self.relaxed(problem)
        without = None if self.orientation == "normal" else PositionOnly(relaxed)
        weight = OrientationWeight(problem, self.link_radius) if self.orientation == "adaptive" else None
        return functools.partial(self._search, relaxed, without, weight, floors)

    def relaxed(self, problem: Problem) -> Problem:
        """Return the problem with relaxed goals."""
        goals = [self._relax(name, goal, problem.robot) for name, goal in problem.goals.items()]
        return Problem(problem.robot, goals, joints=problem._joints)

    def _relax(self, name: str, goal: Goal, robot: Robot) -> Goal:
        """Return the goal with the first loss that it accepts; unchanged if it accepts none."""
        values = {field.name: getattr(goal, field.name) for field in fields(goal)}
        for loss in () if goal.loss is not None else self._losses(goal):
            try:
                relaxed = type(goal)(**{**values, "name": name, "loss": loss})
                relaxed._compile(robot)
            except GoalError:
                continue
            return relaxed
        return type(goal)(**{**values, "name": name})

    def _losses(self, goal: Goal) -> Iterator[Loss | tuple[Loss, ...]]:
        tolerance = np.atleast_1d(getattr(goal, "tolerance", math.inf))
        fits = (tolerance >= SMALLEST_NUMBER) & (tolerance <= LARGEST_NUMBER)
        if self.ranged and len(tolerance) == len(goal.error_names) and fits.all():
            yield tuple(Swamp(-t, t) for t in tolerance)
        width = self.pass_through_width if isinstance(goal, PassThrough) else self.width
        yield Groove(width=width, steepness=self.steepness, power=self.power)

    def _search(
        self,
        relaxed: Problem,
        without: PositionOnly | None,
        weight: OrientationWeight | None,
        floors: list[_Floor],
        search: Search,
    ) -> None:
        import nlopt

        function = _RelaxedCost(search, relaxed, without)
        optimizer = nlopt.opt(nlopt.LD_SLSQP, len(search.active))
        optimizer.set_lower_bounds(search.lower)
        optimizer.set_upper_bounds(search.upper)
        set_stop_tolerances(optimizer, self.tolerance)
        for floor in floors:
            optimizer.add_inequality_constraint(floor.function(search), CONSTRAINT_TOLERANCE)

        def descend(x: Array) -> None:
            if weight is None:
                minimize(optimizer, function, x)
            else:
                _descend_adaptively(optimizer, function, weight, search, x)

        search.descend(descend, restarts=self.restarts)


def _descend_adaptively(
    optimizer: Any, function: _RelaxedCost, weight: OrientationWeight, search: Search, x: Array
) -> None:
    """Descend with the weight of the point where each descent begins, until the weight stays."""

    def weight_at(x: Array) -> float:
        search.spend(1)
        return weight.at(parameters, search.full(x))

    parameters = search.parameters
    new = weight_at(x)
    for _ in range(ROUNDS):
        function.begin(x, new)
        minimize(optimizer, function, x)
        x, old = function.best, new
        new = weight_at(x)
        if abs(new - old) < WEIGHT_TOLERANCE:
            return


class _RelaxedCost:
    """The relaxed cost and its gradient as functions of x; the search verifies every configuration, too.

    With a problem ``without`` errors of rotation these do not count, unless a descent begins with a weight.
    """

    def __init__(self, search: Search, relaxed: Problem, without: PositionOnly | None = None) -> None:
        self._search = search
        self._problem = relaxed._native, search.parameters
        self._without = self._problem
        if without is not None:
            self._without = without.native, without.parameters(search.parameters)
        self._cost, self._gradient = np.empty(1), np.empty((1, len(search.start)))
        self.begin(search.start[search.active], 1.0 if without is None else 0.0)

    def begin(self, x: Array, weight: float) -> None:
        """Begin a descent at x, in which errors of rotation have this weight."""
        self.weight, self.best, self._lowest = weight, x, math.inf

    def __call__(self, x: Array) -> tuple[float, Array]:
        q = self._search.full(x)
        self._search.cost(q)
        cost, gradient = self._weighted(q)
        if cost < self._lowest:
            self.best, self._lowest = x.copy(), cost
        return cost, gradient[self._search.active]

    def _weighted(self, q: Array) -> tuple[float, Array]:
        if self.weight == 1:
            return self._evaluate(*self._problem, q)
        cost, gradient = self._evaluate(*self._without, q)
        if self.weight > 0:
            other, slope = self._evaluate(*self._problem, q)
            cost += self.weight * (other - cost)
            gradient += self.weight * (slope - gradient)
        return cost, gradient

    def _evaluate(self, native: _core.Problem, parameters: Array, q: Array) -> tuple[float, Array]:
        native.costs(parameters, q[None], self._cost)
        native.gradients(parameters, q[None], self._gradient)
        return float(self._cost[0]), self._gradient[0].copy()


class _Floor:
    """The constraint floor - µ(q) ≤ 0 of a Manipulability goal."""

    def __init__(self, robot: Robot, goal: Manipulability) -> None:
        high = Manipulability(
            goal.link, floor=HIGHEST_MANIPULABILITY, directions=goal.directions, joints=goal.joints
        )
        self._floor = float(goal.floor or 0.0)
        self._problem = Problem(robot, high)

    def function(self, search: Search) -> Any:
        """Return the constraint in NLopt's form. The cost function reports an unusable q."""

        def constraint(x: Array, gradient: Array) -> float:
            q = search.start.copy()
            q[search.active] = np.clip(np.nan_to_num(x), -MAX_VALUE, MAX_VALUE)
            if len(gradient):
                gradient[:] = self._problem.jacobian(q)[0, search.active]
            return float(self._problem.residuals(q)[0]) - HIGHEST_MANIPULABILITY + self._floor

        return constraint
