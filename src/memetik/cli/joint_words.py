"""Configurations on the command line: ``panda_joint1=0.3``, ``0.1,0.2,...``, ``random``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import ConfigurationError
from ..robot.robot import Robot
from ..transforms import Array


def is_random(words: Sequence[str]) -> bool:
    """Whether the user asked for a random configuration."""
    return list(words) == ["random"]


def configuration(robot: Robot, words: Sequence[str], option: str) -> Array:
    """The configuration (dof,) of words ``joint=value``, or of one word with all numbers.

    Words are separated by spaces or commas; joints that are not named are as in the neutral posture.

    >>> import memetik as mk
    >>> configuration(mk.Robot.load("ur5"), ["elbow_joint=1.5"], "--q")
    array([0. , 0. , 1.5, 0. , 0. , 0. ])
    """
    parts = [part for word in words for part in re.split(r"[,\s]+", word.strip()) if part]
    pairs = [joint_value(part) for part in parts]
    numbers = [number for joint, number in pairs if joint is None and number is not None]
    if parts and len(numbers) == len(parts):
        return _all_values(robot, numbers, option)
    values: dict[str, float] = {}
    for part, (joint, number) in zip(parts, pairs, strict=True):
        if joint is None or number is None:
            raise ConfigurationError(
                f"{option}: expected JOINT=VALUE, {robot.dof} numbers with commas, or only the word random; "
                f"got {part!r}"
            )
        values[joint] = number
    return robot.pack(values)


def joint_value(word: str) -> tuple[str | None, float | None]:
    """Joint and value of ``joint=value`` or ``value``; None for a missing joint or an invalid number."""
    joint, separator, number = word.rpartition("=")
    try:
        return joint if separator else None, float(number)
    except ValueError:
        return None, None


def _all_values(robot: Robot, numbers: list[float], option: str) -> Array:
    if len(numbers) != robot.dof:
        raise ConfigurationError(
            f"{option}: {robot.name!r} has {robot.dof} variables, got {len(numbers)} numbers; "
            f"the variables are: {', '.join(robot.variable_names)}"
        )
    return robot._row(numbers)
