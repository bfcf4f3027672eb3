"""Compares the derivatives of goals with differences of their residuals."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import without_warnings
from ..goals.custom import UNDEFINED_RESIDUAL, Custom
from ..goals.goal import Goal
from ..goals.python_goal import PythonGoal
from ..transforms import Array

if TYPE_CHECKING:
    from .problem import Problem

_STEP = 1e-6  # [rad, m]
_RELATIVE = 1e-3  # largest error of a derivative, relative to itself, ...
_OF_GOAL = 1e-5  # ... or to the largest of its goal, where differences are inexact
_ROUNDING = 1e-15  # relative error of residuals


@dataclass(frozen=True)
class WrongDerivative:
    """A derivative of a goal's residual ``row`` by a ``variable`` that is ``analytic``, but should be about
    ``numeric``, which is the difference of residuals at configurations nearby.
    """

    goal: str
    row: int
    variable: str
    analytic: float
    numeric: float

    def __str__(self) -> str:
        if self.analytic and self.numeric and np.isfinite(self.analytic):
            factor = self.analytic / self.numeric
            about = f"{factor:.0f}" if 100 <= abs(factor) < 1e6 else f"{factor:.2g}"
            wrong = f"is wrong by a factor of about {about} in row {self.row}"
        else:
            wrong = f"is wrong in row {self.row}"
        values = (
            f"by {self.variable} it is {self.analytic:.4g}, differences of residuals are {self.numeric:.4g}"
        )
        return f"{self.goal}: its derivative {wrong}: {values}"


def wrong_derivatives(problem: Problem, goals: dict[str, Goal], q: Array) -> tuple[WrongDerivative, ...]:
    """The wrong derivatives of some of a problem's goals at configurations q (N, dof), one of each row and
    variable. A loss rescales residuals, so goals are compared without theirs.
    """
    if not goals:
        return ()
    plain = {name: without_loss(goal) for name, goal in goals.items()}
    alone = type(problem)._of(problem.robot, plain, problem._joints)
    found = (entry for row in q for entry in _wrong_at(alone, row))
    first: dict[tuple[str, int, str], WrongDerivative] = {}
    for entry in found:
        first.setdefault((entry.goal, entry.row, entry.variable), entry)
    return tuple(first.values())


def worst_of_custom_goals(problem: Problem, names: list[str], q: Array) -> tuple[WrongDerivative, ...]:
    """The most wrong derivative at q (dof,) of each goal whose derivatives the user wrote."""
    goals = {name: goal for name in names if _has_own_derivative(goal := problem._goals[name])}
    worst: dict[str, WrongDerivative] = {}
    for entry in wrong_derivatives(problem, goals, q[None]):
        known = worst.setdefault(entry.goal, entry)
        if abs(entry.analytic - entry.numeric) > abs(known.analytic - known.numeric):
            worst[entry.goal] = entry
    return tuple(worst.values())


def without_loss(goal: Goal) -> Goal:
    """The goal without its loss."""
    if goal.loss is None:
        return goal
    return without_warnings(functools.partial(dataclasses.replace, goal), loss=None)


def _has_own_derivative(goal: Goal) -> bool:
    custom = goal.as_custom() if isinstance(goal, PythonGoal) else goal
    return isinstance(custom, Custom) and bool(custom.derivative)


def _wrong_at(problem: Problem, q: Array) -> Iterator[WrongDerivative]:
    parameters, active = problem._own_parameters, problem._native.active
    steps = np.zeros((len(active), len(q)))
    steps[np.arange(len(active)), active] = _STEP
    around = np.concatenate([q[None], q + steps, q - steps])
    residuals = np.empty((len(around), problem._row_count))
    jacobian = np.empty((1, problem._row_count, len(q)))
    problem._native.residuals(parameters, around, residuals)
    problem._native.jacobians(parameters, q[None], jacobian)
    ahead, behind = residuals[1 : 1 + len(active)], residuals[1 + len(active) :]
    numeric, analytic = (ahead - behind).T / (2 * _STEP), jacobian[0][:, active]
    factors = problem._factors_in(parameters)
    for goal, rows in problem.rows.items():
        given, expected = analytic[rows], numeric[rows]
        largest = max(np.abs(expected).max(initial=0.0), 1e-9)
        rounding = _ROUNDING * np.abs(residuals[0, rows]).max(initial=0.0) / _STEP
        allowed = _RELATIVE * np.abs(expected) + _OF_GOAL * largest + rounding
        undefined = 0.999 * UNDEFINED_RESIDUAL * factors[goal]
        defined = np.abs(residuals[:, rows]).max(axis=0) < undefined
        wrong = ~(np.abs(given - expected) <= allowed) & defined[:, None]  # also if it is NaN
        for row, column in np.argwhere(wrong).tolist():
            variable = problem.robot.variable_names[active[column]]
            yield WrongDerivative(
                goal, row, variable, float(given[row, column]), float(expected[row, column])
            )
