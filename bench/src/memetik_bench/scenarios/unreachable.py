"""Targets that nothing can reach: their pose alone places part of the robot inside an obstacle."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from memetik.collision import Capsule
from memetik.transforms import Array

from .scenario import Scenario

_ERRORS = 3e-5
"""What the tolerance of a pose and the facets of a mesh may add to a distance [m]."""

_SAMPLES = 20


def fixed_balls(scenario: Scenario) -> Array:
    """Return rows (x, y, z, radius) [m] of balls that do not move in the frame of the tool.

    They are ends of capsules of links that must not touch obstacles, such as that of the last link but one at
    the joint it has with the last.
    """
    robot, rows = scenario.load_robot(), []
    q = robot.random(_SAMPLES, rng=0)
    to_tool = np.linalg.inv(np.asarray(robot.fk(q, scenario.tool)))
    for link, shapes in scenario.robot.shapes().items():
        if link in scenario.robot.touch_links:
            continue
        frames = to_tool @ np.asarray(robot.fk(q, link))
        for item in shapes:
            if not isinstance(item.shape, Capsule):
                continue
            for side in (-0.5, 0.5):
                end = item.origin @ (0.0, 0.0, side * item.shape.length, 1.0)
                places = (frames @ end)[:, :3]
                if np.ptp(places, axis=0).max() < 1e-9:
                    rows.append((*places[0], item.shape.radius))
    return np.array(rows).reshape(-1, 4)


def provably_unreachable(scenario: Scenario, poses: Array) -> npt.NDArray[np.bool_]:
    """Return whether a fixed ball of the tool reaches into an obstacle, for each of the poses (N, 4, 4)."""
    found = np.zeros(len(poses), dtype=bool)
    parts = [part for obstacle in scenario.obstacles for part in obstacle.parts]
    for x, y, z, radius in fixed_balls(scenario):
        places = poses[:, :3, :3] @ (x, y, z) + poses[:, :3, 3]
        for part in parts:
            found |= np.asarray(part.distance(places)) < radius - _ERRORS
    return found
