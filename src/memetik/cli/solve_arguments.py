"""Converts the options of ``memetik solve`` to a link, goals, starts and largest changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import ConfigurationError, GoalError
from ..goals import Goal, LookAt, Orientation, Pose, Position, StayClose
from ..goals.fields import DEFAULT_TOLERANCE
from ..robot.robot import Robot
from ..transforms import Array, transform

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
    tolerance: float | None = None

    @property
    def has_target(self) -> bool:
        """Whether a position or an orientation is given."""
        return any(value is not None for value in (self.position, self.rpy, self.quaternion))

    @property
    def allowed_error(self) -> float:
        """The tolerance of every goal [m, rad]."""
        return DEFAULT_TOLERANCE if self.tolerance is None else self.tolerance


def moving_tip(robot: Robot) -> str:
    """The only tip that a joint moves; if there are several, an error that lists them."""
    moved: set[str] = set()
    for joint in robot.joints.values():  # parents come before their children
        if joint.type != "fixed" or joint.parent in moved:
            moved.add(joint.child)
    tips = [tip for tip in robot.tips if tip in moved]
    if len(tips) == 1:
        return tips[0]
    if not tips:
        raise GoalError(f"no joint of {robot.name!r} moves any link")
    raise GoalError(
        f"--link: {robot.name!r} has several tips; choose one of {', '.join(tips)}, or any other link"
    )


def make_goals(link: str, options: GoalOptions) -> list[Goal]:
    """The goals for the options, each with a descriptive name."""
    _check_combination(options)
    goals: list[Goal] = []
    if options.has_target:
        goals.append(_placement(link, options))
    if options.look_at is not None:
        axis = (0.0, 0.0, 1.0) if options.axis is None else options.axis
        goals.append(
            LookAt(link, options.look_at, axis=axis, tolerance=options.allowed_error, name="look_at")
        )
    if not goals:
        raise GoalError("no goal: give --position, --rpy, --quaternion, --look-at, or --random N")
    return goals + _postures(options)


def random_goals(link: str, options: GoalOptions) -> list[Goal]:
    """The goals for random targets: a pose to be retargeted, and the goals on the posture."""
    if options.has_target or options.look_at is not None or options.axis is not None:
        raise GoalError(
            "--random makes its own targets: omit --position, --rpy, --quaternion, --look-at, --axis"
        )
    pose = Pose(link, np.eye(4), free=options.free, tolerance=options.allowed_error, name="pose")
    return [pose, *_postures(options)]


def _check_combination(options: GoalOptions) -> None:
    if options.rpy is not None and options.quaternion is not None:
        raise GoalError("--rpy and --quaternion both define the orientation: give one of them")
    if options.axis is not None and options.look_at is None:
        raise GoalError("--axis needs --look-at: it is the axis that points at that position")
    if options.free and not options.has_target:
        raise GoalError("--free needs a target: --position, --rpy or --quaternion")


def _placement(link: str, options: GoalOptions) -> Goal:
    free, tolerance = options.free, options.allowed_error
    rotation = transform(rpy=options.rpy, quaternion=options.quaternion)
    if options.position is None:
        return Orientation(link, rotation[:3, :3], free=free, tolerance=tolerance, name="orientation")
    if options.rpy is None and options.quaternion is None:
        return Position(link, options.position, free=free, tolerance=tolerance, name="position")
    rotation[:3, 3] = options.position
    return Pose(link, rotation, free=free, tolerance=tolerance, name="pose")


def _postures(options: GoalOptions) -> list[Goal]:
    return [StayClose()] if options.stay_close else []


def make_starts(robot: Robot, words: list[str], *, count: int | None, random_seed: int) -> Array | None:
    """A start (dof,) from words ``joint=value``, or from ``random``: (count, dof) if ``count`` is given.

    None if there are no words.
    """
    if not words:
        return None
    if words == ["random"]:
        return robot.random(count, rng=np.random.default_rng((random_seed, 1)))  # not the targets' seed
    values: dict[str, float] = {}
    for word in words:
        joint, number = _joint_value(word)
        if joint is None or number is None:
            raise ConfigurationError(f"--start: expected JOINT=VALUE, or only the word random; got {word!r}")
        values[joint] = number
    return robot.pack(values)


def make_max_change(robot: Robot, words: list[str]) -> dict[str, float] | None:
    """The argument ``max_change`` from words: ``value`` for all joints, ``joint=value`` for one.

    None if there are no words.
    """
    every: dict[str, float] = {}
    named: dict[str, float] = {}
    for word in words:
        joint, number = _joint_value(word)
        if number is None:
            raise ConfigurationError(f"--max-change: expected JOINT=VALUE, or VALUE; got {word!r}")
        if joint is None:
            every = dict.fromkeys(robot.joint_names, number)
        else:
            named[joint] = number
    return every | named if words else None


def _joint_value(word: str) -> tuple[str | None, float | None]:
    """Joint and value of ``joint=value`` or ``value``; None for a missing joint or an invalid number."""
    joint, separator, number = word.rpartition("=")
    try:
        return joint if separator else None, float(number)
    except ValueError:
        return None, None
