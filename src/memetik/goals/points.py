"""OnLine, OnPlane, KeepDistance: where a point of a link may be."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy.typing as npt

from .. import _core
from ..errors import GoalError
from ..losses import Losses
from ..transforms import LARGEST_VALUE, Array
from .goal import DEFAULT_TOLERANCE, Priority, unit_vector
from .link_goal import PointGoal

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False, init=False)
class OnLine(PointGoal):
    """A point of a link lies on a line.

    Residual: (I - d dᵀ)(x - p) [m], with the unit direction d of the line and a point p of it; three rows,
    together as long as the distance. ``target`` (3,) [m] is p, ``direction`` (3,) is along d, both in the
    root's frame or that of the link ``frame``; ``offset`` (3,) is the point x in the link's frame;
    ``tolerance`` [m].

    >>> import memetik as mk
    >>> mk.OnLine("tool0", (0.5, 0, 0), (0, 0, 2)).direction
    array([0., 0., 1.])
    """

    direction: Array

    error_names: ClassVar[tuple[str, ...]] = ("distance",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

    def __init__(
        self,
        link: str,
        target: npt.ArrayLike,
        direction: npt.ArrayLike,
        *,
        offset: npt.ArrayLike | None = None,
        frame: str | None = None,
        tolerance: float = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        self._set_point(link, target, offset, frame, tolerance)
        self._set(direction=unit_vector(direction, "direction"))

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        return self._link_record("on_line", robot, self.direction, self._offset), None


@dataclass(frozen=True, eq=False, init=False)
class OnPlane(PointGoal):
    """A point of a link lies on a plane.

    Residual: n · (x - p) [m], with the unit normal n of the plane and a point p of it; one row. ``target``
    (3,) [m] is p, ``normal`` (3,) is along n, both in the root's frame or that of the link ``frame``;
    ``offset`` (3,) is the point x in the link's frame; ``tolerance`` [m].

    >>> import memetik as mk
    >>> mk.OnPlane("tool0", (0, 0, 0.2), (0, 0, 1)).target
    array([0. , 0. , 0.2])
    """

    normal: Array

    error_names: ClassVar[tuple[str, ...]] = ("distance",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

    def __init__(
        self,
        link: str,
        target: npt.ArrayLike,
        normal: npt.ArrayLike,
        *,
        offset: npt.ArrayLike | None = None,
        frame: str | None = None,
        tolerance: float = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        self._set_point(link, target, offset, frame, tolerance)
        self._set(normal=unit_vector(normal, "normal"))

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        return self._link_record("on_plane", robot, self.normal, self._offset), None


@dataclass(frozen=True, eq=False, init=False)
class KeepDistance(PointGoal):
    """A point of a link is at least ``min`` and at most ``max`` [m] away from a place.

    Residual: how far the distance is outside of [``min``, ``max``], negative below, one row. ``target`` (3,)
    [m] is the place in the root's frame or, for a distance between two links, in that of the link ``frame``;
    ``offset`` (3,) is the point in the link's frame; ``tolerance`` [m] is how far outside is still accepted.

    >>> import memetik as mk
    >>> mk.KeepDistance("elbow", (0, 0, 0), frame="wrist", min=0.2).max
    inf
    """

    min: float
    max: float

    error_names: ClassVar[tuple[str, ...]] = ("distance beyond",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

    def __init__(
        self,
        link: str,
        target: npt.ArrayLike,
        *,
        min: float = 0.0,
        max: float = math.inf,
        offset: npt.ArrayLike | None = None,
        frame: str | None = None,
        tolerance: float = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        self._set_point(link, target, offset, frame, tolerance)
        least, most = _number(min, "min"), _number(max, "max")
        if not 0.0 <= least <= most:
            raise GoalError(f"expected 0 <= min <= max, got min={min!r} and max={max!r}")
        if least > LARGEST_VALUE:
            raise GoalError(f"min: farther than {LARGEST_VALUE:g} m: {min!r}")
        if least == 0.0 and most == math.inf:
            raise GoalError("KeepDistance: give min, max or both")
        self._set(min=least, max=most)

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        most = LARGEST_VALUE if self.max > LARGEST_VALUE else self.max
        return self._link_record("keep_distance", robot, [self.min, most], self._offset), None


def _number(value: Any, what: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if math.isnan(number):
        raise GoalError(f"{what}: expected a number, got {value!r}")
    return number
