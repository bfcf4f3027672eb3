"""Configurations on the command line: ``panda_joint1=0.3``, ``0.1,0.2,...``, ``home``, ``random``."""

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
    """The configuration (dof,) of words ``joint=value``, of one word with all numbers, or of a posture.

    Words are separated by spaces or commas; joints that are not named are as in the neutral posture. A joint
    with several variables takes several numbers: ``base=1,0,0.5``.

    >>> import memetik as mk
    >>> configuration(mk.Robot.load("ur5"), ["elbow_joint=1.5"], "--q")
    array([0. , 0. , 1.5, 0. , 0. , 0. ])
    """
    if len(words) == 1 and words[0] in robot.postures:
        return robot.postures[words[0]].copy()
    numbers = [joint_value(part) for part in _parts(words)]
    if numbers and all(joint is None and value is not None for joint, value in numbers):
        return _all_values(robot, [value for _, value in numbers if value is not None], option)
    postures = f", a posture ({', '.join(robot.postures)})" if robot.postures else ""
    expected = f"JOINT=VALUE, {robot.dof} numbers with commas{postures}, or only the word random"
    return robot.pack(values_by_joint(words, option, expected))


def values_by_joint(
    words: Sequence[str], option: str, expected: str = "JOINT=VALUE"
) -> dict[str, float | list[float]]:
    """The values of words ``joint=value``; a joint has several if numbers without a name follow.

    >>> values_by_joint(["base=1,0,0.5", "elbow=2"], "--lock")
    {'base': [1.0, 0.0, 0.5], 'elbow': 2.0}
    """
    values: dict[str, list[float]] = {}
    last = None
    for part in _parts(words):
        joint, number = joint_value(part)
        last = joint or last
        if last is None or number is None:
            raise ConfigurationError(f"{option}: expected {expected}; got {part!r}")
        if joint is None:
            values[last].append(number)
        else:
            values[joint] = [number]
    return {joint: given[0] if len(given) == 1 else given for joint, given in values.items()}


def joint_value(word: str) -> tuple[str | None, float | None]:
    """Joint and value of ``joint=value`` or ``value``; None for a missing joint or an invalid number."""
    joint, separator, number = word.rpartition("=")
    try:
        return joint if separator else None, float(number)
    except ValueError:
        return None, None


def _parts(words: Sequence[str]) -> list[str]:
    return [part for word in words for part in re.split(r"[,\s]+", word.strip()) if part]


def _all_values(robot: Robot, numbers: list[float], option: str) -> Array:
    if len(numbers) != robot.dof:
        raise ConfigurationError(
            f"{option}: {robot.name!r} has {robot.dof} variables, got {len(numbers)} numbers; "
            f"the variables are: {', '.join(robot.variable_names)}"
        )
    return robot._row(numbers)
