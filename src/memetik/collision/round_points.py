"""Points on round surfaces, for outlines and sketches."""

from __future__ import annotations

import itertools
import math

import numpy as np

from ..transforms import Array

_DIRECTIONS = np.array([d for d in itertools.product((-1.0, 0.0, 1.0), repeat=3) if any(d)])
_DIRECTIONS /= np.linalg.norm(_DIRECTIONS, axis=1, keepdims=True)


def ball_outline(radius: float) -> Array:
    """26 points (26, 3) all around a ball."""
    return np.asarray(radius * _DIRECTIONS)


def circle(radius: float, count: int, *, closed: bool = False) -> Array:
    """Points (count, 3) on a circle about z; ``closed``: the last is the first."""
    angles = np.linspace(0, 2 * np.pi, count, endpoint=closed)
    return radius * np.column_stack([np.cos(angles), np.sin(angles), np.zeros(count)])


def ring(radius: float, density: float) -> Array:
    """Points (N, 3) on a circle about z, at least ``density`` of them per metre."""
    return circle(radius, dense_count(2 * math.pi * radius, density), closed=True)


def ball(radius: float, density: float) -> Array:
    """Points (N, 3) all over a ball, at least ``density`` of them per metre."""
    angles = np.linspace(0, np.pi, dense_count(math.pi * radius, density))
    level = np.array([1.0, 1.0, 0.0])
    tops = radius * np.cos(angles)[:, None, None] * np.array([0.0, 0.0, 1.0])
    around = ring(radius, density)
    return np.asarray((np.sin(angles)[:, None, None] * around[None] * level + tops).reshape(-1, 3))


def dense_count(length: float, density: float) -> int:
    """How many points a length [m] needs for a density [1/m]."""
    return 3 + math.ceil(1.3 * length * density)
