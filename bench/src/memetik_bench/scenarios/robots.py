"""The robots of the scenarios: tools, links that may touch obstacles, and pairs of links that may touch."""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass, field, replace
from typing import Any

import memetik as mk
from memetik.collision import Capsule, Geometry, Tube

from ..arms import ARMS, load_arm

Pair = tuple[str, str]


@dataclass(frozen=True)
class ScenarioRobot:
    """A bundled robot; ``tool`` reaches the targets.

    ``touch_links`` may touch obstacles. All pairs of links with shapes must not touch each other but those
    in ``may_touch``: neighbors, whose housings always overlap.

    Spheres that represent it protrude by at most ``sphere_tolerance`` [m], those of ``fine_links`` by less;
    the capsules of ``exact_ends`` have exact balls at their ends.
    """

    name: str
    tool: str
    touch_links: tuple[str, ...] = ()
    may_touch: tuple[Pair, ...] = ()
    sphere_tolerance: float = 0.025
    fine_links: dict[str, float] = field(default_factory=dict, hash=False)
    exact_ends: tuple[str, ...] = ()

    def load(self) -> mk.Robot:
        """Return the robot."""
        return _load(self.name)

    def shapes(self) -> dict[str, tuple[Geometry, ...]]:
        """Return the collision shapes of each link, or else its visual shapes; tubes as capsules."""
        links = self.load().links.items()
        chosen = {name: link.collisions or link.visuals for name, link in links}
        return {
            name: tuple(piece for item in items for piece in _pieces(item))
            for name, items in chosen.items()
            if items
        }

    def self_pairs(self) -> tuple[Pair, ...]:
        """Return the pairs of links that must not touch each other."""
        allowed = {frozenset(pair) for pair in self.may_touch}
        pairs = itertools.combinations(self.shapes(), 2)
        return tuple(pair for pair in pairs if frozenset(pair) not in allowed)

    def plain(self) -> dict[str, Any]:
        """Return what defines the robot and its rules."""
        return {
            "name": self.name,
            "tool": self.tool,
            "touch_links": sorted(self.touch_links),
            "may_touch": sorted(sorted(pair) for pair in self.may_touch),
        }


def chain(*links: str) -> tuple[Pair, ...]:
    """Return the pairs of neighbors.

    >>> chain("a", "b", "c")
    (('a', 'b'), ('b', 'c'))
    """
    return tuple(itertools.pairwise(links))


_UR_LINKS = (
    *("base_link", "shoulder_link", "upper_arm_link", "forearm_link"),
    *("wrist_1_link", "wrist_2_link", "wrist_3_link"),
)

ELISE = ScenarioRobot(
    name="ur10e_elise",
    tool="endo_tool",
    touch_links=("endo_second_link", "endo_tool"),
    may_touch=(
        *chain(*_UR_LINKS, "endo_base_link", "endo_first_link", "endo_second_link"),
        # They do not touch, but spheres around them would: the only joint between them turns the endoscope
        # about its own axis, so their distance never changes.
        ("wrist_2_link", "endo_base_link"),
    ),
    fine_links={"endo_base_link": 2e-3, "endo_first_link": 2e-3, "endo_second_link": 2e-3},
    exact_ends=("endo_first_link",),
)
"""Engelke's UR10e with the endoscope, a reconstruction; its last rod may touch the object."""

EELOSCOPE = ScenarioRobot(
    name="ur10e_eeloscope",
    tool="endo_tool",
    may_touch=chain(*_UR_LINKS, "endo_base_link"),
    fine_links={"endo_base_link": 2e-3},
)
"""A UR10e with a rigid, curved endoscope, a reconstruction with assumed dimensions; nothing may touch."""


PANDA = ScenarioRobot(
    name="panda",
    tool="panda_hand",
    may_touch=(
        *chain(*(f"panda_link{k}" for k in range(8)), "panda_hand", "panda_leftfinger"),
        ("panda_hand", "panda_rightfinger"),
    ),
    sphere_tolerance=0.01,
)
UR5 = ScenarioRobot(name="ur5", tool="tool0", may_touch=chain(*_UR_LINKS), sphere_tolerance=0.01)


def _pieces(item: Geometry) -> list[Geometry]:
    if not isinstance(item.shape, Tube):
        return [item]
    points, radius = item.shape.points, item.shape.radius
    capsules = [Capsule.between(a, b, radius) for a, b in itertools.pairwise(points)]
    return [replace(capsule, origin=item.origin @ capsule.origin) for capsule in capsules]


@functools.cache
def _load(name: str) -> mk.Robot:
    return load_arm(name).robot if name in ARMS else mk.Robot.load(name)
