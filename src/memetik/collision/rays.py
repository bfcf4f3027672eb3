"""Exact intersections of rays with shapes in their own frames, for many rays at once.

Rays are origins (N, 3) outside of the shape and directions (N, 3).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..transforms import Array

_UP = np.array([0.0, 0.0, 1.0])
_ignore_division = np.errstate(
    divide="ignore", invalid="ignore", over="ignore"
)  # rays may be parallel to faces


class Hits(NamedTuple):
    """``distance`` (N,) along each ray, infinite if it misses, and outward ``normals`` (N, 3) at the hits."""

    distance: Array
    normals: Array


def no_hits(origins: Array) -> Hits:
    """The result of rays that all miss."""
    return Hits(np.full(len(origins), np.inf), np.zeros_like(origins))


@_ignore_division
def box_hits(size: tuple[float, float, float], origins: Array, directions: Array) -> Hits:
    """The hits with a box. A ray enters it where it enters the last of the slabs between opposite faces."""
    half = np.array(size) / 2
    to_center, to_face = -origins / directions, np.abs(half / directions)
    entries, exits = to_center - to_face, to_center + to_face
    parallel = directions == 0
    outside = parallel & (np.abs(origins) > half)
    entries[parallel], exits[parallel] = -np.inf, np.inf
    entry, leave = entries.max(axis=1), exits.min(axis=1)
    missed = (entry > leave) | (entry < 0) | outside.any(axis=1)
    axis = entries.argmax(axis=1)
    rows = np.arange(len(origins))
    normals = np.zeros_like(origins)
    normals[rows, axis] = -np.sign(directions[rows, axis])
    return Hits(np.where(missed, np.inf, entry), normals)


@_ignore_division
def sphere_hits(radius: float, origins: Array, directions: Array) -> Hits:
    """The hits with a sphere about the origin."""
    return _sphere(radius, np.zeros(3), origins, directions)


@_ignore_division
def cylinder_hits(radius: float, length: float, origins: Array, directions: Array) -> Hits:
    """The hits with a cylinder along z, centred at the origin."""
    lids = (_lid(radius, length, sign, origins, directions) for sign in (1.0, -1.0))
    return nearest_hits(_side(radius, length, origins, directions), *lids)


@_ignore_division
def capsule_hits(radius: float, length: float, origins: Array, directions: Array) -> Hits:
    """The hits with a capsule along z, centred at the origin."""
    ends = (_sphere(radius, sign * length / 2 * _UP, origins, directions) for sign in (-1, 1))
    return nearest_hits(_side(radius, length, origins, directions), *ends)


def _sphere(radius: float, center: Array, origins: Array, directions: Array) -> Hits:
    away = origins - center
    distance = _first_root(_dot(directions, directions), _dot(away, directions), _dot(away, away) - radius**2)
    normals = _along(away, directions, distance) / (radius or 1.0)
    return Hits(distance, normals)


def _side(radius: float, length: float, origins: Array, directions: Array) -> Hits:
    """The curved side of a cylinder about z."""
    o, d = origins[:, :2], directions[:, :2]
    distance = _first_root(_dot(d, d), _dot(o, d), _dot(o, o) - radius**2)
    points = _along(origins, directions, distance)
    distance = np.where(np.abs(points[:, 2]) <= length / 2, distance, np.inf)
    return Hits(distance, points * (1.0, 1.0, 0.0) / (radius or 1.0))


def _lid(radius: float, length: float, sign: float, origins: Array, directions: Array) -> Hits:
    """The end of a cylinder about z at sign * length / 2."""
    distance = (sign * length / 2 - origins[:, 2]) / directions[:, 2]
    points = _along(origins, directions, distance)
    hit = (_dot(points[:, :2], points[:, :2]) <= radius**2) & (sign * directions[:, 2] < 0)
    return Hits(np.where(hit & (distance >= 0), distance, np.inf), np.tile(sign * _UP, (len(origins), 1)))


def nearest_hits(*hits: Hits) -> Hits:
    """For each ray the nearest of its hits with several surfaces."""
    distance, normals = hits[0]
    for other in hits[1:]:
        nearer = other.distance < distance
        distance = np.where(nearer, other.distance, distance)
        normals = np.where(nearer[:, None], other.normals, normals)
    return Hits(distance, normals)


def _first_root(a: Array, b: Array, c: Array) -> Array:
    """The smaller root of a t² + 2 b t + c; infinite if that is negative or not real."""
    root = (-b - np.sqrt(b * b - a * c)) / a
    return np.where(root >= 0, root, np.inf)


def _along(origins: Array, directions: Array, distance: Array) -> Array:
    return np.asarray(origins + np.where(np.isfinite(distance), distance, 0)[:, None] * directions)


def _dot(a: Array, b: Array) -> Array:
    return np.asarray(np.einsum("ij,ij->i", a, b))
