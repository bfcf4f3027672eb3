"""Surfaces on which targets lie: points uniform by area, with outward normals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np

from memetik.transforms import Array

Vector: TypeAlias = tuple[float, float, float]


class Surface(Protocol):
    """A part of a surface; points on it follow from two numbers in 0..1."""

    @property
    def area(self) -> float:
        """The area [m²]."""
        ...

    def points(self, shares: Array) -> tuple[Array, Array]:
        """Return points and outward normals, (N, 3) each, for ``shares`` (N, 2), uniform by area."""
        ...


@dataclass(frozen=True)
class Rectangle:
    """The points ``corner`` + u ``first`` + v ``second``; the normal is along first × second."""

    corner: Vector
    first: Vector
    second: Vector

    @property
    def area(self) -> float:
        """The area [m²]."""
        return float(np.linalg.norm(np.cross(self.first, self.second)))

    def points(self, shares: Array) -> tuple[Array, Array]:
        """Return points and outward normals."""
        normal = np.cross(self.first, self.second) / self.area
        return np.asarray(self.corner + shares @ [self.first, self.second]), _repeated(normal, shares)


@dataclass(frozen=True)
class Triangle:
    """The triangle ``corner``, ``corner`` + ``first``, ``corner`` + ``second``; normal as of a rectangle."""

    corner: Vector
    first: Vector
    second: Vector

    @property
    def area(self) -> float:
        """The area [m²]."""
        return 0.5 * Rectangle(self.corner, self.first, self.second).area

    def points(self, shares: Array) -> tuple[Array, Array]:
        """Return points and outward normals; the far half of the rectangle is folded back."""
        beyond = shares.sum(axis=1, keepdims=True) > 1
        folded = np.where(beyond, 1 - shares, shares)
        return Rectangle(self.corner, self.first, self.second).points(folded)


@dataclass(frozen=True)
class Disk:
    """A disk about ``center`` that faces +z."""

    center: Vector
    radius: float

    @property
    def area(self) -> float:
        """The area [m²]."""
        return math.pi * self.radius**2

    def points(self, shares: Array) -> tuple[Array, Array]:
        """Return points and outward normals."""
        angles, r = 2 * math.pi * shares[:, 0], self.radius * np.sqrt(shares[:, 1])
        flat = np.column_stack([r * np.cos(angles), r * np.sin(angles), np.zeros_like(r)])
        return np.asarray(self.center + flat), _repeated((0.0, 0.0, 1.0), shares)


@dataclass(frozen=True)
class Tube:
    """The side of a cylinder along ``axis``, "y" or "z", from ``start`` (on the axis) over ``length``.

    Its normals point away from the axis, or towards it (``inward``).
    """

    axis: str
    start: Vector
    length: float
    radius: float
    inward: bool = False

    @property
    def area(self) -> float:
        """The area [m²]."""
        return 2 * math.pi * self.radius * self.length

    def points(self, shares: Array) -> tuple[Array, Array]:
        """Return points and outward normals."""
        angles, heights = 2 * math.pi * shares[:, 0], self.length * shares[:, 1]
        zero = np.zeros_like(angles)
        # Columns: the two directions across the axis, and the axis.
        order = {"z": (0, 1, 2), "y": (2, 0, 1)}[self.axis]
        away, along = np.empty((len(shares), 3)), np.empty((len(shares), 3))
        away[:, order] = np.column_stack([np.cos(angles), np.sin(angles), zero])
        along[:, order] = np.column_stack([zero, zero, heights])
        return np.asarray(self.start + self.radius * away + along), -away if self.inward else away


def sampled(surfaces: Sequence[Surface], count: int, random_seed: int) -> tuple[Array, Array]:
    """Return ``count`` points and normals, (N, 3) each, uniform by area over all surfaces.

    The first rows do not depend on ``count``.
    """
    numbers = np.random.default_rng(random_seed).random((count, 3))
    bounds = np.cumsum([surface.area for surface in surfaces])
    chosen = np.searchsorted(bounds, numbers[:, 0] * bounds[-1], side="right")
    points, normals = np.empty((count, 3)), np.empty((count, 3))
    for k, surface in enumerate(surfaces):
        rows = np.flatnonzero(chosen == k)
        points[rows], normals[rows] = surface.points(numbers[rows, 1:])
    return points, normals


def tool_poses(points: Array, normals: Array) -> Array:
    """Return the poses (N, 4, 4) of a tool at points, whose z points into the surface, against the normals n.

    x is e_x without its part along n, or where |n.x| is at least 0.9, y is e_y without its part along n; the
    frame is then rotated by π about its x, as in EBIKE's clouds of targets.

    >>> tool_poses(np.zeros((1, 3)), np.array([[0.0, 0.0, 1.0]]))[0, :3, :3].astype(int)
    array([[ 1,  0,  0],
           [ 0, -1,  0],
           [ 0,  0, -1]])
    """
    steep = np.abs(normals[:, :1]) >= 0.9
    helper = np.where(steep, (0.0, 1.0, 0.0), (1.0, 0.0, 0.0))
    flat = helper - normals * (normals * helper).sum(axis=1, keepdims=True)
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    x = np.where(steep, np.cross(flat, normals), flat)
    y = np.where(steep, flat, np.cross(normals, flat))
    poses = np.tile(np.eye(4), (len(points), 1, 1))
    poses[:, :3, :3] = np.stack([x, -y, -normals], axis=2)
    poses[:, :3, 3] = points
    return poses


def _repeated(normal: Array | Vector, shares: Array) -> Array:
    return np.tile(np.asarray(normal, dtype=float), (len(shares), 1))
