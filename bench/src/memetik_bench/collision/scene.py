"""Obstacles around a robot: boxes and spheres that some configurations touch and most do not."""

from __future__ import annotations

import numpy as np

import memetik as mk
from memetik.collision import Box, CollisionCheck, Geometry, Sphere, SphereRobot
from memetik.transforms import Array

BOXES, SPHERES = 10, 4
_TRIED, _LEAST_FREE = 200, 0.9


def obstacles_around(robot: mk.Robot, geometry: SphereRobot, random_seed: int) -> list[Geometry]:
    """Return 10 boxes, rotated at random, and 4 spheres.

    Each is where a link is in a random configuration, and 9 of 10 random configurations do not touch it:
    otherwise it would block links that hardly move.
    """
    rng = np.random.default_rng(random_seed)
    rows = robot.random(_TRIED, rng=rng)
    found: list[Geometry] = []
    while len(found) < BOXES + SPHERES:
        link = str(rng.choice(list(geometry.spheres)))
        place = np.eye(4)
        place[:3, 3] = robot.fk(robot.random(rng=rng), link)[:3, 3] + rng.normal(scale=0.1, size=3)
        if len(found) < BOXES:
            place[:3, :3] = _random_rotation(rng)
            shape = Geometry(Box(tuple(rng.uniform(0.05, 0.3, 3))), place)
        else:
            shape = Geometry(Sphere(float(rng.uniform(0.05, 0.15))), place)
        if CollisionCheck(robot, geometry, [shape], self_pairs=None).free(rows).mean() >= _LEAST_FREE:
            found.append(shape)
    return found


def _random_rotation(rng: np.random.Generator) -> Array:
    """Return a random rotation (3, 3): the orthogonal factor of a random matrix, without a reflection."""
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    return np.asarray(q * np.linalg.det(q))
