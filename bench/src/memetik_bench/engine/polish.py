"""The best posture at a pose by SciPy: a reference for secondary goals that is independent of memetik.

Sequential quadratic programming (SLSQP) minimises the squared distance from a posture, with the pose as six
equations and the limits as bounds.
"""

from __future__ import annotations

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..verify import verify

_ITERATIONS = 300
_PRECISION = 1e-14


def posture_cost(q: Array, posture: Array) -> Array:
    """Return the sum of squared differences [rad²] of q (dof,) or (N, dof) to ``posture`` (dof,)."""
    return np.asarray(((q - posture) ** 2).sum(axis=-1))


def polish(robot: mk.Robot, link: str, pose: Array, q: Array, posture: Array, *, tolerance: float) -> Array:
    """Return the configuration (dof,) at ``pose`` nearest to ``posture`` that a descent from ``q`` finds.

    Return ``q`` itself if the result misses the pose by more than ``tolerance`` or is not nearer.
    """
    from scipy.optimize import minimize

    problem = mk.Problem(robot, mk.Pose(link, pose))
    equations = {"type": "eq", "fun": problem.residuals, "jac": problem.jacobian}
    found = minimize(
        lambda x: float(posture_cost(x, posture)),
        q,
        jac=lambda x: 2.0 * (x - posture),
        bounds=list(zip(robot.lower, robot.upper, strict=True)),
        constraints=[equations],
        method="SLSQP",
        options={"maxiter": _ITERATIONS, "ftol": _PRECISION},
    ).x
    better = posture_cost(found, posture) < posture_cost(q, posture)
    true = verify(robot, link, pose[None], found[None], tolerance=tolerance).solved[0]
    return np.asarray(found if better and true else q)
