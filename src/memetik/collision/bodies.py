"""The bodies of a robot that must not touch others: its links, and the objects that it holds."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..errors import InputWarning, RobotError, UnknownNameError, warn
from ..suggestions import nearest
from ..transforms import Array
from .self_pairs import SelfPairs, pairs_of
from .sphere_robot import SphereRobot
from .world_snapshot import WorldSnapshot

if TYPE_CHECKING:
    from ..robot.robot import Robot


NumberPair: TypeAlias = tuple[int, int]


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


def check_names(robot: Robot, geometry: SphereRobot, snapshot: WorldSnapshot) -> None:
    """Raise an error if the robot lacks a link of a body; warn of links that may touch an object and are
    neither links of the robot nor objects.
    """
    for body in bodies_of(geometry, snapshot):
        try:
            robot._link(body.link)
        except UnknownNameError as error:
            if body.touch_links is None:
                raise
            raise RobotError(f"world: {body.name!r} is held by {body.link!r}: {error}") from None
    known = {*robot.links, *(item.name for item in snapshot.items)}
    for item in snapshot.items:
        allowed = item.grip.touch_links if item.grip else item.touch_links
        for name in sorted(allowed - known):
            meant = nearest(name, sorted(known))
            hint = f"; did you mean {meant!r}?" if meant else ""
            warn(
                f"world: touch_links of {item.name!r}: {robot.name} has no link {name!r}{hint}", InputWarning
            )


def body_pairs(
    robot: Robot, geometry: SphereRobot, snapshot: WorldSnapshot, self_pairs: SelfPairs, margin: float
) -> tuple[list[NumberPair], list[NumberPair]]:
    """The numbers of bodies that must not touch each other: pairs of links, and every held object with all
    bodies that move relative to it and are not among its ``touch_links``. No ``self_pairs``: none at all.
    The ``never_pairs`` of the geometry are returned apart.
    """
    bodies = bodies_of(geometry, snapshot)
    numbers = {link: k for k, link in enumerate(geometry.spheres)}
    links = pairs_of(robot, geometry, self_pairs, margin)
    never = {frozenset(pair) for pair in geometry.never_pairs}
    found: list[NumberPair] = []
    never_found: list[NumberPair] = []
    for a, b in links:
        if a in numbers and b in numbers:
            (never_found if {a, b} in never else found).append((numbers[a], numbers[b]))
    if self_pairs == ():
        return found, never_found
    for (k, other), (n, held) in itertools.combinations(enumerate(bodies), 2):
        if held.touch_links is None or other.name in held.touch_links:
            continue
        may_touch = other.touch_links is not None and held.name in other.touch_links
        if not may_touch and _anchor(robot, other.link) != _anchor(robot, held.link):
            found.append((k, n))
    return found, never_found


def _anchor(robot: Robot, link: str) -> str:
    """The first of the links above that this link does not move relative to."""
    above = {joint.child: joint for joint in robot.joints.values() if joint.type == "fixed"}
    while link in above:
        link = above[link].parent
    return link
