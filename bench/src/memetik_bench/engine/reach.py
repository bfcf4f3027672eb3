"""Bounds of what a robot reaches; targets beyond them are unreachable."""

from __future__ import annotations

import functools

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..arms import load_arm

_SAMPLES = 20_000
_BEST = 50
_STEPS = 3_000
_RATE = 0.5  # [rad/m²]: factor of the gradient of half the squared distance in a step


@functools.cache
def farthest(arm: str, link: str) -> tuple[float, Array]:
    """Return the largest distance [m] of ``link``'s origin from the arm's shoulder, and its posture.

    It is found by projected gradient ascent from the farthest of many samples.
    """
    robot, center = load_arm(arm).robot, shoulder(arm)
    q = robot.random(_SAMPLES, 1)
    distances = np.linalg.norm(robot.fk(q, link)[:, :3, 3] - center, axis=1)
    q = q[np.argsort(distances)[-_BEST:]]
    for _ in range(_STEPS):
        away = robot.fk(q, link)[:, :3, 3] - center
        q = robot.clip(q + _RATE * np.einsum("nij,ni->nj", robot.jacobian(q, link)[:, :3], away))
    distances = np.linalg.norm(robot.fk(q, link)[:, :3, 3] - center, axis=1)
    best = int(distances.argmax())
    return float(distances[best]), q[best]


@functools.cache
def shoulder(arm: str) -> Array:
    """Return the point (3,) [m] of the first axis that is nearest to the second, in every configuration.

    The first axis of these arms is the root's z, and the second crosses it at a right angle.
    """
    robot = load_arm(arm).robot
    second = [joint for joint in robot.joints.values() if joint.type != "fixed"][1]
    return np.array([0.0, 0.0, robot.fk(robot.neutral, second.child)[2, 3]])


def longest_distance(robot: mk.Robot, first: str, second: str) -> float:
    """Return a bound [m] of the distance between the origins of two links, in every configuration.

    It is the length of the way through the tree, by the triangle inequality: the offsets of all joints on
    it, and the largest motions of prismatic ones. It is infinite if one of these has no limits.
    """
    offsets = {joint.child: joint for joint in robot.joints.values()}
    ways = []
    for link in (first, second):
        way = []
        while link in offsets:
            way.append(offsets[link])
            link = offsets[link].parent
        ways.append(way)
    common = {joint.name for joint in ways[0]} & {joint.name for joint in ways[1]}
    return sum(_length(robot, joint) for way in ways for joint in way if joint.name not in common)


def _length(robot: mk.Robot, joint: mk.Joint) -> float:
    """Return a bound [m] of the distance between the origins of a joint's links."""
    offset = float(np.linalg.norm(np.asarray(joint.origin)[:3, 3]))
    if joint.type in ("fixed", "revolute", "continuous", "spherical"):
        return offset
    own = [i for i, name in enumerate(robot.variable_names) if name.split(".")[0] == joint.name]
    return offset + float(np.abs([robot.lower[own], robot.upper[own]]).max(initial=0.0))
