"""Kinematics of robots."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.recorder.adapter.values import Values

Array = np.ndarray


def random(robot: Any, rng: np.random.Generator, n: int | None = None) -> Array:
    """Return a random configuration (dof,), or n of them (n, dof)."""
    return robot.random(n, rng=rng)


def neutral(robot: Any) -> Array:
    return robot.neutral


def clip(robot: Any, q: Array) -> Array:
    return robot.clip(q)


def fk(robot: Any, q: Array, link: str) -> Array:
    return robot.fk(q, link)


def jacobian(robot: Any, q: Array, link: str) -> Array:
    return robot.jacobian(q, link)


def center_of_mass(robot: Any, q: Array) -> Array:
    return robot.center_of_mass(q)


def center_of_mass_values(robot: Any, q: Array) -> Values:
    return {
        "all": robot.center_of_mass(q),
        "one": robot.center_of_mass(q[0]),
        "jacobian": robot.center_of_mass_jacobian(q),
    }


def dexterity_values(robot: Any, q: Array, link: str) -> Values:
    return {
        "manipulability": robot.manipulability(q, link),
        "condition": robot.condition(q, link),
        "one": np.float64(robot.manipulability(q[0], link)),
    }


def limit_values(robot: Any, q: Array) -> Values:
    """Return functions of limits at configurations within and outside of them, and differences."""
    outside = 2.5 * q + 0.3
    return {
        "clip": robot.clip(outside),
        "within": [bool(inside) for inside in robot.within_limits(np.concatenate([q, outside]))],
        "difference": robot.difference(q, q[::-1]),
        "difference from one": robot.difference(q[0], outside),
    }
