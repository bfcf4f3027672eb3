"""Converts the options of ``memetik solve`` to a link, goals, starts and largest changes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import ConfigurationError, GoalError
from ..goals import Goal, LookAt, Orientation, Pose, Position, StayClose
from ..goals.fields import DEFAULT_TOLERANCE
from ..robot.robot import Robot
from ..rotations import rotation_from_rpy
from ..transforms import Array, transform
from .angles import as_radians
from .goal_files import read_goals
from .joint_words import configuration, is_random, joint_value
from .target_files import placement_of, read_targets

_Three = tuple[float, float, float]


@dataclass(frozen=True, kw_only=True)
class GoalOptions:
    """The options that describe the goals, as the user typed them; None if not given."""

    position: _Three | None = None
    rpy: _Three | None = None
    quaternion: tuple[float, float, float, float] | None = None
    free: tuple[Any, ...] = ()  # names of axes, which the goal checks
    look_at: _Three | None = None
    axis: _Three | None = None
    stay_close: bool = False
    tolerance: tuple[float, ...] | None = None  # one for lengths and angles, or one each
    degrees: bool = False

    @property
    def has_target(self) -> bool:
        """Whether a position or an orientation is given."""
        return any(value is not None for value in (self.position, self.rpy, self.quaternion))

    @property
    def tolerances(self) -> tuple[float, float]:
        """The tolerances of lengths [m] and of angles [rad]."""
        given = (DEFAULT_TOLERANCE,) if self.tolerance is None else self.tolerance
        return given[0], given[-1]


def make_goals(link: str, options: GoalOptions) -> list[Goal]:
    """The goals for the options; the first has the name of the link."""
    _check_combination(options)
    goals: list[Goal] = []
    if options.has_target:
        goals.append(_placement(link, options))
    if options.look_at is not None:
        axis = (0.0, 0.0, 1.0) if options.axis is None else options.axis
        name = "look_at" if goals else None  # the other goal has the name of the link
        goals.append(LookAt(link, options.look_at, axis=axis, tolerance=options.tolerances[1], name=name))
    if not goals:
        raise GoalError(
            "no goal: give --position, --rpy, --quaternion, --look-at, --goals FILE, --targets FILE, "
            "or --random N"
        )
    return goals + _postures(options)


def goals_of_file(file: Path, options: GoalOptions) -> list[Goal]:
    """The goals of a file, and the goals on the posture."""
    if options != GoalOptions(stay_close=options.stay_close):
        raise GoalError("--goals FILE has all goals: of the options for goals, it takes only --stay-close")
    return read_goals(file) + _postures(options)


def random_targets(
    robot: Robot, link: str, options: GoalOptions, *, count: int, random_seed: int
) -> tuple[list[Goal], dict[str, Array]]:
    """A pose of ``link`` with the goals on the posture, and ``count`` reachable targets of it."""
    _check_no_target(options, "--random")
    pose = Pose(link, free=options.free, tolerance=options.tolerances)
    targets = robot.fk(robot.random(count, rng=random_seed), link)
    return [pose, *_postures(options)], {link: targets}


def targets_of_file(file: Path, link: str, options: GoalOptions) -> tuple[list[Goal], dict[str, Array]]:
    """A goal of ``link`` that the targets of a file fit, with the goals on the posture, and the targets."""
    _check_no_target(options, "--targets")
    arrays = read_targets(file, degrees=options.degrees)
    if len(arrays) > 1:
        raise GoalError(
            f"{file.name}: expected one array of targets, got {', '.join(arrays)}; targets of several goals "
            "need --goals FILE"
        )
    (array,) = arrays.values()
    goal, targets = placement_of(link, array, free=options.free, tolerances=options.tolerances)
    return [goal, *_postures(options)], {link: targets}


def _check_no_target(options: GoalOptions, option: str) -> None:
    if options.has_target or options.look_at is not None or options.axis is not None:
        raise GoalError(
            f"{option} makes its own targets: omit --position, --rpy, --quaternion, --look-at, --axis"
        )


def _check_combination(options: GoalOptions) -> None:
    if options.rpy is not None and options.quaternion is not None:
        raise GoalError("--rpy and --quaternion both define the orientation: give one of them")
    if options.axis is not None and options.look_at is None:
        raise GoalError("--axis needs --look-at: it is the axis that points at that position")
    if options.degrees and options.rpy is None:
        raise GoalError("--degrees is for roll, pitch and yaw: give --rpy, or --targets FILE")
    if options.free and not options.has_target:
        raise GoalError("--free needs a target: --position, --rpy or --quaternion")


def _placement(link: str, options: GoalOptions) -> Goal:
    free, (length, angle) = options.free, options.tolerances
    rotation = transform(quaternion=options.quaternion)
    if options.rpy is not None:
        rotation[:3, :3] = rotation_from_rpy(as_radians(options.rpy, degrees=options.degrees, what="--rpy"))
    if options.position is None:
        return Orientation(link, rotation[:3, :3], free=free, tolerance=angle)
    if options.rpy is None and options.quaternion is None:
        return Position(link, options.position, free=free, tolerance=length)
    rotation[:3, 3] = options.position
    return Pose(link, rotation, free=free, tolerance=(length, angle))


def _postures(options: GoalOptions) -> list[Goal]:
    return [StayClose()] if options.stay_close else []


def make_starts(robot: Robot, words: list[str], *, count: int | None, random_seed: int) -> Array | None:
    """A start (dof,) from words such as ``joint=value``, or from ``random``; None if there are no words.

    With ``count``, random starts are (count, dof).
    """
    if not words:
        return None
    if is_random(words):
        return robot.random(count, rng=np.random.default_rng((random_seed, 1)))  # not the targets' seed
    return configuration(robot, words, "--start")


def make_max_change(robot: Robot, words: list[str]) -> dict[str, float] | None:
    """The argument ``max_change`` from words: ``value`` for all joints, ``joint=value`` for one.

    None if there are no words.
    """
    every: dict[str, float] = {}
    named: dict[str, float] = {}
    for word in words:
        joint, number = joint_value(word)
        if number is None:
            raise ConfigurationError(f"--max-change: expected JOINT=VALUE, or VALUE; got {word!r}")
        if joint is None:
            every = dict.fromkeys(robot.joint_names, number)
        else:
            named[joint] = number
    return every | named if words else None
