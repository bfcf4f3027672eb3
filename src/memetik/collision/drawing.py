"""Geometry for drawing shapes: points on their surface, and the basic solids that renderers draw."""

from __future__ import annotations

import itertools
import math
from typing import Literal, TypeAlias

import numpy as np

from ..errors import ConfigurationError
from ..number_checks import is_number
from ..transforms import Array, transform

Part: TypeAlias = tuple[Literal["cube", "sphere", "cylinder", "disk"], Array]
"""A solid for a renderer: the cube [-1, 1]³, the unit sphere, the cylinder of radius 1 about z from 0 to 1,
or the unit disk facing z; and the 4x4 matrix that moves and scales it."""

_DENSEST = 1e4  # [1/m]: millions of points on a robot
_MOST = 500  # points along an edge
_THINNEST = 1e-6  # [m], for plates without thickness
_DIRECTIONS = np.array([d for d in itertools.product((-1.0, 0.0, 1.0), repeat=3) if any(d)])
_DIRECTIONS /= np.linalg.norm(_DIRECTIONS, axis=1, keepdims=True)


def box_corners(size: tuple[float, float, float]) -> Array:
    """The corners (8, 3) of a box with these edges."""
    corners = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))
    return np.asarray(corners * np.array(size))


def box_points(size: tuple[float, float, float], density: float) -> Array:
    """Points (N, 3) on the surface of a box, at least ``density`` per metre in each direction."""
    sizes = np.array(size)
    grids = [np.linspace(-0.5, 0.5, _count(edge, density)) * edge for edge in sizes]
    faces = []
    for axis in range(3):
        u, v = (grids[i] for i in range(3) if i != axis)
        grid = np.stack(np.meshgrid(u, v), axis=-1).reshape(-1, 2)
        faces += [np.insert(grid, axis, side * sizes[axis] / 2, axis=1) for side in (-1, 1)]
    return np.vstack(faces)


def sphere_outline(radius: float) -> Array:
    """26 points (26, 3) on a sphere, in the directions of a cube's corners, edges and faces."""
    return np.asarray(radius * _DIRECTIONS)


def sphere_points(radius: float, density: float) -> Array:
    """Points (N, 3) on a sphere, at least ``density`` per metre in each direction."""
    angles = np.linspace(0, np.pi, _count(math.pi * radius, density))
    level = np.array([1.0, 1.0, 0.0])
    tops = radius * np.cos(angles)[:, None, None] * np.array([0.0, 0.0, 1.0])
    around = _ring(radius, density)
    return np.asarray((np.sin(angles)[:, None, None] * around[None] * level + tops).reshape(-1, 3))


def unit_sphere_faces() -> Array:
    """Triangles (F, 3, 3) of the unit sphere, for renderers whose spheres cannot be stretched."""
    tops, turns = np.linspace(0, np.pi, 33), np.linspace(0, 2 * np.pi, 65)
    ring = np.stack([np.cos(turns), np.sin(turns), np.zeros_like(turns)], axis=-1)
    points = np.sin(tops)[:, None, None] * ring + np.cos(tops)[:, None, None] * np.array([0.0, 0.0, 1.0])
    a, b, c, d = points[:-1, :-1], points[1:, :-1], points[1:, 1:], points[:-1, 1:]
    return np.stack([np.stack([a, b, c], axis=2), np.stack([a, c, d], axis=2)]).reshape(-1, 3, 3)


def rim(radius: float) -> Array:
    """16 points (16, 3) on a circle about z."""
    return _circle(radius, np.linspace(0, 2 * np.pi, 16, endpoint=False))


def disk_points(radius: float, density: float) -> Array:
    """Points (N, 3) on a disk normal to z, at least ``density`` per metre in each direction."""
    fractions = np.linspace(0, 1, _count(radius, density))[:, None, None]
    return np.asarray((fractions * _ring(radius, density)[None]).reshape(-1, 3))


def tube_points(radius: float, length: float, density: float) -> Array:
    """Points (N, 3) on a tube along z, at least ``density`` per metre in each direction."""
    heights = np.linspace(-0.5, 0.5, _count(length, density)) * length
    along = heights[:, None, None] * np.array([0.0, 0.0, 1.0])
    return np.asarray((_ring(radius, density)[None] + along).reshape(-1, 3))


def at_both_ends(points: Array, length: float) -> Array:
    """The points moved by -length/2 along z, then moved by length/2."""
    end = np.array([0.0, 0.0, length / 2])
    return np.vstack([points - end, points + end])


def rod_parts(radius: float, length: float, cap: Literal["disk", "sphere"]) -> list[Part]:
    """A tube along z with a cap at each end; only the caps if its length is 0."""
    low, high = transform((0, 0, -length / 2)), transform((0, 0, length / 2))
    upside_down = np.diag([1.0, -1.0, -1.0, 1.0])
    parts: list[Part] = [(cap, low @ upside_down @ stretch(radius)), (cap, high @ stretch(radius))]
    if length > 0:
        parts += [("cylinder", low @ stretch(radius, radius, length))]
    return parts


def stretch(x: float, y: float | None = None, z: float | None = None) -> Array:
    """A 4x4 matrix that scales all axes by one number, or each by its own; it always has an inverse."""
    scales = (scale or _THINNEST for scale in (x, x if y is None else y, x if z is None else z))
    return np.diag([*scales, 1.0])


def _ring(radius: float, density: float) -> Array:
    return _circle(radius, np.linspace(0, 2 * np.pi, _count(2 * math.pi * radius, density)))


def _circle(radius: float, angles: Array) -> Array:
    return radius * np.column_stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)])


def _count(length: float, density: float) -> int:
    if not (is_number(density) and 0 <= density <= _DENSEST):
        raise ConfigurationError(f"density: expected a number from 0 to {_DENSEST:g} [1/m], got {density!r}")
    count = 3 + math.ceil(min(1.3 * length * density, 10.0 * _MOST))
    if count > _MOST:
        raise ConfigurationError(f"density: {density:g} points per metre are too many for {length:g} m")
    return count
