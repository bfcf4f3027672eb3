"""What each picture shows: configurations, or solutions with the goals and obstacles of their queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..collision.collision_check import Contact
from ..collision.world import as_world
from ..collision.world_snapshot import WorldSnapshot
from ..errors import MemetikError
from ..goals import Goal, KeepClear
from ..models.postures import presentation
from ..number_checks import is_number
from ..solve.solution import Solution
from .scene import Moment, Surroundings

if TYPE_CHECKING:
    from ..robot.robot import Robot


def moments(
    robot: Robot,
    configurations: Sequence[npt.ArrayLike | Solution | None],
    goals: list[Goal],
    around: Surroundings,
    world: Any,
    worlds: Iterable[Any] | None,
) -> list[Moment]:
    """What the pictures show: ``goals``, what is ``around``, and ``world`` in all, and one of ``worlds`` in
    each.
    """
    given = _given_worlds(world, worlds, len(configurations))
    return [
        _moment(robot, item, goals, replace(around, world=snapshot))
        for item, snapshot in zip(configurations, given, strict=True)
    ]


def checked_margin(margin: Any) -> float:
    """The clearance below which spheres are amber [m]."""
    if not is_number(margin) or not np.isfinite(margin):
        raise MemetikError(f"margin: expected a number [m], got {margin!r}")
    return float(margin)


def checked_contacts(contacts: Iterable[Contact]) -> tuple[Contact, ...]:
    """The contacts to mark."""
    marks = tuple(contacts) if isinstance(contacts, Iterable) else (contacts,)
    if not all(isinstance(contact, Contact) for contact in marks):
        raise MemetikError(f"contacts: expected contacts, such as solution.contacts, got {contacts!r}")
    return marks


def _given_worlds(world: Any, worlds: Iterable[Any] | None, count: int) -> list[WorldSnapshot | None]:
    if worlds is None:
        return [None if world is None else _snapshot(world, "world")] * count
    if world is not None:
        raise MemetikError("expected either world, for all pictures, or worlds, one for each; got both")
    given: list[WorldSnapshot | None] = [
        _snapshot(item, f"worlds[{number}]") for number, item in enumerate(worlds)
    ]
    if len(given) != count:
        raise MemetikError(f"worlds: expected one for each of {count} configurations, got {len(given)}")
    return given


def _snapshot(world: Any, what: str) -> WorldSnapshot:
    return world if isinstance(world, WorldSnapshot) else as_world(world, what).snapshot()


def _moment(
    robot: Robot, item: npt.ArrayLike | Solution | None, goals: list[Goal], around: Surroundings
) -> Moment:
    if isinstance(item, Solution):
        goals = [*goals, *item._query_goals()]
        around = replace(around, contacts=(*around.contacts, *item.contacts))
        item = item.q
    worlds = [] if around.world is None else [around.world]
    for goal in goals:
        if isinstance(goal, KeepClear) and (snapshot := goal.world.snapshot()) not in worlds:
            worlds.append(snapshot)
    posture = presentation(robot) if item is None else robot.pack({}, base=item)
    return Moment(posture, goals, replace(around, worlds=tuple(worlds)))
