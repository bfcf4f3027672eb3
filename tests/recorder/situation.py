"""A random configuration and the poses of links there, from which goals are made that it meets."""

from __future__ import annotations

import numpy as np

from tests.recorder import adapter
from tests.recorder.case import rng_of
from tests.recorder.scenes import Scene

Array = np.ndarray


class Situation:
    """A configuration ``q`` of a scene, the poses of its links there, and random numbers."""

    def __init__(self, scene: Scene, seed: int) -> None:
        rng = rng_of("situation", scene.name, seed)
        self.scene, self.seed = scene, seed
        self.q = adapter.random(scene.robot, rng)
        self.near = adapter.clip(scene.robot, self.q + rng.uniform(-0.05, 0.05, len(self.q)))
        self.start = adapter.random(scene.robot, rng)
        self.starts = adapter.random(scene.robot, rng, 5)
        self.tip, self.frame, self.other = (
            adapter.fk(scene.robot, self.q, link) for link in (scene.tip, scene.frame, scene.other)
        )
        start = adapter.neutral(scene.robot)  # the start of searches without a given one
        self.home = adapter.fk(scene.robot, start, scene.tip)
        self.in_frame = inverse(self.frame) @ self.tip
        self.offset = pose(random_rotation(rng), rng.uniform(-0.2, 0.2, 3))
        self.axis = rng.uniform(-1, 1, 3)
        self.unit = self.axis / np.linalg.norm(self.axis)
        self.along = self.tip[:3, :3] @ self.unit  # the axis of the tip, in the root's frame
        self.seen = self.tip[:3, 3] + 0.7 * self.along
        self.direction = rng.uniform(-1, 1, 3)
        self.by_axis = rng.uniform(1e-4, 1e-2, 6)
        self.weight = float(rng.uniform(0.2, 3))
        self.factor = float(rng.uniform(0.3, 0.9))

    def value(self, joint: str) -> float:
        return float(self.q[adapter.variable_names(self.scene.robot).index(joint)])

    def local(self, place: Array) -> Array:
        """Return a point in the tip's frame."""
        return at(inverse(self.tip), place)


def pose(rotation: Array, place: Array) -> Array:
    result = np.eye(4)
    result[:3, :3], result[:3, 3] = rotation, place
    return result


def inverse(matrix: Array) -> Array:
    return pose(matrix[:3, :3].T, -matrix[:3, :3].T @ matrix[:3, 3])


def at(matrix: Array, place: Array) -> Array:
    return matrix[:3, :3] @ place + matrix[:3, 3]


def about_z(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def random_rotation(rng: np.random.Generator) -> Array:
    w, x, y, z = (quaternion := rng.uniform(-1, 1, 4)) / np.linalg.norm(quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
