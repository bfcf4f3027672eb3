"""Goals whose target may be missing: every query has to give it then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from .. import _core
from ..errors import GoalError
from ..transforms import Array
from .link_goal import LinkGoal

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False)
class AwaitedTargetGoal(LinkGoal):
    """A goal of one link whose ``target`` is None if every query has to give it in its ``targets``."""

    # the form of a target, and what the core holds until a query gives the target of a goal without one
    _neutral_target: ClassVar[Array]

    if TYPE_CHECKING:
        target: Any

    @property
    def _awaits_target(self) -> bool:
        return self.target is None

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return self._neutral_target.shape

    def _as_target(self, value: Any, robot: Robot) -> Array:
        if value is None:
            raise GoalError("expected a target, got None")
        return super()._as_target(value, robot)

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record, function = super()._compile(robot)
        if self.target is None:
            record.target = self._neutral_target.ravel().tolist()
        return record, function
