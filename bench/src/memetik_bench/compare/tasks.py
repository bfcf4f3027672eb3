"""What two builds are compared on: single solves, batches, construction of solvers, and kinematics."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

import memetik as mk

from ..arms import load_arm
from ..builds import Part
from ..builds.part import Call
from ..engine import valkyrie
from ..engine.compilation import chain, goals_of
from ..engine.queries import Queries, pose_queries
from ..targets import random_reachable

_TOLERANCE = 1e-5
_ARMS = ("ur5", "iiwa14", "panda")
_SMALL = (1, 10, 100)
_CHUNK = 1_000
_BATCHES = 10


@dataclass(frozen=True)
class CompareSettings:
    """``count`` poses for single solves and batches, each measured in ``rounds``."""

    count: int = 100_000
    rounds: int = 5
    random_seed: int = 1


@dataclass(frozen=True)
class Task:
    """Queries that both builds answer in turns, ``chunk`` at a time.

    With ``each`` every query is timed individually, else chunks are. Short chunks are answered ``repeats``
    times in a row, so that the first one, with cold caches, does not count.
    """

    section: str
    case: str
    make: Callable[[], Part]
    count: int
    chunk: int
    each: bool = False
    repeats: int = 1

    @property
    def chunks(self) -> list[tuple[int, int]]:
        """The first query of each chunk, and the one after its last."""
        return [(first, min(first + self.chunk, self.count)) for first in range(0, self.count, self.chunk)]


def single(settings: CompareSettings) -> Iterator[Task]:
    """Random poses from random starts, one by one."""
    for arm in _ARMS:
        make = functools.partial(_poses, arm, settings.count, settings.random_seed, "solve")
        yield Task("single", arm, make, settings.count, _CHUNK, each=True)


def batch(settings: CompareSettings) -> Iterator[Task]:
    """Batches of a panda's poses without starts, on one thread."""
    for name, with_table in (("panda", False), ("panda, with a start table", True)):
        make = functools.partial(
            _poses, "panda", settings.count, settings.random_seed, "solve_batch", with_table=with_table
        )
        yield Task("batch", name, make, settings.count, max(settings.count // _BATCHES, 1))


def small_batches(settings: CompareSettings) -> Iterator[Task]:
    """Batches of few poses, on one thread."""
    for size in _SMALL:
        count = min(20 * size, settings.count)
        make = functools.partial(_poses, "panda", count, settings.random_seed, "solve_batch")
        yield Task("small-batches", f"panda, {size}", make, count, min(size, count), repeats=20)


def construction(settings: CompareSettings) -> Iterator[Task]:
    """Solvers of an arm, of a whole body and of a long chain."""
    for name, make in _SOLVERS.items():
        yield Task("construction", name, functools.partial(make, 20), 20, 1, repeats=5)


def kinematics(settings: CompareSettings) -> Iterator[Task]:
    """Single calls of ``fk`` and ``jacobian``."""
    calls: tuple[Call, ...] = ("fk", "jacobian")
    for call in calls:
        make = functools.partial(_poses, "panda", 10_000, settings.random_seed, call)
        yield Task("kinematics", f"panda, {call}", make, 10_000, 500, repeats=2)


TASKS: dict[str, Callable[[CompareSettings], Iterator[Task]]] = {
    "single": single,
    "batch": batch,
    "small-batches": small_batches,
    "construction": construction,
    "kinematics": kinematics,
}
"""Section -> its tasks."""


def _poses(arm: str, count: int, seed: int, call: Call, *, with_table: bool = False) -> Part:
    own = load_arm(arm)
    targets = random_reachable(own.robot, own.link, count=count, random_seed=seed)
    queries = pose_queries(targets, tolerance=_TOLERANCE)
    table = own.link if with_table else None
    return Part(queries, call, table=table, link=own.link, starts=call == "solve")


def _arm_solver(count: int) -> Part:
    arm = load_arm("panda")
    goals = (mk.Pose(arm.link, arm.robot.fk(arm.robot.neutral, arm.link)),)
    return Part(_standing_still(arm.robot, goals, count), "solver")


def _chain_solver(count: int) -> Part:
    robot = chain(120)
    return Part(_standing_still(robot, goals_of(robot), count), "solver")


def _body_solver(count: int) -> Part:
    queries = valkyrie.setup_queries(valkyrie.SETUPS[-1], count, tolerance=(1e-5, 1e-5), random_seed=1)
    return Part(queries, "solver")


_SOLVERS = {"panda": _arm_solver, "valkyrie, 35 joints": _body_solver, "chain of 120": _chain_solver}


def _standing_still(robot: mk.Robot, goals: tuple[mk.Goal, ...], count: int) -> Queries:
    return Queries(robot, goals, {}, np.tile(robot.neutral, (count, 1)))
