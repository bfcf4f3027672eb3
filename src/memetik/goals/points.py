"""OnLine, OnPlane, KeepDistance: goals for the location of a point of a link."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from ..errors import GoalError
from ..transforms import MAX_VALUE
from .fields import Number, UnitVector
from .link_goal import PointGoal

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False)
class OnLine(PointGoal):
    """A point of a link lies on a line.

    Residual: (I - d dᵀ)(x - p) [m], with the unit direction d of the line and a point p on it; three rows
    with the distance as norm. ``target`` (3,) [m] is p, ``direction`` (3,) is along d, both in the frame of
    the root or of the link ``frame``; ``offset`` (3,) [m] is the point x in the link's frame; ``tolerance``
    [m] is the largest accepted distance.

    >>> import memetik as mk
    >>> mk.OnLine("tool0", (0.5, 0, 0), (0, 0, 2)).direction
    array([0., 0., 1.])
    """

    direction: UnitVector

    error_names: ClassVar[tuple[str, ...]] = ("distance",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)
    _is_exact: ClassVar[bool] = True


@dataclass(frozen=True, eq=False)
class OnPlane(PointGoal):
    """A point of a link lies on a plane.

    Residual: n · (x - p) [m], with the unit normal n of the plane and a point p on it; one row. ``target``
    (3,) [m] is p, ``normal`` (3,) is along n, both in the frame of the root or of the link ``frame``;
    ``offset`` (3,) [m] is the point x in the link's frame; ``tolerance`` [m] is the largest accepted
    distance.

    >>> import memetik as mk
    >>> mk.OnPlane("tool0", (0, 0, 0.2), (0, 0, 1)).target
    array([0. , 0. , 0.2])
    """

    normal: UnitVector

    error_names: ClassVar[tuple[str, ...]] = ("distance",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)
    _is_exact: ClassVar[bool] = True


@dataclass(frozen=True, eq=False)
class KeepDistance(PointGoal):
    """A point of a link is at least ``min`` and at most ``max`` [m] away from a target point.

    Residual: distance - ``max`` if the distance is too large, distance - ``min`` (negative) if it is too
    small, else zero [m]; one row. ``target`` (3,) [m] is in the frame of the root or, for a distance between
    two links, of the link ``frame``; ``offset`` (3,) [m] is the link's point in its frame; ``tolerance`` [m]
    is the accepted distance outside of the range.

    >>> import memetik as mk
    >>> mk.KeepDistance("elbow", (0, 0, 0), frame="wrist", min=0.2).max
    inf
    """

    _: KW_ONLY
    min: Number = 0.0
    max: Number = math.inf

    error_names: ClassVar[tuple[str, ...]] = ("distance outside range",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

    def _check(self) -> None:
        if not 0.0 <= self.min <= self.max:
            raise GoalError(f"min, max: expected 0 <= min <= max, got min={self.min:g} and max={self.max:g}")
        if self.min > MAX_VALUE:
            raise GoalError(f"min: farther than {MAX_VALUE:g} m: {self.min!r}")
        if self.min == 0.0 and self.max == math.inf:
            raise GoalError("KeepDistance: give min, max or both")

    def _data(self, robot: Robot) -> dict[str, Any]:
        return {**super()._data(robot), "max": MAX_VALUE if self.max > MAX_VALUE else self.max}
