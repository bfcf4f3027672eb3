"""The best of many descents from random starts: an independent reference for infeasible problems.

A Levenberg-Marquardt method in numpy advances all starts together, and SciPy's L-BFGS-B polishes the best
results. Both use only the residuals, costs and derivatives of a problem, and keep within the limits.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import memetik as mk
from memetik.transforms import Array

_ITERATIONS = 100
_POLISHED = 6
_FIRST_DAMPING, _LEAST_DAMPING, _MOST_DAMPING = 1e-3, 1e-12, 1e8  # relative to the largest curvature
_CONVERGED = 1e-7  # relative gain of all descents in an iteration


def best_of_descents(problem: mk.Problem, starts: Array) -> Array:
    """Return the configuration (dof,) of lowest cost that descents from ``starts`` (N, dof) find."""
    ends = descend(problem, starts)
    order = np.argsort(problem.cost(ends))[:_POLISHED]
    polished = [polish(problem, ends[i]) for i in order]
    return min(polished, key=problem.cost)


def descend(problem: mk.Problem, starts: Array) -> Array:
    """Return where projected Levenberg-Marquardt descents from ``starts`` (N, dof) end, (N, dof)."""
    robot = problem.robot
    active = _active(problem)
    lower, upper = robot.lower[active], robot.upper[active]
    rows = starts.copy()
    cost, damping = problem.cost(rows), np.full(len(rows), _FIRST_DAMPING)
    for _ in range(_ITERATIONS):
        q = rows[:, active]
        jacobian, residuals = problem.jacobian(rows)[:, :, active], problem.residuals(rows)
        gradient = np.einsum("nij,ni->nj", jacobian, residuals)
        held = ((q <= lower) & (gradient > 0)) | ((q >= upper) & (gradient < 0))
        step = _steps(np.where(held[:, None], 0.0, jacobian), np.where(held, 0.0, gradient), damping)
        tried = rows.copy()
        tried[:, active] = np.clip(q - step, lower, upper)
        new = problem.cost(tried)
        better = new < cost
        gain = np.where(better, cost - new, 0.0) / np.maximum(cost, 1e-300)
        rows, cost = np.where(better[:, None], tried, rows), np.where(better, new, cost)
        damping = np.clip(np.where(better, damping / 5.0, damping * 4.0), _LEAST_DAMPING, _MOST_DAMPING)
        if not ((gain > _CONVERGED) | (~better & (damping < 1.0))).any():
            break
    return rows


def _steps(jacobian: Array, gradient: Array, damping: Array) -> Array:
    """Return (JᵀJ + λI)⁻¹ g for every row, with λ relative to the largest diagonal entry of JᵀJ."""
    normal = np.swapaxes(jacobian, 1, 2) @ jacobian
    each = np.arange(normal.shape[1])
    largest = normal[:, each, each].max(axis=1)
    normal[:, each, each] += (damping * largest + 1e-12)[:, None]
    return np.asarray(np.linalg.solve(normal, gradient[..., None])[..., 0])


def polish(problem: mk.Problem, q: Array) -> Array:
    """Return where SciPy's L-BFGS-B ends from ``q`` (dof,), or ``q`` if that is not better."""
    from scipy.optimize import minimize

    active = _active(problem)
    low, high = problem.robot.lower[active], problem.robot.upper[active]

    def full(values: Array) -> Array:
        row = q.copy()
        row[active] = values
        return row

    found = full(
        minimize(
            lambda x: problem.cost(full(x)),
            q[active],
            jac=lambda x: problem.gradient(full(x))[active],
            bounds=list(zip(low, high, strict=True)),
            method="L-BFGS-B",
            options={"maxiter": 300, "ftol": 1e-13, "gtol": 1e-10},
        ).x
    )
    found[active] = np.clip(found[active], low, high)
    return found if problem.cost(found) < problem.cost(q) else q


def _active(problem: mk.Problem) -> Sequence[int]:
    return [problem.robot.variable_names.index(name) for name in problem.active_variables]
