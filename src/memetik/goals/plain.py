"""Goals from their plain form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import GoalError, UnknownNameError
from .goal import Goal
from .look_at import LookAt
from .pose import Orientation, Pose, Position
from .stay_close import StayClose

KINDS: dict[str, type[Goal]] = {
    kind.__name__: kind for kind in (Pose, Position, Orientation, LookAt, StayClose)
}


def goal_from_dict(data: Mapping[str, Any]) -> Goal:
    """The goal of a plain form, as ``Goal.to_dict`` makes it.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3), name="tip")
    >>> mk.goals.goal_from_dict(goal.to_dict()) == goal
    True
    """
    if not isinstance(data, Mapping) or "goal" not in data:
        raise GoalError("not a goal in plain form: there is no entry 'goal'")
    kind = KINDS.get(data["goal"]) if isinstance(data["goal"], str) else None
    if kind is None:
        raise UnknownNameError("goal", data["goal"], KINDS)
    try:
        return kind(**{key: value for key, value in data.items() if key != "goal"})
    except TypeError as error:
        raise GoalError(f"not a {data['goal']} in plain form: {error}") from error
