"""How the goals that decide success pull at the variables of a configuration, from their gradients."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..goals.custom import UNDEFINED_RESIDUAL
from ..goals.goal import Goal
from ..goals.placement import Placement
from ..goals.postures import JointValue
from ..robot.sampling import angle_mask
from ..transforms import Array

if TYPE_CHECKING:
    from .problem import Problem

_TIGHT = 1e-3  # [m, rad] a required goal with a smaller tolerance fixes all its residuals
_NEAR_EDGE = 0.25  # share of a larger tolerance beyond which a required goal holds variables back


@dataclass(frozen=True)
class ErrorPart:
    """One error of a goal, with its tolerance and the rows of the residual vector that it is the norm of.

    ``rows`` is None if the rows of the goal cannot be told apart.
    """

    goal: str
    name: str
    unit: str
    error: float
    tolerance: float
    required: bool
    rows: slice | None

    @property
    def unmet(self) -> bool:
        """Whether the error is beyond its tolerance."""
        return self.error > self.tolerance


class Pulls:
    """The deciding goals of a problem that are switched on, linearised at one configuration q (dof,).

    A goal pulls with the gradient of its cost beyond its tolerance, Σ w·max(0, error - tolerance)²; so a goal
    that is met does not pull.
    """

    def __init__(self, problem: Problem, parameters: Array, q: Array) -> None:
        self._problem, self.parameters, self.q = problem, parameters, q
        rows, dof = problem._row_count, problem.robot.dof
        self._residuals, self._jacobian = np.empty((1, rows)), np.empty((1, rows, dof))
        problem._native.residuals(parameters, q[None], self._residuals)
        problem._native.jacobians(parameters, q[None], self._jacobian)
        self._residuals, self._jacobian = self._residuals[0], self._jacobian[0]
        self.factors = problem._factors_in(parameters)
        deciding = {name: goal for name, goal in problem._goals.items() if goal._decides_success}
        self.off = tuple(name for name, factor in self.factors.items() if factor <= 0)
        self.goals = {name: goal for name, goal in deciding.items() if name not in self.off}
        measured = self.errors_at(q)
        self.parts = [
            part for name, goal in self.goals.items() for part in self._parts(name, goal, measured[name])
        ]

    def errors_at(self, q: Array) -> dict[str, dict[str, float]]:
        """Goal name -> error name -> value [m or rad]."""
        values, _ = self._problem._measure(self.parameters, q[None])
        return self._problem._errors_by_name(values[0])

    def is_unmet(self, goal: str) -> bool:
        """Whether an error of the goal is beyond its tolerance."""
        return any(part.unmet for part in self.parts if part.goal == goal)

    def is_finite(self, goal: str) -> bool:
        """Whether the goal's residuals are defined: the core replaces NaN and infinity by a large number."""
        sizes = np.abs(self._residuals[self._problem.rows[goal]]) / self.factors[goal]
        return not np.isclose(sizes, UNDEFINED_RESIDUAL, rtol=1e-9).any()

    def model(self, goal: str) -> tuple[Array, Array]:
        """The residuals r (m,) beyond the goal's tolerance, and their derivatives J (m, dof)."""
        parts = [part for part in self.parts if part.goal == goal]
        if any(part.rows is None for part in parts) or self.goals[goal].loss is not None:
            rows = self._problem.rows[goal]
            return self.is_unmet(goal) * self._residuals[rows], self._jacobian[rows]
        models = [self.model_of_part(part) for part in parts]
        return np.concatenate([r for r, _ in models]), np.concatenate([j for _, j in models])

    def model_of_part(self, part: ErrorPart) -> tuple[Array, Array]:
        """The residuals beyond the tolerance and their derivatives, of one error that has rows of its own."""
        assert part.rows is not None
        share = 1 - part.tolerance / part.error if part.unmet else 0.0
        return share * self._residuals[part.rows], self._jacobian[part.rows]

    def size(self, rows: slice, variables: Array) -> float:
        """The largest gradient that the residuals of these rows could have over these variables."""
        return 2 * float(np.linalg.norm(self._jacobian[rows][:, variables]) * self._norm(rows))

    def constraints(self) -> dict[str, Array]:
        """Required goal -> the derivatives (m, dof) of what it fixes; without rows if it fixes nothing."""
        empty = np.zeros((0, len(self.q)))
        found = {name: [empty] for name, goal in self.goals.items() if goal.priority == "required"}
        for part in (part for part in self.parts if part.required):
            where = part.rows or self._problem.rows[part.goal]
            jacobian, residuals = self._jacobian[where], self._residuals[where]
            if part.tolerance < _TIGHT:
                inactive = part.error == 0 and residuals.any()  # a soft wall also acts at a distance
                active = [] if inactive else [row for row in jacobian if row.any()]
            elif part.error >= _NEAR_EDGE * part.tolerance and residuals.any():
                active = [residuals @ jacobian / np.linalg.norm(residuals)]
            else:
                active = []
            found[part.goal] += [row[None] for row in active]
        return {name: np.concatenate(rows) for name, rows in found.items()}

    def _norm(self, rows: slice) -> float:
        return float(np.linalg.norm(self._residuals[rows]))

    def _parts(self, name: str, goal: Goal, errors: dict[str, float]) -> Iterator[ErrorPart]:
        tolerances = np.atleast_1d(goal.tolerance).tolist()  # type: ignore[attr-defined]  # every goal has it
        required = goal.priority == "required"
        if len(tolerances) > len(errors):
            yield from self._parts_by_axis(name, goal, tolerances, required)
            return
        units = units_of(self._problem, goal)
        rows = self._rows_by_error(name, len(errors))
        for k, (what, error) in enumerate(errors.items()):
            yield ErrorPart(name, what, units[k], error, tolerances[k], required, rows[k])

    def _rows_by_error(self, name: str, count: int) -> list[slice | None]:
        whole = self._problem.rows[name]
        if count == 1:
            return [whole]
        if not isinstance(self.goals[name], Placement):
            return [None] * count
        return [slice(first, first + 3) for first in range(whole.start, whole.stop, 3)]

    def _parts_by_axis(
        self, name: str, goal: Goal, tolerances: list[float], required: bool
    ) -> Iterator[ErrorPart]:
        assert isinstance(goal, Placement)
        first, factor = self._problem.rows[name].start, self.factors[name]
        for k, (axis, tolerance) in enumerate(zip(goal.axis_names, tolerances, strict=True)):
            rows = slice(first + k, first + k + 1)
            size = self._norm(rows) / factor
            if axis.startswith("r"):
                size = 2 * math.asin(min(1.0, 0.5 * size / goal._scale(self._problem.robot)))
                yield ErrorPart(name, f"rotation about {axis[1]}", "rad", size, tolerance, required, rows)
            else:
                yield ErrorPart(name, f"position along {axis}", "m", size, tolerance, required, rows)


def gradient(model: tuple[Array, Array]) -> Array:
    """The gradient (dof,) of the cost ‖r‖² of a model (r, J)."""
    residuals, jacobian = model
    slope: Array = 2 * residuals @ jacobian
    return slope


def units_of(problem: Problem, goal: Goal) -> tuple[str, ...]:
    """The units of a goal's errors; for a JointValue that of its joint."""
    if not isinstance(goal, JointValue):
        return goal.error_units
    (variable,) = problem.robot._whole_variables(goal.joint)
    return ("rad" if angle_mask(problem.robot.joints.values())[variable] else "m",)
