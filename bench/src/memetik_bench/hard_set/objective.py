"""A hard problem for general optimisers: a cost function over a box, with a limited number of evaluations."""

from __future__ import annotations

import numpy as np

from memetik.transforms import Array

from .box import search_box
from .hard_problem import HardProblem


class SearchEnded(Exception):  # noqa: N818 - not an error
    """Ends an optimiser: the budget is used up, or a configuration was accepted."""


class Objective:
    """Cost and gradient as functions of the active variables, in a box from ``low`` to ``high`` (n,).

    An evaluation is one configuration, with or without its gradient. ``best`` is the accepted configuration,
    or else the one with the lowest cost so far. ``limit`` is the largest number of evaluations; it can be
    changed between two optimisers that share the budget.
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
        """The number of evaluations left."""
        return 0 if self.accepted else self.limit - self.evaluations

    def configuration(self, x: Array) -> Array:
        """Return the whole configuration (dof,) with active variables ``x`` (n,), clipped to the box."""
        q = self._inactive.copy()
        q[self._active] = np.clip(x, self.low, self.high)
        return q

    def cost(self, x: Array) -> float:
        """Return the cost at ``x``; a repeated call with the same ``x`` is not counted again."""
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
        """Return the gradient at ``x``; together with the cost there it counts as one evaluation."""
        self.cost(x)
        gradient: Array = self._hard.problem.gradient(self.configuration(x))
        return gradient[self._active]

    def cost_and_gradient(self, x: Array) -> tuple[float, Array]:
        """Return both, for optimisers that take them together."""
        return self.cost(x), self.gradient(x)
