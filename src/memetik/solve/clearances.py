"""How near a solution comes to obstacles and to itself, by the KeepClear goals of its problem."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..collision.collision_check import CollisionCheck, Contact
from ..collision.world_snapshot import WorldSnapshot
from ..goals.keep_clear import KeepClear
from ..transforms import Array
from .wording import human

if TYPE_CHECKING:
    from .problem import Problem


@dataclass(frozen=True, eq=False)
class Clearances:
    """The ``smallest`` clearance [m] of a configuration, None if its problem has no KeepClear, and for every
    KeepClear the contacts below its margin, the deepest first.
    """

    smallest: float | None
    contacts: Mapping[str, tuple[Contact, ...]]

    @property
    def deepest(self) -> list[Contact]:
        """The contacts of all goals, one of each pair, the deepest first."""
        found: dict[tuple[str, str, bool], Contact] = {}
        every = (contact for contacts in self.contacts.values() for contact in contacts)
        for contact in sorted(every, key=lambda contact: contact.clearance):
            found.setdefault((contact.link, contact.other, contact.is_link), contact)
        return list(found.values())


@dataclass(frozen=True)
class InTheWay:
    """A link that is nearer to ``other`` than the ``margin`` [m] of a KeepClear ``goal``: an object of its
    world, or another link (``is_link``). The ``clearance`` [m] is negative if they penetrate.
    """

    goal: str
    link: str
    other: str
    is_link: bool
    clearance: float
    margin: float

    def __str__(self) -> str:
        other = self.other if self.is_link else repr(self.other)
        if self.clearance < 0:
            return f"{self.goal}: {self.link} is {human(-self.clearance, 'm')} inside {other}"
        allowed = human(self.margin, "m")
        return (
            f"{self.goal}: {self.link} is {human(self.clearance, 'm')} from {other}, the margin is {allowed}"
        )


def clearances_at(problem: Problem, parameters: Array, q: Array) -> Clearances:
    """The clearances at ``q`` (dof,) in the worlds that a query with these parameters of the core saw."""
    smallest: float | None = None
    contacts = {}
    for name, goal in keep_clears(problem).items():
        check = _check(problem, goal, snapshot_of(problem, parameters, name))
        least = check.clearance(q)
        smallest = least if smallest is None else min(smallest, least)
        contacts[name] = tuple(check.contacts(q, margin=goal.margin))
    return Clearances(smallest, contacts)


def smallest_clearances(problem: Problem, parameters: Iterable[Array | None], rows: Array) -> Array | None:
    """The smallest clearances (N,) [m] at configurations (N, dof); None if the problem has no KeepClear.

    ``parameters`` are those of each query; None stands for a query without an answer, whose clearance is NaN.
    """
    goals = keep_clears(problem)
    if not goals:
        return None
    checks = {name: _check(problem, goal, problem._worlds[name]) for name, goal in goals.items()}
    values = np.full(len(rows), math.nan)
    for k, numbers in enumerate(parameters):
        if numbers is not None:
            values[k] = min(
                check._clearance_among(_poses(problem, numbers, name), rows[k])
                for name, check in checks.items()
            )
    return values


def keep_clears(problem: Problem) -> dict[str, KeepClear]:
    """The KeepClear goals of a problem by name."""
    return {name: goal for name, goal in problem._goals.items() if isinstance(goal, KeepClear)}


def snapshot_of(problem: Problem, parameters: Array, name: str) -> WorldSnapshot:
    """The world of one goal as a query with these parameters of the core saw it."""
    return problem._worlds[name]._with_poses(_poses(problem, parameters, name))


def _poses(problem: Problem, parameters: Array, name: str) -> Array:
    """The poses (N, 4, 4) of the obstacles of one goal in a query with these parameters of the core."""
    columns = problem._target_in(parameters, name).reshape(-1, 4, 3)
    poses = np.tile(np.eye(4), (len(columns), 1, 1))
    poses[:, :3] = columns.transpose(0, 2, 1)
    return poses


def _check(problem: Problem, goal: KeepClear, snapshot: WorldSnapshot) -> CollisionCheck:
    return CollisionCheck._of(problem.robot, goal.geometry, snapshot, goal.self_pairs, goal.margin)
