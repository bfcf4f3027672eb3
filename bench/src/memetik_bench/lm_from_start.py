"""Levenberg-Marquardt without restarts, in numpy: a reference for how often a start leads to a solution.

All queries advance together. The damping is proportional to the cost (Sugihara 2011), steps are limited, and
joints that press against a limit are fixed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from memetik.transforms import Array

from .targets import PoseTargets
from .verify import rotation_angle

_ROTATION_WEIGHT = 0.25  # m/rad
_DAMPING = 0.015
_LEAST_DAMPING = 1e-9
_LONGEST_STEP = 1.0  # rad or m, for each variable


def lm_from_start(
    targets: PoseTargets, *, tolerance: float, iterations: int = 40
) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return configurations (N, dof) after ``iterations``, and which of them meet their pose."""
    robot, link, q = targets.robot, targets.link, targets.starts.copy()
    weights = np.repeat([1.0, _ROTATION_WEIGHT], 3)
    for _ in range(iterations):
        error = _pose_error(robot.fk(q, link), targets.poses) * weights
        jacobian = robot.jacobian(q, link) * weights[:, None]
        gradient = np.einsum("nij,ni->nj", jacobian, error)
        held = ((q <= robot.lower) & (gradient < 0)) | ((q >= robot.upper) & (gradient > 0))
        jacobian = np.where(held[:, None, :], 0.0, jacobian)
        damping = _DAMPING * (error**2).sum(axis=1) + _LEAST_DAMPING
        normal = np.swapaxes(jacobian, 1, 2) @ jacobian + damping[:, None, None] * np.eye(robot.dof)
        step = np.linalg.solve(normal, np.where(held, 0.0, gradient)[..., None])[..., 0]
        step /= np.maximum(np.abs(step).max(axis=1, keepdims=True) / _LONGEST_STEP, 1.0)
        q = robot.clip(q + step)
    reached = robot.fk(q, link)
    near = np.linalg.norm(reached[:, :3, 3] - targets.poses[:, :3, 3], axis=1) <= tolerance
    aligned = rotation_angle(reached[:, :3, :3], targets.poses[:, :3, :3]) <= tolerance
    return q, near & aligned


def _pose_error(poses: Array, wanted: Array) -> Array:
    """Return translations [m] and rotation vectors [rad] (N, 6) from ``poses`` to ``wanted``, world axes."""
    relative = wanted[:, :3, :3] @ np.swapaxes(poses[:, :3, :3], 1, 2)
    axis = np.stack([relative[:, i, j] - relative[:, j, i] for i, j in ((2, 1), (0, 2), (1, 0))], axis=1)
    length = np.linalg.norm(axis, axis=1, keepdims=True)
    angle = rotation_angle(poses[:, :3, :3], wanted[:, :3, :3])[:, None]
    scale = np.divide(angle, length, out=np.full_like(length, 0.5), where=length > 1e-12)
    return np.concatenate([wanted[:, :3, 3] - poses[:, :3, 3], scale * axis], axis=1)
