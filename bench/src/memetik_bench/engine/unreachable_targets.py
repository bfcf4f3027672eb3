"""Poses that an arm provably cannot reach, each with a known excess."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from memetik.transforms import Array

from ..arms import load_arm
from .reach import farthest, shoulder

_WRISTS = {"ur5": "wrist_3_link", "panda": "panda_link7"}
"""A link whose origin is fixed in the tip's frame: the axis of the last joint passes through both."""

_HOLE = 0.9 * 0.10915
"""[m]: radius of the hole, less than the offset d4, the smallest distance of the ur5's wrist from axis 1."""

UNREACHABLE_ARMS: tuple[str, ...] = tuple(_WRISTS)


def beyond(arm: str, count: int, rng: np.random.Generator) -> Array:
    """Return poses with the tip 1 % to 100 % farther from the shoulder than it reaches, randomly oriented."""
    robot, link = load_arm(arm).robot, load_arm(arm).link
    poses = robot.fk(robot.random(count, rng), link)
    excess = 10.0 ** rng.uniform(-2.0, 0.0, (count, 1))
    poses[:, :3, 3] = shoulder(arm) + farthest(arm, link)[0] * (1.0 + excess) * _directions(count, rng)
    return poses


def turned_back(arm: str, count: int, rng: np.random.Generator) -> Array:
    """Return poses with a reachable tip position, but with the wrist 0.5 % to 5 % farther than it reaches."""
    outward = _directions(count, rng)
    excess = 10.0 ** rng.uniform(np.log10(0.005), np.log10(0.05), (count, 1))
    wrists = shoulder(arm) + farthest(arm, _WRISTS[arm])[0] * (1.0 + excess) * outward
    return _with_wrist_at(arm, wrists, -outward + 0.3 * rng.normal(size=(count, 3)), rng)


def in_the_hole(arm: str, count: int, rng: np.random.Generator, *, largest: float = _HOLE) -> Array:
    """Return poses with the wrist nearer to the first axis than the shoulder's offset permits (ur5).

    ``largest`` [m] is the largest distance from the axis.
    """
    angle, height = rng.uniform(-np.pi, np.pi, count), rng.uniform(-0.4, 0.4, count)
    radius = largest * np.sqrt(rng.random(count))
    flat = np.stack([radius * np.cos(angle), radius * np.sin(angle), height], axis=1)
    return _with_wrist_at(arm, shoulder(arm) + flat, _directions(count, rng), rng)


UNREACHABLE: dict[str, dict[str, Callable[[str, int, np.random.Generator], Array]]] = {
    "ur5": {"beyond": beyond, "turned back": turned_back, "in the hole": in_the_hole},
    "panda": {"beyond": beyond, "turned back": turned_back},
}
"""Arm -> kind -> poses (count, 4, 4)."""


def _directions(count: int, rng: np.random.Generator) -> Array:
    vectors = rng.normal(size=(count, 3))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def wrist_in_tip(arm: str) -> Array:
    """Return the wrist's origin in the tip's frame (3,), which is the same in every configuration."""
    robot = load_arm(arm).robot
    tip, wrist = (robot.fk(robot.neutral, link) for link in (load_arm(arm).link, _WRISTS[arm]))
    return np.asarray(tip[:3, :3].T @ (wrist[:3, 3] - tip[:3, 3]))


def _with_wrist_at(arm: str, wrists: Array, pointing: Array, rng: np.random.Generator) -> Array:
    """Return poses of the tip with the wrist at ``wrists`` (N, 3) and the tip along ``pointing`` from it."""
    behind = wrist_in_tip(arm)
    length = np.linalg.norm(behind)
    poses = np.tile(np.eye(4), (len(wrists), 1, 1))
    poses[:, :3, :3] = _frames(pointing, rng) @ _frames(-behind[None], rng)[0].T
    poses[:, :3, 3] = wrists + length * poses[:, :3, :3] @ (-behind / length)
    return poses


def _frames(first: Array, rng: np.random.Generator) -> Array:
    """Return rotations (N, 3, 3) with the first axis along ``first`` (N, 3), randomly turned about it."""
    x = first / np.linalg.norm(first, axis=1, keepdims=True)
    y = np.cross(x, _directions(len(x), rng))
    y /= np.linalg.norm(y, axis=1, keepdims=True)
    return np.stack([x, y, np.cross(x, y)], axis=2)
