"""Base classes of goals for one link."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .fields import DEFAULT_TOLERANCE, LinkName, MaybeLinkName, MaybePoint, Point, Tolerance, UnitVector
from .goal import Goal

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False)
class LinkGoal(Goal):
    """A goal that reads one link."""

    link: LinkName

    @property
    def _default_name(self) -> str:
        return self.link

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        return self._record(robot, [self.link]), None


@dataclass(frozen=True, eq=False)
class LinkTargetGoal(LinkGoal):
    """A goal of one link with a target, which is given in the frame of the root or of the link ``frame``."""

    target: Point
    _: KW_ONLY
    frame: MaybeLinkName = None
    tolerance: Tolerance = DEFAULT_TOLERANCE


@dataclass(frozen=True, eq=False)
class PointGoal(LinkTargetGoal):
    """A goal for a point of a link: its origin or ``offset`` (3,) [m] in its frame. The target is a point."""

    _: KW_ONLY
    offset: MaybePoint = None

    def _data(self, robot: Robot) -> dict[str, Any]:
        return {**super()._data(robot), "offset": np.zeros(3) if self.offset is None else self.offset}


@dataclass(frozen=True, eq=False)
class AxisGoal(LinkTargetGoal):
    """A goal for an ``axis`` (3,) fixed in a link's frame. The target is a direction; it is normalised."""

    target: UnitVector
    _: KW_ONLY
    axis: UnitVector = (0.0, 0.0, 1.0)
