"""Problems whose goals cannot all be met: targets out of reach, and goals that contradict each other.

Every problem has a random generator of its own, so that it depends neither on the number of problems nor on
the other ones. The generators are keyed by a number that tuning has not used.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..arms import load_arm
from .reach import longest_distance
from .unreachable_targets import beyond, in_the_hole, turned_back
from .valkyrie import LIMBS, valkyrie

HELD_OUT = 51_827
"""Key of the random generators of problems that constants must not be tuned on."""

_HOLE = 0.08  # [m]
_LEAST_EXCESS, _MOST_EXCESS = 0.01, 0.5  # of a distance, relative to the largest possible one


@dataclass(frozen=True, eq=False)
class FailingProblem:
    """Goals that cannot all be met, and a random start (dof,)."""

    robot: mk.Robot
    goals: tuple[mk.Goal, ...]
    start: Array


@dataclass(frozen=True)
class Family:
    """``draw`` returns the goals of a problem, ``posture`` is the secondary goal of every second problem.

    With ``always`` every problem has it. The requirements differ between arms and bodies.
    """

    is_arm: bool
    robot: Callable[[], mk.Robot]
    draw: Callable[[np.random.Generator], tuple[mk.Goal, ...]]
    posture: Callable[[], mk.Goal]
    always: bool = False


def failing_problem(family: str, index: int, random_seed: int) -> FailingProblem:
    """Return a problem of a family by its index.

    >>> failing_problem("ur5", 0, 1).robot.dof
    6
    """
    made = FAMILIES[family]
    rng = np.random.default_rng([random_seed, HELD_OUT, list(FAMILIES).index(family), index])
    goals = made.draw(rng)
    if made.always or index % 2:
        goals = (*goals, made.posture())
    return FailingProblem(made.robot(), goals, made.robot().random(rng=rng))


def with_start(goals: tuple[mk.Goal, ...], start: Array) -> tuple[mk.Goal, ...]:
    """Return the goals with ``start`` as the target of each StayClose without one."""
    return tuple(
        replace(goal, target=start) if isinstance(goal, mk.StayClose) and goal.target is None else goal
        for goal in goals
    )


@functools.cache
def humanoid() -> mk.Robot:
    """Return Valkyrie with 29 joints: arms, legs and torso; pelvis, neck and fingers are locked."""
    robot = valkyrie()
    return robot.lock(
        {name: robot.neutral[i] for i, name in enumerate(robot.variable_names) if name not in LIMBS}
    )


@functools.cache
def _bundled(name: str) -> mk.Robot:
    return mk.Robot.load(name)


def _panda(rng: np.random.Generator) -> tuple[mk.Goal, ...]:
    """Return a pose out of reach, one that only the wrist cannot reach, or a contradiction with the elbow."""
    link, kind = load_arm("panda").link, rng.integers(4)
    if kind == 0:
        return (mk.Pose(link, beyond("panda", 1, rng)[0]),)
    if kind == 1:
        return (mk.Pose(link, turned_back("panda", 1, rng)[0]),)
    return _pose_and_elbow(_bundled("panda"), link, "panda_link4", rng, apart=kind == 2)


def _ur5(rng: np.random.Generator) -> tuple[mk.Goal, ...]:
    """Return a pose with the wrist in the hole around the first axis."""
    return (mk.Pose(load_arm("ur5").link, in_the_hole("ur5", 1, rng, largest=_HOLE)[0]),)


def _pr2(rng: np.random.Generator) -> tuple[mk.Goal, ...]:
    """Return a pose of the right gripper out of reach, or a contradiction with the elbow."""
    robot, link, kind = _bundled("pr2"), "r_gripper_tool_frame", rng.integers(3)
    if kind == 0:
        return (_out_of_reach(robot, link, "r_shoulder_pan_link", rng),)
    return _pose_and_elbow(robot, link, "r_elbow_flex_link", rng, apart=kind == 1)


def _mannequin(rng: np.random.Generator) -> tuple[mk.Goal, ...]:
    """Return positions or poses of hands and feet, two of them farther apart than the body is long."""
    links = ("left_hand", "right_hand", "left_foot", "right_foot")
    return _pulled_apart(_bundled("mannequin"), links, rng, as_poses=bool(rng.integers(2)))


def _humanoid(rng: np.random.Generator) -> tuple[mk.Goal, ...]:
    """Return a palm's pose out of reach, or poses of palms and feet with the palms too far apart."""
    robot = humanoid()
    if rng.integers(2):
        return (_out_of_reach(robot, "leftPalm", "pelvis", rng),)
    links = ("leftPalm", "rightPalm", "leftFoot", "rightFoot")
    return _pulled_apart(robot, links, rng, as_poses=True)


FAMILIES: dict[str, Family] = {
    "panda": Family(True, lambda: _bundled("panda"), _panda, mk.CenterJoints),
    "ur5": Family(True, lambda: _bundled("ur5"), _ur5, mk.StayClose),
    "pr2": Family(True, lambda: _bundled("pr2"), _pr2, mk.StayClose, always=True),
    "mannequin": Family(False, lambda: _bundled("mannequin"), _mannequin, mk.StayClose),
    "humanoid": Family(False, humanoid, _humanoid, mk.CenterJoints),
}


def _out_of_reach(robot: mk.Robot, link: str, base: str, rng: np.random.Generator) -> mk.Goal:
    """Return a pose farther from ``base`` than the link can be; only prismatic joints may move the base."""
    places = _places(robot, base)
    travel = float(np.linalg.norm(np.ptp(places, axis=0)))
    away = longest_distance(robot, base, link) * (1.0 + _excess(rng)) + travel
    pose = robot.fk(robot.random(rng=rng), link)
    pose[:3, 3] = places[0] + away * _direction(rng)
    return mk.Pose(link, pose)


def _places(robot: mk.Robot, link: str) -> Array:
    """Return the positions (2 dof, 3) of a link with one variable after the other at either limit."""
    rows = np.repeat(robot.neutral[None], 2 * robot.dof, axis=0)
    each = np.arange(robot.dof)
    rows[2 * each, each] = np.where(np.isfinite(robot.lower), robot.lower, 0.0)
    rows[2 * each + 1, each] = np.where(np.isfinite(robot.upper), robot.upper, 0.0)
    return np.asarray(robot.fk(rows, link)[:, :3, 3])


def _pose_and_elbow(
    robot: mk.Robot, link: str, elbow: str, rng: np.random.Generator, *, apart: bool
) -> tuple[mk.Goal, ...]:
    """Return a reachable pose, and a position of the elbow that contradicts it.

    It is farther from the pose than the forearm is long, or, if not ``apart``, that of another posture: with
    nine equations for seven or eight joints, both together are met with probability 0.
    """
    pose = robot.fk(robot.random(rng=rng), link)
    place = robot.fk(robot.random(rng=rng), elbow)[:3, 3]
    if apart:
        away = longest_distance(robot, elbow, link) * (1.0 + _excess(rng))
        place = pose[:3, 3] + away * _direction(rng)
    return mk.Pose(link, pose), mk.Position(elbow, place)


def _pulled_apart(
    robot: mk.Robot, links: tuple[str, ...], rng: np.random.Generator, *, as_poses: bool
) -> tuple[mk.Goal, ...]:
    """Return goals of a random posture, the first two links farther apart than the way through the body."""
    q = robot.random(rng=rng)
    poses = {link: robot.fk(q, link) for link in links}
    first, second = rng.permutation(links)[:2] if not as_poses else links[:2]
    middle = 0.5 * (poses[first][:3, 3] + poses[second][:3, 3])
    apart = longest_distance(robot, first, second) * (1.0 + _excess(rng)) * _direction(rng)
    poses[first][:3, 3], poses[second][:3, 3] = middle + 0.5 * apart, middle - 0.5 * apart
    if as_poses:
        return tuple(mk.Pose(link, pose) for link, pose in poses.items())
    return tuple(mk.Position(link, pose[:3, 3]) for link, pose in poses.items())


def _excess(rng: np.random.Generator) -> float:
    return float(10.0 ** rng.uniform(np.log10(_LEAST_EXCESS), np.log10(_MOST_EXCESS)))


def _direction(rng: np.random.Generator) -> Array:
    vector = rng.normal(size=3)
    return np.asarray(vector / np.linalg.norm(vector))
