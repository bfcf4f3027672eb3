"""Spheres that cover a robot: few on the large links of an arm, many on its thin tool."""

from __future__ import annotations

import functools
from collections.abc import Mapping

import numpy as np

from memetik.collision import SphereRobot
from memetik.collision.fit_spheres import cover_shape
from memetik.transforms import Array

from .robots import ScenarioRobot


def fitted_spheres(robot: ScenarioRobot, tolerances: Mapping[str, float]) -> SphereRobot:
    """Return spheres that protrude by at most the tolerance of their link [m], or else that of the robot.

    Each shape is covered by itself: rods of a few millimeters need a small tolerance, which needs hundreds of
    spheres on an arm's housings. Spheres within others of their link are left out.
    """
    return _fitted(robot, tuple(sorted({**robot.fine_links, **tolerances}.items())))


@functools.lru_cache(maxsize=16)
def _fitted(robot: ScenarioRobot, fine: tuple[tuple[str, float], ...]) -> SphereRobot:
    tolerances, rows = dict(fine), {}
    for link, shapes in robot.shapes().items():
        tolerance = tolerances.get(link, robot.sphere_tolerance)
        covers = [_placed(cover_shape(item.shape, tolerance), item.origin) for item in shapes]
        rows[link] = _needed(np.vstack(covers))
    return SphereRobot(rows, robot.self_pairs())


def _placed(rows: Array, pose: Array) -> Array:
    return np.column_stack([rows[:, :3] @ pose[:3, :3].T + pose[:3, 3], rows[:, 3]])


def _needed(rows: Array) -> Array:
    """Return the rows that are not within one other sphere."""
    rows = rows[np.argsort(-rows[:, 3], kind="stable")]
    kept: list[int] = []
    for k, row in enumerate(rows):
        apart = np.linalg.norm(rows[kept, :3] - row[:3], axis=1)
        if not (apart + row[3] <= rows[kept, 3] + 1e-12).any():
            kept.append(k)
    return rows[kept]
