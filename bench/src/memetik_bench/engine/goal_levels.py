"""The levels of a configuration, which the selection rule compares, from the goals' errors and costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

import memetik as mk
from memetik.transforms import Array


class Levels(NamedTuple):
    """The values that the selection rule compares, the most important first.

    ``violation`` is that of the required goals: the sum of w·max(0, error - tolerance)².
    """

    violation: float
    primary: float
    secondary: float
    distance: float  # from the start


class LevelProblem:
    """The goals of one query by level; a level without goals is None.

    ``tolerated`` is the cost of the primary goals at the edge of their tolerances, the sum of w·tolerance².
    """

    def __init__(self, robot: mk.Robot, goals: Sequence[mk.Goal], start: Array) -> None:
        self.robot, self.start = robot, start
        self.required, self.primary, self.secondary = (
            mk.Problem(robot, own) if (own := [g for g in goals if g.priority == level]) else None
            for level in ("required", "primary", "secondary")
        )
        self.tolerated = sum(
            goal.weight * tolerance**2
            for goal in goals
            if goal.priority == "primary"
            for tolerance in _tolerances(goal)
            if np.isfinite(tolerance)
        )

    def at(self, q: Array) -> Levels:
        """Return the levels of a configuration (dof,)."""
        return Levels(
            self.violation(q),
            self.primary.cost(q) if self.primary else 0.0,
            self.secondary.cost(q) if self.secondary else 0.0,
            float(np.linalg.norm(self.robot.difference(self.start, q))),
        )

    def violation(self, q: Array) -> float:
        """Return the violation of the required goals."""
        if self.required is None:
            return 0.0
        parts = (
            goal.weight * max(0.0, error - tolerance) ** 2
            for goal, errors in zip(
                self.required.goals.values(), self.required.errors(q).values(), strict=True
            )
            for error, tolerance in zip(errors.values(), _tolerances(goal), strict=True)
        )
        return float(sum(parts))


def _tolerances(goal: mk.Goal) -> Array:
    return np.atleast_1d(np.asarray(getattr(goal, "tolerance", np.inf), dtype=float))
