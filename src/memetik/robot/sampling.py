"""Random configurations, uniform over each variable's search interval."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..transforms import Array
from .description import VARIABLES, Joint


def search_interval(lower: Array, upper: Array, reach: float, angles: Array) -> tuple[Array, Array]:
    """A finite interval per variable: its limits; where there is none, ±π for angles and
    ± the robot's reach for translations.
    """
    half = np.where(angles, np.pi, reach or 1.0)  # a lone slide has no reach: a metre
    low = np.where(np.isfinite(lower), lower, np.where(np.isfinite(upper), upper - 2 * half, -half))
    high = np.where(np.isfinite(upper), upper, np.where(np.isfinite(lower), lower + 2 * half, half))
    return low, high


def angle_mask(joints: Iterable[Joint]) -> Array:
    """True for each variable that is an angle or part of a rotation vector, in the order of q."""
    return np.array(
        [c.startswith("r") for joint in joints if joint.variable_names for c in VARIABLES[joint.type]],
        dtype=bool,
    )


def random_rotation_vectors(n: int, max_angle: float, rng: np.random.Generator) -> Array:
    """``n`` rotation vectors (n, 3), uniform among the rotations of at most ``max_angle``.

    The angle t of a uniform rotation has density proportional to 1 - cos t (Haar measure), so
    t - sin t is uniform; it is inverted by bisection.
    """
    limit = min(max_angle, np.pi)
    wanted = rng.random(n) * (limit - np.sin(limit))
    low, high = np.zeros(n), np.full(n, limit)
    for _ in range(60):
        middle = 0.5 * (low + high)
        below = middle - np.sin(middle) < wanted
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    directions = rng.standard_normal((n, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return np.asarray(0.5 * (low + high)[:, None] * directions)
