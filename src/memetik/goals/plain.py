"""Constructs goals from their plain form, a dict."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from ..errors import GoalError, UnknownNameError, without_warnings
from ..plain import check_head, head
from .custom import Custom
from .goal import Goal
from .kinds import all_kinds, find_kind


def goal_from_dict(data: Mapping[str, Any]) -> Goal:
    """Construct a goal from the dict that ``Goal.to_dict`` returned.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3), name="tip")
    >>> mk.goals.goal_from_dict(goal.to_dict()) == goal
    True
    """
    check_head(data, "goal", GoalError)
    options = {key: value for key, value in data.items() if key not in head("goal")}
    name = options.pop("goal", None)
    kind = find_kind(name, _plain_kinds())
    _check_options(kind, options)
    try:
        return without_warnings(kind, **options)
    except TypeError as error:
        raise GoalError(f"not a {name} in plain form: {error}") from error


def _check_options(kind: type[Goal], options: Mapping[str, Any]) -> None:
    """Raise an error for an unknown option, and for a missing one."""
    known = inspect.signature(kind).parameters
    for option in options:
        if option not in known:
            raise UnknownNameError(f"option of {kind.__name__}", option, known)
    for option, parameter in known.items():
        if parameter.default is parameter.empty and option not in options:
            raise GoalError(f"not a {kind.__name__} in plain form: there is no entry {option!r}")


def _plain_kinds() -> dict[str, type[Goal]]:
    """Return memetik's goal classes except Custom, whose function has no plain form."""
    return {name: kind for name, kind in all_kinds().items() if kind is not Custom}
