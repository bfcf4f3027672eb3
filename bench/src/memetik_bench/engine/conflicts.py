"""Problems whose required goals conflict with a primary one: a target in an obstacle or beyond balance.

What must hold is checked by pinocchio's kinematics and plain geometry, without memetik's goals.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

import memetik as mk
from memetik.transforms import Array

from .clearance import Clearance, Obstacle
from .failing_problems import HELD_OUT
from .standing import STANDING_JOINTS, Standing, standing_posture
from .valkyrie import random_bodies, valkyrie

_MARGIN = 0.02  # [m]
_FREE = 0.25  # [m]: no obstacle is nearer to the first axis of the panda
_SAMPLES = 64

SPHERES: dict[str, list[tuple[float, float, float, float]]] = {
    "panda_link3": [(0.0, 0.0, -0.1, 0.07)],
    "panda_link4": [(0.0, 0.0, 0.0, 0.07)],
    "panda_link5": [(0.0, 0.0, -0.2, 0.06), (0.0, 0.05, -0.08, 0.06), (0.0, 0.0, 0.0, 0.06)],
    "panda_link6": [(0.08, 0.0, 0.0, 0.06)],
    "panda_hand": [(0.0, 0.0, 0.03, 0.06), (0.0, 0.0, 0.1, 0.04)],
}
"""Spheres (x, y, z, radius) [m] of the panda by link."""


class Required(Protocol):
    """What must hold: its goals, an independent check, and the same as constraints of SciPy."""

    def goals(self) -> tuple[mk.Goal, ...]:
        """Return the required goals."""

    def excess(self, rows: Array) -> Array:
        """Return by how much the worst error exceeds its tolerance [m, rad] at rows (N, dof): (N,)."""

    def constraints(self) -> list[dict[str, object]]:
        """Return the constraints for ``scipy.optimize.minimize``, with Jacobians over all variables."""


@dataclass(frozen=True, eq=False)
class Conflict:
    """A query with ``required`` goals and a ``wish`` that they conflict with; ``joints`` may move."""

    robot: mk.Robot
    required: Required
    wish: mk.Goal
    start: Array
    joints: tuple[str, ...]

    @property
    def goals(self) -> tuple[mk.Goal, ...]:
        """The required goals, then the wish."""
        return (*self.required.goals(), self.wish)

    def can_be_held(self, random_seed: int) -> bool:
        """Return whether the start or any of 64 sampled postures holds the required goals."""
        rows = np.tile(self.start, (_SAMPLES + 1, 1))
        moved = [self.robot.variable_names.index(name) for name in self.joints]
        rows[1:, moved] = self.robot.random(_SAMPLES, random_seed)[:, moved]
        return bool((self.required.excess(rows) <= 0.0).any())


def conflict(kind: str, index: int, random_seed: int) -> Conflict:
    """Return a problem by its index, with a random generator of its own."""
    return CONFLICTS[kind](np.random.default_rng([random_seed, HELD_OUT, list(CONFLICTS).index(kind), index]))


def _clearance(rng: np.random.Generator) -> Conflict:
    """Return a pose of the panda's hand inside of an obstacle, among up to three other obstacles."""
    robot = _panda()
    while True:
        pose = robot.fk(robot.random(rng=rng), "panda_hand")
        center = pose[:3, 3] + 0.03 * pose[:3, 2] + rng.uniform(-0.03, 0.03, 3)
        first = _obstacle(center, rng)
        if first.distance_from_axis() >= _FREE:
            break
    obstacles = [first]
    for _ in range(rng.integers(4)):
        obstacle = _obstacle(rng.uniform((-0.8, -0.8, 0.0), (0.8, 0.8, 1.0)), rng)
        if obstacle.distance_from_axis() >= _FREE:
            obstacles.append(obstacle)
    required = Clearance(robot, SPHERES, tuple(obstacles), _MARGIN)
    wish = mk.Pose("panda_hand", pose)
    return Conflict(robot, required, wish, robot.random(rng=rng), robot.joint_names)


def _obstacle(center: Array, rng: np.random.Generator) -> Obstacle:
    if rng.integers(2):
        return Obstacle(center, rng.uniform(0.05, 0.15, 3), 0.0)
    return Obstacle(center, np.zeros(3), float(rng.uniform(0.05, 0.15)))


def _balance(rng: np.random.Generator) -> Conflict:
    """Return feet on the ground, balance, and a place of the right palm 1.1 m to 2 m from the feet.

    Three of four starts stand on these feet in balance; the others are random.
    """
    stands = rng.integers(4) > 0
    standing = Standing(valkyrie())
    angle, away = rng.uniform(-np.pi, np.pi), rng.uniform(1.1, 2.0)
    place = standing.center + np.array([away * np.cos(angle), away * np.sin(angle), rng.uniform(0.2, 1.8)])
    body = random_bodies(STANDING_JOINTS, 1, rng)[0]
    start = standing_posture(standing, body) if stands else body
    return Conflict(valkyrie(), standing, mk.Position("rightPalm", place), start, STANDING_JOINTS)


@functools.cache
def _panda() -> mk.Robot:
    return mk.Robot.load("panda")


CONFLICTS: dict[str, Callable[[np.random.Generator], Conflict]] = {
    "panda, clearance and pose": _clearance,
    "valkyrie, feet, balance and hand": _balance,
}
