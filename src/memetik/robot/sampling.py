"""Random configurations, uniform over each variable's search interval."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..errors import ConfigurationError
from ..transforms import MAX_VALUE, Array
from .description import Joint
from .joint_types import VARIABLES, has_rotation_vector
from .topology import Topology
from .variables import Variables


def random_configurations(
    topology: Topology,
    variables: Variables,
    reach: float,
    n: int | None,
    rng: np.random.Generator | int | None,
) -> Array:
    """``n`` configurations (n, dof), or one (dof,) if ``n`` is None; ``reach`` [m] bounds translations."""
    try:
        generator = np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        raise ConfigurationError(f"rng: expected a numpy generator or an integer, got {rng!r}") from error
    if n is not None and (not isinstance(n, (int, np.integer)) or n < 0):
        raise ConfigurationError(f"n: expected an integer of at least 0, or None, got {n!r}")
    count = 1 if n is None else int(n)
    low, high = search_interval(variables.lower, variables.upper, reach, angle_mask(topology.joints))
    q = np.clip(low + (high - low) * generator.random((count, len(variables))), low, high)
    for name, where in variables.slices.items():
        if has_rotation_vector(topology.joints_by_name[name].type):
            ball = slice(where.stop - 3, where.stop)
            q[:, ball] = random_rotation_vectors(count, variables.upper[where.stop - 1], generator)
    return q[0] if n is None else q


def search_interval(lower: Array, upper: Array, reach: float, angles: Array) -> tuple[Array, Array]:
    """A finite interval per variable: its limits, or, if it has none, ±π for angles and ± the robot's reach
    for translations. With one limit only, the interval has the same length and begins or ends there.
    """
    half = np.where(angles, np.pi, reach or 1.0)  # the reach of a single prismatic joint is 0: use 1 m
    low = np.where(np.isfinite(lower), lower, np.where(np.isfinite(upper), upper - 2 * half, -half))
    high = np.where(np.isfinite(upper), upper, np.where(np.isfinite(lower), lower + 2 * half, half))
    # Limits and the reach may exceed the largest value of a configuration.
    return np.clip(low, -MAX_VALUE, MAX_VALUE), np.clip(high, -MAX_VALUE, MAX_VALUE)


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
