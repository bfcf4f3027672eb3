"""Constructs goals from their plain form, a dict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import GoalError, without_warnings
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
    try:
        return without_warnings(kind, **options)
    except TypeError as error:
        raise GoalError(f"not a {name} in plain form: {error}") from error


def _plain_kinds() -> dict[str, type[Goal]]:
    """Return memetik's goal classes except Custom, whose function has no plain form."""
    return {name: kind for name, kind in all_kinds().items() if kind is not Custom}
