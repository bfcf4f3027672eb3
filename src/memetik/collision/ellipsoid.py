"""Ellipsoids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..errors import RobotError
from ..transforms import Array, finite_vector
from .drawing import Part, sphere_outline, sphere_points, stretch
from .geometry import Bounds, Shape
from .rays import Hits, sphere_hits

_STEPS = 60  # of Newton's method at most; it takes about five
_SMALLEST = 1e-12  # of a coordinate, relative to the smallest radius


@dataclass(frozen=True)
class Ellipsoid(Shape):
    """An ellipsoid, centred, with the ``radii`` (3,) [m] along x, y and z.

    >>> Ellipsoid((0.3, 0.2, 0.1)).at().distance([(0, 0, 0), (0.5, 0, 0)]).round(6)
    array([-0.1,  0.2])
    """

    radii: tuple[float, float, float]

    meets_rays: ClassVar[bool] = False

    def __post_init__(self) -> None:
        radii = finite_vector(self.radii, 3, "ellipsoid radii")
        if (radii <= 0).any():
            raise RobotError(f"ellipsoid radii: not positive: {radii.tolist()}")
        object.__setattr__(self, "radii", tuple(radii.tolist()))

    def outline(self) -> Array:
        """Points (26, 3) on its surface."""
        return np.asarray(sphere_outline(1.0) * np.array(self.radii))

    def surface(self, density: float) -> Array:
        """Points (N, 3) on its surface."""
        largest = max(self.radii)
        return np.asarray(sphere_points(largest, density) * np.array(self.radii) / largest)

    def parts(self) -> list[Part]:
        """A stretched sphere."""
        return [("sphere", stretch(*self.radii))]

    def _first_hits(self, origins: Array, directions: Array) -> Hits:
        radii = np.array(self.radii)
        distance, normals = sphere_hits(1.0, origins / radii, directions / radii)
        normals = normals / radii
        return Hits(distance, normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300))

    def _bounds(self) -> Bounds:
        radii = np.array(self.radii)
        return -radii, radii

    def _distances(self, points: Array) -> Array:
        """Exact distances. The nearest point of the surface is y_i = r_i² p_i / (t + r_i²), where t is the
        largest root of n(t) = |(r_i p_i / (t + r_i²))_i| = 1 (Eberly, Distance from a Point to an
        Ellipsoid). 1/n is nearly linear in t, and Newton's method on it approaches the root from below
        (Moré and Sorensen 1983). The unknown is s = t + r², with the smallest radius r, which is precise
        near s = 0; p_i = 0 is replaced by a tiny number, which moves the point by no more.
        """
        radii = np.array(self.radii)
        p = np.maximum(np.abs(points), _SMALLEST * radii.min())
        excess = radii**2 - radii.min() ** 2
        s = (radii * p - excess).max(axis=1)
        for _ in range(_STEPS):
            ratio = radii * p / (s[:, None] + excess)
            norm = np.sqrt((ratio**2).sum(axis=1))
            slope = (ratio**2 / (s[:, None] + excess)).sum(axis=1) / norm
            step = (norm - 1) * norm / slope
            s = np.maximum(s + step, 0.5 * s)
            if (np.abs(step) <= 1e-14 * s).all():
                break
        nearest = radii**2 * p / (s[:, None] + excess)
        sign = np.where(((p / radii) ** 2).sum(axis=1) < 1, -1.0, 1.0)
        return np.asarray(sign * np.linalg.norm(p - nearest, axis=1))
