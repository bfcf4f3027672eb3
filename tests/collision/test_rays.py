"""Hits of rays are on the surface of a shape, and nothing of the shape is before a hit or along a miss."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from memetik.collision import Box, Capsule, Cylinder, Sphere

SHAPES = [Box((0.3, 0.5, 0.2)), Sphere(0.3), Cylinder(0.2, 0.6), Capsule(0.15, 0.4)]


def height_above(shape: Any, points: np.ndarray) -> np.ndarray:
    """Signed distance of points to a shape, positive outside."""
    if isinstance(shape, Box):
        beyond = np.abs(points) - np.array(shape.size) / 2
        return np.linalg.norm(np.maximum(beyond, 0), axis=1) + np.minimum(beyond.max(axis=1), 0)
    if isinstance(shape, Cylinder):
        radial = np.hypot(points[:, 0], points[:, 1]) - shape.radius
        axial = np.abs(points[:, 2]) - shape.length / 2
        return np.maximum(radial, axial)
    along = points.copy()
    half = shape.length / 2 if isinstance(shape, Capsule) else 0.0
    along[:, 2] -= np.clip(points[:, 2], -half, half)
    return np.linalg.norm(along, axis=1) - shape.radius


def rays(count: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    origins = rng.normal(size=(count, 3))
    origins *= 2 / np.linalg.norm(origins, axis=1, keepdims=True)
    return origins, rng.normal(scale=0.3, size=(count, 3)) - origins


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_hits_are_on_the_surface_and_normals_point_to_where_the_ray_comes_from(shape: Any) -> None:
    origins, directions = rays(2000)
    hits = shape._first_hits(origins, directions)
    hit = np.isfinite(hits.distance)
    assert 200 < hit.sum() < 1900
    points = origins[hit] + hits.distance[hit, None] * directions[hit]
    np.testing.assert_allclose(height_above(shape, points), 0, atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(hits.normals[hit], axis=1), 1, atol=1e-9)
    assert (np.einsum("ij,ij->i", hits.normals[hit], directions[hit]) <= 1e-9).all()
    np.testing.assert_array_less(0, height_above(shape, points + 1e-6 * hits.normals[hit]))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_before_the_hit_and_along_misses_there_is_nothing(shape: Any) -> None:
    origins, directions = rays(500)
    distance = shape._first_hits(origins, directions).distance
    for share in np.linspace(0, 0.999, 200):
        along = share * np.where(np.isfinite(distance), distance, 3)
        assert (height_above(shape, origins + along[:, None] * directions) > -1e-9).all()
