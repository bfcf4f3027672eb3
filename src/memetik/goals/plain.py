"""Goals from their plain form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import GoalError, UnknownNameError
from ..io.versions import check_head, head
from .axes import AlignAxis, FaceAway, WithinCone
from .balance import Balance
from .contacts import StandOn, Touch
from .goal import Goal
from .keep_clear import KeepClear
from .look_at import LookAt
from .manipulability import Manipulability
from .pass_through import PassThrough
from .points import KeepDistance, OnLine, OnPlane
from .pose import Orientation, Pose, Position
from .postures import AvoidJointLimits, CenterJoints, JointValue, LinearJoints
from .scan import Scan
from .smooth import Smooth
from .stay_close import StayClose

KINDS: dict[str, type[Goal]] = {
    kind.__name__: kind
    for kind in (
        *(
            Pose,
            Position,
            Orientation,
            LookAt,
            AlignAxis,
            WithinCone,
            FaceAway,
            OnLine,
            OnPlane,
            KeepDistance,
        ),
        *(KeepClear, Touch, StandOn, Smooth, Manipulability),
        *(PassThrough, Scan, Balance, StayClose, CenterJoints, AvoidJointLimits, JointValue, LinearJoints),
    )
}


def goal_from_dict(data: Mapping[str, Any]) -> Goal:
    """The goal of a plain form, as ``Goal.to_dict`` makes it.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3), name="tip")
    >>> mk.goals.goal_from_dict(goal.to_dict()) == goal
    True
    """
    check_head(data, "goal", GoalError)
    options = {key: value for key, value in data.items() if key not in head("goal")}
    name = options.pop("goal", None)
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise UnknownNameError("goal", name, KINDS)
    try:
        return kind(**options)
    except TypeError as error:
        raise GoalError(f"not a {name} in plain form: {error}") from error
