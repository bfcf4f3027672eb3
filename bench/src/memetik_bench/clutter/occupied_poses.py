"""Poses at which the hand itself is inside an obstacle, so that no configuration is free."""

from __future__ import annotations

import hashlib

import numpy as np

from memetik.collision import Box
from memetik.transforms import Array

from ..collision.published_scene import Scene
from ..verify import Flags
from .panda_goals import HAND, MARGIN

_DRAWN = 20_000


def occupied_poses(scene: Scene, count: int, random_seed: int) -> Array:
    """Return poses of the hand (N, 4, 4) with its origin inside a box, at which it is :func:`blocked`.

    They are poses of random configurations: without the obstacles, all can be reached.
    """
    rng = np.random.default_rng(random_seed)
    found: list[Array] = []
    boxes = [item for item in scene.obstacles if isinstance(item.shape, Box)]
    while sum(map(len, found)) < count:
        poses = np.asarray(scene.robot.fk(scene.robot.random(_DRAWN, rng=rng), HAND))
        poses = poses[np.any([box.distance(poses[:, :3, 3]) < 0 for box in boxes], axis=0)]
        found.append(poses[blocked(scene, poses)])
    return np.vstack(found)[:count]


def blocked(scene: Scene, poses: Array) -> Flags:
    """Return whether a sphere of the hand is deeper than the margin in an obstacle, (N,).

    The hand's spheres do not move in its frame. So where this is true, no configuration that has the hand at
    the pose keeps the margin; the tolerances of both goals are far smaller than the margin.
    """
    spheres = scene.geometry.spheres[HAND]
    middles = poses[:, None, :3, :3] @ spheres[:, :3, None]
    points = (middles[..., 0] + poses[:, None, :3, 3]).reshape(-1, 3)
    distances = np.min([item.distance(points) for item in scene.obstacles], axis=0)
    clearance = distances.reshape(len(poses), -1) - spheres[:, 3]
    return np.asarray(clearance.min(axis=1) < -MARGIN)


def fingerprint(scene: Scene) -> str:
    """Return a hash of the spheres and of the places of obstacles; what is known of another scene is void."""
    arrays = [*scene.geometry.spheres.values(), *(item.origin for item in scene.obstacles)]
    numbers = np.concatenate([np.ravel(rows) for rows in arrays]).round(9) + 0.0
    return hashlib.sha256(numbers.astype("<f8").tobytes()).hexdigest()[:8]
