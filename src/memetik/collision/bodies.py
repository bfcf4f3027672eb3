"""The bodies of a robot that must not touch others: its links, and the objects that it holds."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from ..transforms import Array
from .self_pairs import SelfPairs, pairs_of
from .sphere_robot import SphereRobot
from .world_snapshot import WorldSnapshot

if TYPE_CHECKING:
    from ..robot.robot import Robot


class Body(NamedTuple):
    """Spheres (N, 4) that move with ``link``: those of the link itself, or of a held object."""

    name: str
    link: str
    spheres: Array
    touch_links: frozenset[str] | None
    """The links that a held object may touch; None for a link."""


def bodies_of(geometry: SphereRobot, snapshot: WorldSnapshot) -> list[Body]:
    """The links in the order of the geometry, then the held objects."""
    links = [Body(link, link, rows, None) for link, rows in geometry.spheres.items()]
    grips = [(item.name, item.grip) for item in snapshot.held if item.grip]
    return links + [Body(name, grip.link, grip.spheres, grip.touch_links) for name, grip in grips]


def body_pairs(
    robot: Robot, geometry: SphereRobot, snapshot: WorldSnapshot, self_pairs: SelfPairs, margin: float
) -> list[list[int]]:
    """The numbers of bodies that must not touch each other: pairs of links, and every held object with all
    bodies that move relative to it and are not among its ``touch_links``. No ``self_pairs``: none at all.
    """
    bodies = bodies_of(geometry, snapshot)
    numbers = {link: k for k, link in enumerate(geometry.spheres)}
    links = pairs_of(robot, geometry, self_pairs, margin)
    found = [[numbers[a], numbers[b]] for a, b in links if a in numbers and b in numbers]
    if self_pairs == ():
        return found
    for (k, other), (n, held) in itertools.combinations(enumerate(bodies), 2):
        if held.touch_links is None or other.name in held.touch_links:
            continue
        may_touch = other.touch_links is not None and held.name in other.touch_links
        if not may_touch and _anchor(robot, other.link) != _anchor(robot, held.link):
            found.append([k, n])
    return found


def _anchor(robot: Robot, link: str) -> str:
    """The first of the links above that this link does not move relative to."""
    above = {joint.child: joint for joint in robot.joints.values() if joint.type == "fixed"}
    while link in above:
        link = above[link].parent
    return link
