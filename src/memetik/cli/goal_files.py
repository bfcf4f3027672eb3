"""Goals from a .json or .yaml file, in their plain form.

A file has one goal or a list of them. Each is what ``Goal.to_dict`` returns; the entries ``memetik`` and
``version`` may be left out, as in this .yaml file::

    - goal: Pose
      link: panda_hand
      position: [0.5, 0.1, 0.4]
      rpy: [3.14, 0, 0]
      name: grasp
    - goal: StayClose
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import GoalError, MemetikError
from ..goals import Goal, goal_from_dict
from ..io.plain_files import SUFFIXES, parse_plain
from ..plain import head


def read_goals(path: Path) -> list[Goal]:
    """The goals of a .json, .yaml or .yml file."""
    data = _parse(path)
    entries = data if isinstance(data, list) else [data]
    if not entries:
        raise GoalError(f"{path.name}: expected at least one goal, got none")
    return [_goal(path.name, number, entry) for number, entry in enumerate(entries, 1)]


def _goal(file: str, number: int, entry: Any) -> Goal:
    if not isinstance(entry, Mapping) or "goal" not in entry:
        raise GoalError(
            f"{file}: goal {number}: expected an entry such as goal: Position, link: tool0, "
            f"target: [0.4, 0.1, 0.3]; got {entry!r}"
        )
    try:
        return goal_from_dict({**head("goal"), **entry})
    except MemetikError as error:
        raise GoalError(f"{file}: goal {number}: {error}") from error


def _parse(path: Path) -> Any:
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise GoalError(f"{path.name}: expected a file of goals: .json, .yaml or .yml; got suffix {suffix!r}")
    try:
        return parse_plain(path.read_bytes(), suffix, GoalError)
    except GoalError as error:
        raise GoalError(f"{path.name}: {error}") from error
