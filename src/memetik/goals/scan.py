"""Scan: a sensor inspects a point of a surface."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

from ..errors import GoalError
from ..transforms import LARGEST_VALUE
from .fields import DEFAULT_TOLERANCE, Angle, FourTolerances, NonNegative, Shapes, UnitVector
from .link_goal import PointGoal

if TYPE_CHECKING:
    from ..robot.robot import Robot


def _range(value: Any, what: str) -> tuple[float, float]:
    try:
        least, most = (math.nan,) * 2 if isinstance(value, str) else (float(number) for number in value)
    except (TypeError, ValueError, OverflowError):
        least, most = math.nan, math.nan
    if not 0.0 <= least <= most <= LARGEST_VALUE:
        raise GoalError(f"{what}: expected the least and the largest, got {value!r}")
    return least, most


Range: TypeAlias = Annotated[tuple[float, float], _range]


@dataclass(frozen=True, eq=False)
class Scan(PointGoal):
    """A sensor is close to a point of a surface, looks at it, and does so straight from above.

    Residuals, zero inside their ranges: the distance from the sensor to the point outside of ``distance``
    [m], the angle between the sensor's axis and the way to the point beyond ``view_angle`` [rad], the angle
    between the axis and the inward normal beyond ``normal_angle`` [rad], and what the line of sight lacks in
    ``clearance`` [m] from the ``obstacles``, shapes of :mod:`memetik.collision` but meshes; the line ends on
    the surface, which therefore is no obstacle itself. Eight rows, as angles have three each. ``target`` (3,)
    [m] is the point and ``normal`` (3,) points out of the surface; they and the obstacles are given in the
    root's frame or that of the link ``frame``. ``axis`` (3,) and ``offset`` (3,) [m] are the
    sensor's, in the link's frame. ``tolerance`` is how far beyond is still accepted: one number, or four.

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
        "distance beyond",
        "view beyond",
        "tilt beyond",
        "sight lacks",
    )
    error_units: ClassVar[tuple[str, ...]] = ("m", "rad", "rad", "m")

    def _data(self, robot: Robot) -> dict[str, Any]:
        obstacles = [shape._primitive("obstacles") for shape in self.obstacles]
        return {**super()._data(robot), "obstacles": obstacles}
