"""AlignAxis, WithinCone, FaceAway: where an axis of a link points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy.typing as npt

from .. import _core
from ..losses import Losses
from .goal import DEFAULT_TOLERANCE, Priority
from .goal import angle as checked_angle
from .link_goal import AxisGoal

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False, init=False)
class AlignAxis(AxisGoal):
    """An axis of a link points in a direction: a cup stays upright, a drill goes straight down.

    Residual: R a - d, with the axis a of the link and the unit direction d; three rows, together as long as
    2 sin(angle / 2). ``target`` (3,) is the direction in the root's frame or that of the link ``frame``;
    ``axis`` (3,) is in the link's frame; ``tolerance`` [rad].

    >>> import memetik as mk
    >>> mk.AlignAxis("tool0", (0, 0, -1)).axis
    array([0., 0., 1.])
    """

    error_names: ClassVar[tuple[str, ...]] = ("angle",)
    error_units: ClassVar[tuple[str, ...]] = ("rad",)

    def __init__(
        self,
        link: str,
        target: npt.ArrayLike,
        *,
        axis: npt.ArrayLike = (0.0, 0.0, 1.0),
        frame: str | None = None,
        tolerance: float = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        self._set_axis(link, target, axis, frame, tolerance)

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        return self._link_record("align_axis", robot, self.axis), None


@dataclass(frozen=True, eq=False, init=False)
class WithinCone(AxisGoal):
    """An axis of a link points less than ``angle`` [rad] away from a direction.

    Residual: max(0, angle between them - ``angle``) [rad] along the way in which the axis turns off, three
    rows: nothing inside the cone. ``target`` (3,) is the direction in the root's frame or that of the link
    ``frame``; ``axis`` (3,) is in the link's frame; ``tolerance`` [rad] is how far beyond is still accepted.

    >>> import memetik as mk
    >>> mk.WithinCone("tool0", (0, 0, -1), angle=0.3).angle
    0.3
    """

    angle: float

    error_names: ClassVar[tuple[str, ...]] = ("angle beyond",)
    error_units: ClassVar[tuple[str, ...]] = ("rad",)

    def __init__(
        self,
        link: str,
        target: npt.ArrayLike,
        *,
        angle: float,
        axis: npt.ArrayLike = (0.0, 0.0, 1.0),
        frame: str | None = None,
        tolerance: float = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        self._set_axis(link, target, axis, frame, tolerance)
        self._set(angle=checked_angle(angle, "angle"))

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        return self._link_record("within_cone", robot, self.axis, [self.angle]), None


@dataclass(frozen=True, eq=False, init=False)
class FaceAway(AxisGoal):
    """An axis of a link does not point along a direction, but across it or against it.

    Residual: max(0, R a · d), one row: the sine of the angle by which the axis is on the wrong side.
    ``target`` (3,) is the direction d in the root's frame or that of the link ``frame``; ``axis`` (3,) is a,
    in the link's frame; ``tolerance`` is of that sine.

    >>> import memetik as mk
    >>> mk.FaceAway("camera", (0, 0, 2)).target
    array([0., 0., 1.])
    """

    error_names: ClassVar[tuple[str, ...]] = ("sine",)
    error_units: ClassVar[tuple[str, ...]] = ("",)

    def __init__(
        self,
        link: str,
        target: npt.ArrayLike,
        *,
        axis: npt.ArrayLike = (0.0, 0.0, 1.0),
        frame: str | None = None,
        tolerance: float = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        self._set_axis(link, target, axis, frame, tolerance)

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        return self._link_record("face_away", robot, self.axis), None
