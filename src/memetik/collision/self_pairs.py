"""The pairs of links that must not touch each other."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from ..errors import MemetikError, RobotError
from .sphere_robot import Pair, SphereRobot

if TYPE_CHECKING:
    from ..robot.robot import Robot

SelfPairs: TypeAlias = Literal["auto"] | tuple[Pair, ...]

_KEPT = 8


def as_self_pairs(value: Any, what: str = "self_pairs") -> SelfPairs:
    """``"auto"``, or pairs of link names; None is no pair."""
    if isinstance(value, str) and value == "auto":
        return "auto"
    try:
        return SphereRobot({"any": (0, 0, 0, 0)}, () if value is None else value).pairs or ()
    except MemetikError:
        raise RobotError(f"{what}: expected 'auto' or pairs of link names, got {value!r}") from None


def pairs_of(robot: Robot, geometry: SphereRobot, self_pairs: SelfPairs, margin: float) -> Iterable[Pair]:
    """The pairs of links to keep apart. ``"auto"`` takes those of the geometry, or all whose links are not
    joined by one joint and have at least ``margin`` [m] between them in the neutral posture.
    """
    if self_pairs != "auto":
        for link in itertools.chain.from_iterable(self_pairs):
            robot._link(link)  # raises an error that lists the valid names
        return self_pairs
    return _apart(robot, geometry, margin) if geometry.pairs is None else geometry.pairs


@lru_cache(maxsize=_KEPT)  # each clearance of a solution asks for the pairs of its problem
def _apart(robot: Robot, geometry: SphereRobot, margin: float) -> tuple[Pair, ...]:
    """The pairs not joined by one joint that have at least ``margin`` [m] between them when neutral."""
    frames = robot.fk(robot.neutral)
    placed = {
        link: (rows[:, :3] @ frames[link][:3, :3].T + frames[link][:3, 3], rows[:, 3])
        for link, rows in geometry.spheres.items()
    }

    def touch(a: str, b: str) -> bool:
        (p, r), (o, s) = placed[a], placed[b]
        apart = np.linalg.norm(p[:, None] - o[None], axis=-1)
        return bool((apart <= r[:, None] + s[None] + margin).any())

    return tuple(pair for pair in pairs_not_joined(robot, geometry.spheres) if not touch(*pair))


def pairs_not_joined(robot: Robot, links: Iterable[str]) -> tuple[Pair, ...]:
    """All pairs of ``links`` that are not joined by one joint."""
    joined = {frozenset((joint.parent, joint.child)) for joint in robot.joints.values()}
    return tuple(pair for pair in itertools.combinations(links, 2) if frozenset(pair) not in joined)
