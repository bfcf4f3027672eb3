"""Scan: a sensor inspects a point of a surface."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

from ..errors import GoalError
from ..transforms import MAX_VALUE
from .fields import DEFAULT_TOLERANCE, Angle, FourTolerances, NonNegative, Shapes, UnitVector
from .link_goal import PointGoal

if TYPE_CHECKING:
    from ..robot.robot import Robot


def _range(value: Any, what: str) -> tuple[float, float]:
    try:
        least, most = (math.nan,) * 2 if isinstance(value, str) else (float(number) for number in value)
    except (TypeError, ValueError, OverflowError):
        least, most = math.nan, math.nan
    if not 0.0 <= least <= most <= MAX_VALUE:
        raise GoalError(f"{what}: expected the smallest and the largest distance [m], got {value!r}")
    return least, most


Range: TypeAlias = Annotated[tuple[float, float], _range]


@dataclass(frozen=True, eq=False)
class Scan(PointGoal):
    """A sensor is close to a point of a surface and looks at it along the surface's normal.

    Residuals, each zero inside its range; eight rows, because each angle has three:

    - the distance [m] from the sensor to the point, in excess of the range ``distance``
    - the angle [rad] between the sensor's axis and the line of sight, in excess of ``view_angle``
    - the angle [rad] between the sensor's axis and the inward normal, in excess of ``normal_angle``
    - ``clearance`` minus the smallest distance [m] between the line of sight and the ``obstacles``

    ``obstacles`` are shapes of :mod:`memetik.collision` (no meshes). Do not list the surface itself: the line
    of sight ends on it. ``target`` (3,) [m] is the point and ``normal`` (3,) points out of the surface; both
    and the obstacles are in the frame of the root or of the link ``frame``. ``axis`` (3,) and ``offset`` (3,)
    [m] are the sensor's axis and position in the link's frame. ``tolerance`` is the largest accepted excess:
    one number, or four.

    >>> import memetik as mk
    >>> mk.Scan("endoscope", (0.4, 0, 0.1), normal=(0, 0, 1)).distance
    (0.0, 0.02)
    """

    _: KW_ONLY
    normal: UnitVector
    axis: UnitVector = (0.0, 0.0, 1.0)
    distance: Range = (0.0, 0.02)
    view_angle: Angle = 0.2
    normal_angle: Angle = 0.2
    obstacles: Shapes = ()
    clearance: NonNegative = 0.0
    tolerance: FourTolerances = DEFAULT_TOLERANCE

    error_names: ClassVar[tuple[str, ...]] = (
        "distance outside range",
        "excess view angle",
        "excess normal angle",
        "missing clearance",
    )
    error_units: ClassVar[tuple[str, ...]] = ("m", "rad", "rad", "m")

    def _data(self, robot: Robot) -> dict[str, Any]:
        obstacles = [shape._primitive("obstacles") for shape in self.obstacles]
        return {**super()._data(robot), "obstacles": obstacles}
