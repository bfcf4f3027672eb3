"""Robots of the hard set as JSON: the name of a bundled robot, and its modifications."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from memetik import Robot, RobotError
from memetik.models.snake import snake
from memetik.transforms import transform

RobotSource: TypeAlias = Mapping[str, Any]
"""``bundled`` is the name of a robot; the rest is optional and applied in this order:

- ``subtree``: base and tips to cut out
- ``attach``: a list of snakes, ``{"joints", "length", "link", "prefix", "position", "rpy"}``
- ``floating_base``: true
- ``limits``: joint -> [lower, upper], replacing the joint's own limits
"""

_ENTRIES = {"bundled", "subtree", "attach", "floating_base", "limits"}


def build_robot(source: RobotSource) -> Robot:
    """Return the robot of a source; the same source gives the same object.

    >>> build_robot({"bundled": "ur5", "limits": {"elbow_joint": [0.0, 1.0]}}).joints["elbow_joint"].upper
    (1.0,)
    """
    unknown = set(source) - _ENTRIES
    if unknown:
        raise RobotError(f"robot source: unknown entries {sorted(unknown)}; known are {sorted(_ENTRIES)}")
    return _build(json.dumps(source))


@functools.lru_cache(maxsize=256)
def _build(text: str) -> Robot:
    source = json.loads(text)
    robot = Robot.load(source["bundled"])
    if "subtree" in source:
        robot = robot.subtree(*source["subtree"])
    for part in source.get("attach", ()):
        place = transform(part["position"], rpy=part["rpy"])
        branch = snake(part["joints"], length=part["length"])
        robot = robot.attach(branch, part["link"], place, prefix=part["prefix"])
    if source.get("floating_base"):
        robot = robot.with_floating_base(world="ground")
    return _with_limits(robot, source["limits"]) if "limits" in source else robot


def _with_limits(robot: Robot, limits: Mapping[str, tuple[float, float]]) -> Robot:
    plain = robot.to_dict()
    for joint in plain["joints"]:
        if joint["name"] in limits:
            lower, upper = limits[joint["name"]]
            joint |= {"lower": [lower], "upper": [upper]}
    return Robot.from_dict(plain)
