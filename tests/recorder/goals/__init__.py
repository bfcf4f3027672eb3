"""Goals by name. The configuration of a situation meets each exactly or nearly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.recorder import adapter
from tests.recorder.goals.contact import CONTACT
from tests.recorder.goals.custom import CUSTOM
from tests.recorder.goals.direction import DIRECTION
from tests.recorder.goals.placement import PLACEMENT
from tests.recorder.goals.point import POINT
from tests.recorder.goals.posture import POSTURE
from tests.recorder.situation import Situation

GOALS: dict[str, Callable[[Situation], Any]] = {
    **PLACEMENT,
    **DIRECTION,
    **POINT,
    **CONTACT,
    **POSTURE,
    **CUSTOM,
}


def make(names: str, t: Situation) -> list[Any]:
    """Return the goals with these names, which are joined by "+"."""
    return [GOALS[name](t) for name in names.split("+")]


def takes(name: str, t: Situation) -> bool:
    """Return whether the robot has the links, joints or masses that the goal needs."""
    if name == "balance":
        return adapter.has_mass(t.scene.robot)
    if name == "stay_close_by_time":
        speeds = adapter.velocity_limits(t.scene.robot)
        return bool(((speeds > 0) & (speeds < float("inf"))).all())
    if name == "avoid_joint_limits_some":
        return t.scene.name != "every_joint"
    if name.startswith("manipulability"):
        return len(t.scene.joints) >= (6 if name.endswith("all") else 3)
    return True


def all_taken(names: str, t: Situation) -> bool:
    return all(takes(name, t) for name in names.split("+"))
