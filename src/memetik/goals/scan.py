"""Scan: a sensor inspects a point of a surface."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

import numpy as np

from .. import _core
from ..errors import GoalError
from ..number_checks import numbers
from ..transforms import MAX_VALUE, Array
from .fields import (
    DEFAULT_TOLERANCE,
    Angle,
    FourTolerances,
    NonNegative,
    Shapes,
    UnitVector,
    point,
    unit_vector,
)
from .link_goal import PointGoal
from .shape_fields import solid_records

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

    Errors, each zero inside its range:

    - the distance [m] from the sensor to the point, in excess of the range ``distance``
    - the angle [rad] between the sensor's axis and the line of sight, in excess of ``view_angle``
    - the angle [rad] between the sensor's axis and the inward normal, in excess of ``normal_angle``
    - ``clearance`` minus the smallest distance [m] between the line of sight and the ``obstacles``

    Residuals are the errors; the angle of the line of sight is multiplied by its length [m], because the
    direction to a near point changes fast, but by at least 0.02 m; that of the normal by 0.2 m. Each angle
    has three rows.

    ``obstacles`` are shapes of :mod:`memetik.collision`. Do not list the surface itself: the line of sight
    ends on it. Along a :class:`~memetik.collision.Field` or a mesh, which becomes one (``mesh.as_field()``),
    the smallest of 65 distances is refined: what is thinner than 1/64 of the line of sight may be missed.
    ``target`` (3,) [m] is the point and ``normal`` (3,) points out of the surface; both and the obstacles are
    in the frame of the root or of the link ``frame``. ``axis`` (3,) and ``offset`` (3,) [m] are the sensor's
    axis and position in the link's frame. ``tolerance`` is the largest accepted excess: one number, or four.

    A query gives another point, or point and normal: ``targets={name: (point, normal)}``. A batch has rows of
    six numbers (N, 6), point and normal, so one solver scans a surface.

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
        obstacles, fields = solid_records(self.obstacles, "obstacles")
        offset = np.zeros(3) if self.offset is None else self.offset
        names = ("axis", "distance", "view_angle", "normal_angle", "clearance")
        own = {name: getattr(self, name) for name in names}
        return {**own, "offset": offset, "obstacles": obstacles, "fields": fields}

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record, function = super()._compile(robot)
        record.target = [*self.target.tolist(), *self.normal.tolist()]
        return record, function

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (6,)

    def _as_target(self, value: Any, robot: Robot) -> Array:
        array = numbers(value)
        if array is None or array.shape not in ((2, 3), (6,)):
            return np.concatenate([point(value, "target"), self.normal])
        place, normal = array.reshape(2, 3)
        return np.concatenate([point(place, "target"), unit_vector(normal, "normal of the target")])

    def _as_targets(self, values: Any, what: str) -> Array | None:
        array = numbers(values)
        if array is None or array.shape[1:] not in ((3,), (6,), (2, 3)):
            return None
        if array.shape[1:] == (3,):
            return np.hstack([array, np.tile(self.normal, (len(array), 1))])
        rows = np.array(array.reshape(-1, 6))
        lengths = np.linalg.norm(rows[:, 3:], axis=1, keepdims=True)
        usable = np.isfinite(lengths) & (lengths > 1e-9)  # others are refused row by row
        rows[:, 3:] = np.where(usable, rows[:, 3:] / np.where(usable, lengths, 1.0), rows[:, 3:])
        return rows
