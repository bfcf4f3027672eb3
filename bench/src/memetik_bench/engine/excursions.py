"""Targets that move continuously out of reach and back the same way."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..arms import load_arm
from .failing_problems import HELD_OUT
from .reach import longest_distance

FRAMES = 120
"""Number of steps of the way out and back; the target at frame k is that at frame ``FRAMES`` - k."""

_MIDDLE = 0.8  # share of the joints' ranges in which excursions begin
_LEAST_EXCESS, _MOST_EXCESS = 0.02, 0.3  # of the farthest target, relative to a bound of the reach


@dataclass(frozen=True, eq=False)
class Excursion:
    """A pose of ``link`` that moves by ``away`` (3,) [m] and turns by ``turn`` (3,) [rad], and back.

    ``start`` (dof,) meets the first pose. The farthest pose is out of reach.
    """

    robot: mk.Robot
    link: str
    start: Array
    away: Array
    turn: Array

    def pose(self, frame: float) -> Array:
        """Return the target (4, 4) at a frame from 0 to ``FRAMES``, which may be a fraction."""
        share = np.sin(np.pi * frame / FRAMES) ** 2
        pose = self.robot.fk(self.start, self.link)
        angle = float(np.linalg.norm(self.turn))
        pose[:3, :3] = _rotation(self.turn / angle, share * angle) @ pose[:3, :3]
        pose[:3, 3] += share * self.away
        return pose


@functools.cache
def excursion_robot(name: str) -> tuple[mk.Robot, str]:
    """Return the robot, which has the joints of one chain only, and its tip."""
    if name == "mannequin hand":
        return mk.Robot.load("mannequin").subtree("pelvis", "left_hand"), "left_hand"
    arm = load_arm(name)
    return arm.robot, arm.link


EXCURSION_ROBOTS = ("panda", "ur5", "iiwa14", "pr2 arm", "baxter arm", "mannequin hand")


def excursion(name: str, index: int, random_seed: int) -> Excursion:
    """Return an excursion by its index, with a random generator of its own."""
    rng = np.random.default_rng([random_seed, HELD_OUT, EXCURSION_ROBOTS.index(name), index])
    robot, link = excursion_robot(name)
    limited = np.isfinite(robot.lower) & np.isfinite(robot.upper)
    middle = np.zeros(robot.dof)
    middle[limited] = 0.5 * (robot.lower[limited] + robot.upper[limited])
    start = middle + _MIDDLE * (robot.random(rng=rng) - middle)
    place = robot.fk(start, link)[:3, 3]
    bound = longest_distance(robot, robot.root, link)
    farthest = bound * (1.0 + rng.uniform(_LEAST_EXCESS, _MOST_EXCESS))
    outward = place / np.linalg.norm(place) + 0.5 * rng.normal(size=3)
    away = _until(place, outward / np.linalg.norm(outward), farthest)
    return Excursion(robot, link, start, away, rng.normal(0.0, 0.2, 3))


def _until(place: Array, direction: Array, distance: float) -> Array:
    """Return the vector along ``direction`` from ``place`` to the sphere of radius ``distance`` [m]."""
    along = float(place @ direction)
    length = -along + np.sqrt(along**2 - float(place @ place) + distance**2)
    return np.asarray(length * direction)


def _rotation(axis: Array, angle: float) -> Array:
    """Return the rotation matrix (3, 3) by Rodrigues' formula."""
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross)
