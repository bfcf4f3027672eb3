"""A problem as general optimisers see it: a cost over a box, counted, until the budget is used up."""

from __future__ import annotations

import numpy as np

from memetik.transforms import Array

from .box import search_box
from .hard_problem import HardProblem


class SearchEnded(Exception):  # noqa: N818 - nothing went wrong
    """Raised out of an optimiser: the budget is used up, or a configuration was accepted."""


class Objective:
    """Cost and gradient over the active variables, from ``low`` to ``high`` (n,), the start among them.

    An evaluation is one configuration, with its gradient if that is asked for. The best one seen is kept:
    one that the problem accepts, or else the one of least cost. ``limit`` is how many evaluations there may
    be; it can be changed between two optimisers that share the budget.
    """

    def __init__(self, hard: HardProblem) -> None:
        robot = hard.problem.robot
        names = robot.variable_names
        self._hard = hard
        self._active = [names.index(name) for name in hard.problem.active_variables]
        self._inactive = robot.clip(hard.start)
        low, high = search_box(robot, self._inactive)
        self.low, self.high = low[self._active], high[self._active]
        self.start = np.clip(self._inactive[self._active], self.low, self.high)
        self.limit = hard.budget
        self.evaluations = 0
        self.accepted = False
        self.best_cost = np.inf
        self.best = self.start
        self._last: tuple[Array, float] | None = None

    @property
    def left(self) -> int:
        """Evaluations that there may still be."""
        return 0 if self.accepted else self.limit - self.evaluations

    def configuration(self, x: Array) -> Array:
        """The whole configuration (dof,) of the active variables ``x`` (n,), within the limits."""
        q = self._inactive.copy()
        q[self._active] = np.clip(x, self.low, self.high)
        return q

    def cost(self, x: Array) -> float:
        """The cost at ``x``; asked again for the same ``x`` at once it is not counted again."""
        if self._last is not None and np.array_equal(x, self._last[0]):
            return self._last[1]
        if self.left <= 0:
            raise SearchEnded
        q = self.configuration(x)
        cost = float(self._hard.problem.cost(q))
        self.evaluations += 1
        self._last = x.copy(), cost
        self.accepted = bool(self._hard.problem.accepts(q))
        if cost < self.best_cost or self.accepted:
            self.best, self.best_cost = x.copy(), cost
        if self.accepted:
            raise SearchEnded
        return cost

    def gradient(self, x: Array) -> Array:
        """The gradient at ``x``, of the same evaluation as the cost there."""
        self.cost(x)
        gradient: Array = self._hard.problem.gradient(self.configuration(x))
        return gradient[self._active]

    def cost_and_gradient(self, x: Array) -> tuple[float, Array]:
        """Both, for optimisers that take them together."""
        return self.cost(x), self.gradient(x)
