"""Scan: a sensor inspects a point of a surface."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from .. import _core
from ..collision.primitives import Geometries, as_geometries, primitive
from ..collision.shapes import Geometry
from ..errors import GoalError
from ..losses import Losses
from ..transforms import LARGEST_VALUE, Array
from .goal import (
    DEFAULT_TOLERANCE,
    Goal,
    Priority,
    angle,
    check_link_name,
    non_negative,
    point,
    tolerances,
    unit_vector,
)

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False, init=False)
class Scan(Goal):
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

    link: str
    target: Array
    normal: Array
    axis: Array
    offset: Array | None
    distance: tuple[float, float]
    view_angle: float
    normal_angle: float
    obstacles: tuple[Geometry, ...]
    clearance: float
    frame: str | None
    tolerance: tuple[float, ...]

    error_names: ClassVar[tuple[str, ...]] = (
        "distance beyond",
        "view beyond",
        "tilt beyond",
        "sight lacks",
    )
    error_units: ClassVar[tuple[str, ...]] = ("m", "rad", "rad", "m")

    def __init__(
        self,
        link: str,
        target: npt.ArrayLike,
        *,
        normal: npt.ArrayLike,
        axis: npt.ArrayLike = (0.0, 0.0, 1.0),
        offset: npt.ArrayLike | None = None,
        distance: tuple[float, float] = (0.0, 0.02),
        view_angle: float = 0.2,
        normal_angle: float = 0.2,
        obstacles: Geometries = (),
        clearance: float = 0.0,
        frame: str | None = None,
        tolerance: npt.ArrayLike = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        check_link_name(link, "link")
        if frame is not None:
            check_link_name(frame, "frame")
        self._set(
            link=link,
            target=point(target, "target"),
            normal=unit_vector(normal, "normal"),
            axis=unit_vector(axis, "axis"),
            offset=None if offset is None else point(offset, "offset"),
            distance=_distances(distance),
            view_angle=angle(view_angle, "view_angle"),
            normal_angle=angle(normal_angle, "normal_angle"),
            obstacles=as_geometries(obstacles, "obstacles"),
            clearance=non_negative(clearance, "clearance"),
            frame=frame,
            tolerance=tolerances(tolerance, 4),
        )

    @property
    def _default_name(self) -> str:
        return self.link

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record("scan")
        record.links = [robot._link(self.link)]
        if self.frame is not None:
            record.frame = robot._link(self.frame)
        offset = np.zeros(3) if self.offset is None else self.offset
        ranges = (*self.distance, self.view_angle, self.normal_angle, self.clearance)
        obstacles = [primitive(shape, "obstacles") for shape in self.obstacles]
        record.target = self.target.tolist()
        record.constants = np.concatenate([self.normal, offset, self.axis, ranges, *obstacles]).tolist()
        record.tolerance = self.tolerance
        return record, None

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (3,)

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return point(value, "target")


def _distances(value: Any) -> tuple[float, float]:
    try:
        least, most = (math.nan,) * 2 if isinstance(value, str) else (float(number) for number in value)
    except (TypeError, ValueError, OverflowError):
        least, most = math.nan, math.nan
    if not 0.0 <= least <= most <= LARGEST_VALUE:
        raise GoalError(f"distance: expected the least and the largest, got {value!r}")
    return least, most
