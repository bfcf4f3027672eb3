"""What goals of one link have in common."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .. import _core
from ..transforms import Array
from .goal import Goal, check_link_name, point, tolerances, unit_vector

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False, init=False)
class LinkGoal(Goal):
    """A goal of one link. Targets are given in the root's frame, or in that of the link ``frame``."""

    link: str
    target: Array
    frame: str | None
    tolerance: float

    def _set_link(self, link: str, target: Array, frame: str | None, tolerance: float) -> None:
        check_link_name(link, "link")
        if frame is not None:
            check_link_name(frame, "frame")
        self._set(link=link, target=target, frame=frame, tolerance=tolerances(tolerance, 1)[0])

    @property
    def _default_name(self) -> str:
        return self.link

    def _link_record(self, kind: str, robot: Robot, *constants: Iterable[float]) -> _core.Goal:
        record = self._record(kind)
        record.links = [robot._link(self.link)]
        if self.frame is not None:
            record.frame = robot._link(self.frame)
        record.target = self.target.tolist()
        record.constants = [float(number) for numbers in constants for number in numbers]
        record.tolerance = [self.tolerance]
        return record

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (3,)


@dataclass(frozen=True, eq=False, init=False)
class PointGoal(LinkGoal):
    """A goal of a point of a link: its origin, or ``offset`` (3,) [m] in its frame. The target is a place."""

    offset: Array | None

    def _set_point(
        self,
        link: str,
        target: npt.ArrayLike,
        offset: npt.ArrayLike | None,
        frame: str | None,
        tolerance: float,
    ) -> None:
        self._set_link(link, point(target, "target"), frame, tolerance)
        self._set(offset=None if offset is None else point(offset, "offset"))

    @property
    def _offset(self) -> Array:
        return np.zeros(3) if self.offset is None else self.offset

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return point(value, "target")


@dataclass(frozen=True, eq=False, init=False)
class AxisGoal(LinkGoal):
    """A goal of an axis of a link, ``axis`` (3,) in its frame. The target is a direction, of any length."""

    axis: Array

    def _set_axis(
        self, link: str, target: npt.ArrayLike, axis: npt.ArrayLike, frame: str | None, tolerance: float
    ) -> None:
        self._set_link(link, unit_vector(target, "target"), frame, tolerance)
        self._set(axis=unit_vector(axis, "axis"))

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return unit_vector(value, "target")
