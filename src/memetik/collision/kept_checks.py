"""Collision checks that are kept, so that repeated calls do not compile them again."""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy.typing as npt

from .collision_check import CollisionCheck
from .self_pairs import SelfPairs, as_self_pairs
from .sphere_robot import SphereRobot
from .world import World, as_world
from .world_snapshot import WorldObject, WorldSnapshot

if TYPE_CHECKING:
    from ..robot.robot import Robot

_CHECKS_KEPT, _FITS_KEPT = 8, 8
_Surroundings: TypeAlias = World | tuple[WorldObject, ...]


def kept_check(robot: Robot, geometry: Any, world: Any, self_pairs: Any) -> CollisionCheck:
    """A check with these arguments of CollisionCheck, which this thread alone uses. Without ``geometry``,
    the spheres are a fit of the robot.

    A World is known by its identity, because a check follows its edits; other forms by their shapes.
    """
    around: _Surroundings = world if isinstance(world, World) else as_world(world, "world").snapshot().items
    pairs = as_self_pairs(self_pairs)
    if geometry is None:
        geometry = _fitted(robot)  # takes seconds: the arguments are checked first
    spheres = geometry if isinstance(geometry, SphereRobot) else SphereRobot(geometry)
    return _kept.check(robot, spheres, around, pairs)


def smallest_clearance(robot: Robot, q: npt.ArrayLike, world: Any, geometry: Any, self_pairs: Any) -> Any:
    """The smallest clearance [m] at one q (dof,), or (N,) at many; Robot.distance has the documentation."""
    rows, single = robot._usable_rows(q)
    return kept_check(robot, geometry, world, self_pairs).clearance(rows[0] if single else rows)


def _compiled(
    robot: Robot, geometry: SphereRobot, around: _Surroundings, self_pairs: SelfPairs
) -> CollisionCheck:
    world = around if isinstance(around, World) else World._of(WorldSnapshot(around))
    return CollisionCheck(robot, geometry, world, self_pairs=self_pairs)


class _Kept(threading.local):
    """A check is the workspace of one thread, and lets other threads run meanwhile."""

    def __init__(self) -> None:
        self.check = lru_cache(maxsize=_CHECKS_KEPT)(_compiled)


_kept = _Kept()


@lru_cache(maxsize=_FITS_KEPT)
def _fitted(robot: Robot) -> SphereRobot:
    return SphereRobot.fit(robot)
