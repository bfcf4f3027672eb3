"""The errors of an instrument in a hole, and the inverse-Jacobian step that reduces them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...goals.pose import Pose
from ...transforms import Array
from ..shared.python_method import Search

SMALLEST = 1e-12
DAMPING = 1e-3  # λ of pseudo-inverses, relative to the Frobenius norm


@dataclass(frozen=True)
class Errors:
    """The errors at one configuration and their derivatives: ``center`` (3,) [m] is the vector from hole
    to shaft, ``tip`` (6,) the logarithm of the transform from the tip to its target.
    """

    center: Array
    center_jacobian: Array  # (3, k)
    tip: Array
    tip_rates: Array  # (6, k), the Jacobian of the pose's residuals

    def fitness(self, center_weight: float, tip_weight: float) -> float:
        """Return µ_r e_r + µ_e ‖e_e‖, with the distance e_r."""
        distance, difference = (math.sqrt(error @ error) for error in (self.center, self.tip))
        return center_weight * distance + tip_weight * difference

    @property
    def tip_jacobian(self) -> Array:
        """Return the Jacobian (6, k) of the tip's linear and angular velocity.

        The rates of the rotation residual are (c I + [v]×) times the angular velocity.
        """
        angle = math.sqrt(self.tip[3:] @ self.tip[3:])
        v = (math.sin(0.5 * angle) / max(angle, SMALLEST)) * self.tip[3:]
        turn = max(math.cos(0.5 * angle), SMALLEST) * np.eye(3) + _cross(v)
        return np.concatenate((self.tip_rates[:3], np.linalg.solve(turn, self.tip_rates[3:])))

    def published_step(self, center_gain: float, tip_gain: float) -> Array:
        """Return J_r⁺ K_r e_r + (I - J_r⁺ J_r) J_e⁺ K_e e_e (Chiaverini 1997), (k,)."""
        tip = damped_solution(self.tip_jacobian, tip_gain * self.tip)
        wanted = -center_gain * self.center - self.center_jacobian @ tip
        return tip + damped_solution(self.center_jacobian, wanted)

    def compensated_step(self, center_gain: float, tip_gain: float) -> Array:
        """Return q̇_r + (J_e N)⁺ (K_e e_e - J_e q̇_r), q̇_r = J_r⁺ K_r e_r and N = I - J_r⁺ J_r, (k,)."""
        jacobian = self.tip_jacobian
        solutions = damped_solution(
            self.center_jacobian, np.column_stack((-center_gain * self.center, self.center_jacobian))
        )
        center, taken = solutions[:, 0], solutions[:, 1:]
        wanted = tip_gain * self.tip - jacobian @ center
        return center + damped_solution(jacobian - jacobian @ taken, wanted)


class RemoteCenter:
    """The two goals of a query, as functions of x (k,)."""

    def __init__(self, search: Search, center: str, tip: str) -> None:
        self._search = search
        self._center_rows, self._tip_rows = (search.problem.rows[name] for name in (center, tip))
        self._center_root = max(search.root_weight(center), SMALLEST)
        goal = search.problem.goals[tip]
        assert isinstance(goal, Pose)
        scale = goal._scale(search.problem.robot)
        self._tip_roots = max(search.root_weight(tip), SMALLEST) * np.repeat([1.0, scale], 3)

    def errors(self, x: Array) -> Errors:
        """Evaluate the errors at x."""
        residuals, jacobian = self._search.linearize(self._search.full(x))
        return Errors(
            residuals[self._center_rows] / self._center_root,
            jacobian[self._center_rows] / self._center_root,
            pose_logarithm(residuals[self._tip_rows] / self._tip_roots),
            jacobian[self._tip_rows] / self._tip_roots[:, None],
        )


def pose_logarithm(residuals: Array) -> Array:
    """Return the log6 (6,) of the transform to the target, from the residuals of a pose.

    The residuals are p - p_target and -2 sin(θ/2) times the rotation's axis.

    It is (V⁻¹ (p_target - p), w) in the root's axes, with the rotation vector w, |w| = θ, and V⁻¹ = I -
    [w]×/2 + (1/θ² - cot(θ/2)/2θ) [w]×².

    >>> import numpy as np
    >>> turned = np.array([0, 0, 0, 0, 0, -2 * np.sin(0.5)])  # by 1 rad about z to the target
    >>> pose_logarithm(turned).round(6) + 0.0
    array([0., 0., 0., 0., 0., 1.])
    """
    shift, v = -residuals[:3], -0.5 * residuals[3:]
    sine = min(math.sqrt(v @ v), 1.0)
    cosine = math.sqrt(1.0 - sine * sine)
    angle = 2.0 * math.asin(sine)
    w = v * (angle / sine if sine > SMALLEST else 2.0)
    bend = 1.0 / angle**2 - cosine / (2.0 * angle * sine) if angle > 1e-4 else 1.0 / 12.0
    cross = _cross(w)
    turned = cross @ shift
    return np.concatenate((shift - 0.5 * turned + bend * (cross @ turned), w))


def damped_solution(matrix: Array, wanted: Array) -> Array:
    """Return Jᵀ (J Jᵀ + λ² I)⁻¹ b, the pseudo-inverse solution with σ/(σ² + λ²) in place of 1/σ."""
    square = matrix @ matrix.T
    square.flat[:: len(square) + 1] += DAMPING**2 * max(float(np.trace(square)), SMALLEST)
    solution: Array = matrix.T @ np.linalg.solve(square, wanted)
    return solution


def _cross(v: Array) -> Array:
    x, y, z = v.tolist()
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
