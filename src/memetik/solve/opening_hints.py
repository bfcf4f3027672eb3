"""Hints that a solver finds by itself: the way into a vessel leads through its opening."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, NamedTuple

import numpy as np

from .. import _core
from ..collision.kept_openings import openings_of
from ..collision.world_snapshot import WorldObject, WorldSnapshot
from ..goals.fields import Positive, Priority, UnitVector
from ..goals.goal import Goal
from ..goals.keep_clear import KeepClear
from ..goals.pass_through import PassThrough
from ..goals.pose import Pose, Position
from ..goals.scan import Scan
from ..robot.robot import Robot
from ..transforms import Array
from .problem import Problem

_NARROW = 4.0  # only openings of spaces so many radii deep are worth a hint: the way into others is wide
_LEAST_ROOM = 0.2  # [opening's radii] that the axis of an instrument as thick as the opening gets
_WEIGHT = 3.0  # in tanks, 1 to 10 take at most a fifth more evaluations
_KEEP_THEIR_PLACE = ("fixed", "revolute", "continuous", "spherical")  # joints: the child's, in the parent


@dataclass(frozen=True, eq=False)
class OpeningHint(PassThrough):
    """An instrument passes through the opening of the object ``vessel``, for targets behind the opening.

    These are beyond the plane through ``target`` by up to ``depth`` [m] along ``axis`` (3,).
    """

    _: KW_ONLY
    priority: Priority = "hint"
    vessel: str
    axis: UnitVector
    depth: Positive

    def _record(self, robot: Robot, links: Any = (), variables: Any = ()) -> _core.Goal:
        record = super()._record(robot, links, variables)
        record.set_region(self.axis.tolist(), self.depth)
        return record


def with_opening_hints(problem: Problem) -> Problem:
    """The problem with hints for the vessels in its worlds as they are now, instead of any for earlier ones.

    There are none for problems with hints of the user's, or with several links that have a target place.
    """
    goals = {name: goal for name, goal in problem._goals.items() if not isinstance(goal, OpeningHint)}
    hints = _opening_hints(problem.robot, goals)
    if {name: goal for name, goal in problem._goals.items() if name not in goals} == hints:
        return problem
    return Problem._of(problem.robot, goals | hints, problem._joints, known=problem)


def without_hints(problem: Problem) -> Problem:
    """The problem for methods that cannot use hints."""
    goals = {name: goal for name, goal in problem._goals.items() if goal.priority != "hint"}
    if len(goals) == len(problem._goals):
        return problem
    return Problem._of(problem.robot, goals, problem._joints, known=problem)


def _opening_hints(robot: Robot, goals: Mapping[str, Goal]) -> dict[str, Goal]:
    if not any(isinstance(goal, KeepClear) for goal in goals.values()):
        return {}
    deciding = [goal for goal in goals.values() if goal._decides_success]
    placed = [goal for goal in deciding if isinstance(goal, Pose | Position | Scan) and goal.frame is None]
    if len(placed) != 1 or any(goal.priority == "hint" for goal in goals.values()):
        return {}
    found: dict[str, Goal] = {}
    for goal in deciding:
        if isinstance(goal, KeepClear):
            for item in goal._snapshot().objects:
                hint = _hint(robot, goal.geometry.spheres, placed[0].link, item)
                if hint is not None:
                    found[_free_name(f"through {item.name}", goals)] = hint
    return found


def moved_targets(goals: Mapping[str, Goal], worlds: Mapping[str, WorldSnapshot]) -> dict[str, Array]:
    """The targets of the hints among ``goals`` in worlds as they are now, by name."""
    items = {item.name: item for world in worlds.values() for item in world.objects}
    vessels = {name: items.get(goal.vessel) for name, goal in goals.items() if isinstance(goal, OpeningHint)}
    return {name: _center(item) for name, item in vessels.items() if item is not None}


def _center(vessel: WorldObject) -> Array:
    return vessel.pose[:3, :3] @ openings_of(vessel.shape)[0].center + vessel.pose[:3, 3]


def _free_name(name: str, goals: Mapping[str, Goal]) -> str:
    while name in goals:
        name += "_"
    return name


def _hint(robot: Robot, spheres: Mapping[str, Array], tip: str, item: WorldObject) -> OpeningHint | None:
    for opening in openings_of(item.shape)[:1]:  # the widest of the largest space
        instrument = _instrument(robot, spheres, tip, opening.radius)
        if opening.depth < _NARROW * opening.radius or instrument is None:
            continue
        return OpeningHint(
            instrument.links,
            _center(item),
            offsets=instrument.points,
            radius=max(opening.radius - instrument.radius, _LEAST_ROOM * opening.radius),
            weight=_WEIGHT,
            vessel=item.name,
            axis=item.pose[:3, :3] @ opening.axis,
            depth=opening.depth,
        )
    return None


class _Instrument(NamedTuple):
    """The thin and straight links before a tip: a point (3,) [m] on each, and the largest radius [m] of their
    spheres.
    """

    links: list[str]
    points: list[Array]
    radius: float


def _instrument(robot: Robot, spheres: Mapping[str, Array], tip: str, limit: float) -> _Instrument | None:
    """The links before ``tip`` with spheres that are thinner than the limit and on the segments between
    them; None if there are none.
    """
    links, points, thickest = [tip], [np.zeros(3)], 0.0
    for joint in reversed(robot._topology.chain(tip)):
        if joint.type not in _KEEP_THEIR_PLACE:
            break
        end = joint.origin[:3, 3]
        rows = spheres.get(joint.parent, np.empty((0, 4)))
        thin = rows[:, 3] < limit
        begin = _end_of(rows[~thin], end)
        if begin >= 1 or not _on_segment(rows[thin], end):
            break
        thickest = max(thickest, float(rows[thin, 3].max(initial=0.0)))
        links.append(joint.parent)
        points.append(begin * end)
        if begin > 0:
            break
    if len(links) == 1:
        return None
    return _Instrument(links[::-1], points[::-1], thickest)


def _on_segment(rows: Array, end: Array) -> bool:
    """Whether all spheres (N, 4) contain a point of the segment from the origin to ``end``."""
    share = np.clip(rows[:, :3] @ end / max(float(end @ end), 1e-18), 0, 1)
    away = np.linalg.norm(rows[:, :3] - share[:, None] * end, axis=1)
    return bool((away <= rows[:, 3]).all())


def _end_of(rows: Array, end: Array) -> float:
    """Where on the way from the origin to ``end`` the last of these spheres (N, 4) ends: 0 to 1, or more."""
    length = float(np.linalg.norm(end))
    if not len(rows) or length == 0:
        return 0.0 if not len(rows) else 1.0
    return max(0.0, float((rows[:, :3] @ end / length + rows[:, 3]).max()) / length)
