"""Distances between spheres on links and obstacles, in numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..verify import pinocchio_link_poses

_STEP = 1e-6  # [m] of the differences of distances

Sphere = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class Obstacle:
    """A box with the half edge lengths ``half`` [m], or a sphere: no box, but a ``radius`` [m]."""

    center: Array
    half: Array
    radius: float

    def geometry(self) -> mk.collision.Geometry:
        """Return the obstacle for memetik."""
        if self.radius:
            return mk.collision.Sphere(self.radius).at(self.center)
        return mk.collision.Box(tuple(2.0 * self.half)).at(self.center)

    def distance(self, points: Array) -> Array:
        """Return the signed distances [m] of points (..., 3) from the surface, negative inside."""
        beyond = np.abs(points - self.center) - self.half
        outside = np.linalg.norm(np.maximum(beyond, 0.0), axis=-1)
        inside = np.minimum(beyond.max(axis=-1), 0.0)
        return np.asarray(outside + inside - self.radius)

    def distance_from_axis(self) -> float:
        """Return a lower bound of the distance [m] of its points from the z axis."""
        return float(np.hypot(*self.center[:2]) - np.hypot(*self.half[:2]) - self.radius)


@dataclass(frozen=True, eq=False)
class Clearance:
    """``spheres`` by link keep ``margin`` [m] from all obstacles, up to ``tolerance`` [m]."""

    robot: mk.Robot
    spheres: Mapping[str, Sequence[Sphere]]
    obstacles: tuple[Obstacle, ...]
    margin: float
    tolerance: float = 1e-5

    def goals(self) -> tuple[mk.Goal, ...]:
        """Return the goal that keeps the clearance."""
        shapes = [obstacle.geometry() for obstacle in self.obstacles]
        return (
            mk.KeepClear(self.spheres, shapes, self_pairs=None, margin=self.margin, tolerance=self.tolerance),
        )

    def excess(self, rows: Array) -> Array:
        """Return by how much the smallest clearance at rows (N, dof) is below margin - tolerance: (N,)."""
        poses = pinocchio_link_poses(self.robot, self.spheres, rows)
        smallest = np.full(len(rows), np.inf)
        for link, spheres in self.spheres.items():
            for x, y, z, radius in spheres:
                points = poses[link][:, :3, :3] @ (x, y, z) + poses[link][:, :3, 3]
                for obstacle in self.obstacles:
                    smallest = np.minimum(smallest, obstacle.distance(points) - radius)
        return np.asarray(self.margin - self.tolerance * (1.0 + 1e-9) - smallest)

    def constraints(self) -> list[dict[str, object]]:
        """Return that all clearances are large enough, for SciPy."""
        return [{"type": "ineq", "fun": lambda q: self._values(q)[0], "jac": lambda q: self._values(q)[1]}]

    def _values(self, q: Array) -> tuple[Array, Array]:
        """Return clearance - margin + tolerance of all pairs (K,), and the Jacobian (K, dof)."""
        values, rows = [], []
        for link, spheres in self.spheres.items():
            pose, jacobian = self.robot.fk(q, link), self.robot.jacobian(q, link)
            for x, y, z, radius in spheres:
                arm = pose[:3, :3] @ (x, y, z)
                point, velocity = pose[:3, 3] + arm, jacobian[:3] + np.cross(jacobian[3:].T, arm).T
                for obstacle in self.obstacles:
                    values.append(obstacle.distance(point) - radius - self.margin + self.tolerance)
                    rows.append(_normal(obstacle, point) @ velocity)
        return np.array(values), np.array(rows)


def _normal(obstacle: Obstacle, point: Array) -> Array:
    """Return the gradient (3,) of the distance."""
    steps = _STEP * np.eye(3)
    return np.asarray((obstacle.distance(point + steps) - obstacle.distance(point - steps)) / (2.0 * _STEP))
