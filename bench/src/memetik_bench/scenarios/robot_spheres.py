"""Spheres that cover a robot: few on the large links of an arm, many on its thin tool."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import numpy as np

from memetik.collision import Geometry, PairTable, SphereRobot
from memetik.collision.fit_spheres import cover_shape
from memetik.transforms import Array

from .capsule_cover import graded_cover
from .robots import ScenarioRobot


def fitted_spheres(robot: ScenarioRobot, tolerances: Mapping[str, float]) -> SphereRobot:
    """Return spheres that protrude by at most the tolerance of their link [m], or else that of the robot.

    Rods of a few millimeters need a small tolerance, which would take hundreds of spheres on an arm's
    housings. The shapes of links with a tolerance of their own are covered one by one; spheres within others
    are left out.
    """
    return _fitted(robot, tuple(sorted({**robot.fine_links, **tolerances}.items())))


@functools.lru_cache(maxsize=16)
def _fitted(robot: ScenarioRobot, fine: tuple[tuple[str, float], ...]) -> SphereRobot:
    tolerances = dict(fine)
    coarse = SphereRobot.fit(robot.load(), tolerance=robot.sphere_tolerance).spheres
    rows = {
        link: _cover(shapes, tolerances[link], link in robot.exact_ends)
        if link in tolerances
        else coarse[link]
        for link, shapes in robot.shapes().items()
    }
    return SphereRobot(rows).with_pairs(_pairs(robot, SphereRobot(rows)))


def _pairs(robot: ScenarioRobot, spheres: SphereRobot) -> PairTable:
    """Return the robot's pairs; those that never touched in samples are left out of descents."""
    sample = functools.partial(PairTable.sample, robot.load(), spheres)
    own = {frozenset(pair): pair for pair in robot.self_pairs()}
    sampled = {frozenset(pair): pair for pair in sample(allow=robot.may_touch).pairs}
    others = [pair for key, pair in sampled.items() if key not in own]
    return sample(
        allow=[*robot.may_touch, *others], forbid=[pair for key, pair in own.items() if key not in sampled]
    )


def _cover(shapes: Sequence[Geometry], tolerance: float, exact_ends: bool) -> Array:
    if exact_ends:
        return np.vstack([graded_cover(item, tolerance) for item in shapes])
    return _needed(np.vstack([_placed(cover_shape(item.shape, tolerance), item.origin) for item in shapes]))


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
