"""The lowest secondary cost near an answer by SciPy's SLSQP, among answers of equal primary cost."""

from __future__ import annotations

import numpy as np

from memetik.transforms import Array

from .descents import polish
from .goal_levels import LevelProblem
from .selection import EQUAL

_ITERATIONS = 200
_PRECISION = 1e-12
_SLIGHT = 1e-6  # relative excess of a constraint that counts as rounding


def best_secondary(problem: LevelProblem, answer: Array) -> float:
    """Return the lowest secondary cost that a descent from ``answer`` (dof,) finds.

    The primary cost stays within what the selection rule takes as equal to the lowest one of the branch.
    """
    from scipy.optimize import minimize

    primary, secondary = problem.primary, problem.secondary
    if primary is None or secondary is None:
        raise ValueError("best_secondary: the problem needs primary and secondary goals")
    lowest = primary.cost(polish(primary, answer))
    limit = max(primary.cost(answer), lowest * (1.0 + EQUAL) + problem.tolerated)
    start = secondary.cost(answer)
    found = minimize(
        lambda q: secondary.cost(q) / max(start, _SLIGHT),
        answer,
        jac=lambda q: secondary.gradient(q) / max(start, _SLIGHT),
        bounds=_bounds(problem, answer),
        constraints=[
            {
                "type": "ineq",
                "fun": lambda q: (limit - primary.cost(q)) / limit,
                "jac": lambda q: -primary.gradient(q) / limit,
            }
        ],
        method="SLSQP",
        options={"maxiter": _ITERATIONS, "ftol": _PRECISION},
    ).x
    found = np.clip(found, problem.robot.lower, problem.robot.upper)
    if not np.isfinite(found).all() or primary.cost(found) > limit * (1.0 + _SLIGHT):
        return float(start)
    return float(min(start, secondary.cost(found)))


def _bounds(problem: LevelProblem, answer: Array) -> list[tuple[float, float]]:
    """Return the limits; without any, a whole turn to either side: steps of SLSQP may be of any length."""
    lower = np.where(np.isfinite(problem.robot.lower), problem.robot.lower, answer - 2 * np.pi)
    upper = np.where(np.isfinite(problem.robot.upper), problem.robot.upper, answer + 2 * np.pi)
    return list(zip(lower.tolist(), upper.tolist(), strict=True))
