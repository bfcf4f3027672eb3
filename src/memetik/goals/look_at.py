"""LookAt: an axis of a link points at a place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy.typing as npt

from .. import _core
from ..losses import Losses
from ..transforms import Array
from .goal import DEFAULT_TOLERANCE, Goal, Priority, check_link_name, point, tolerances, unit_vector

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False, init=False)
class LookAt(Goal):
    """An axis of a link points at a place: a camera at an object, a head at a face.

    Residual: R a - d, with the axis a of the link and the unit direction d from the link's origin (or the
    point ``offset``) to the target; three rows, together as long as 2 sin(angle / 2). ``target`` (3,) [m] in
    the root's frame or that of the link ``frame``; ``axis`` (3,) in the link's frame; ``tolerance`` [rad].

    >>> import memetik as mk
    >>> mk.LookAt("camera", (1.0, 0.0, 0.5), axis=(0, 0, 2)).axis
    array([0., 0., 1.])
    """

    link: str
    target: Array
    axis: Array
    offset: Array | None
    frame: str | None
    tolerance: float

    error_names: ClassVar[tuple[str, ...]] = ("angle",)
    error_units: ClassVar[tuple[str, ...]] = ("rad",)

    def __init__(
        self,
        link: str,
        target: npt.ArrayLike,
        *,
        axis: npt.ArrayLike = (0.0, 0.0, 1.0),
        offset: npt.ArrayLike | None = None,
        frame: str | None = None,
        tolerance: float = DEFAULT_TOLERANCE,
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
            axis=unit_vector(axis, "axis"),
            offset=None if offset is None else point(offset, "offset"),
            frame=frame,
            tolerance=tolerances(tolerance, 1)[0],
        )

    @property
    def _default_name(self) -> str:
        return self.link

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record("look_at")
        record.links = [robot._link(self.link)]
        if self.frame is not None:
            record.frame = robot._link(self.frame)
        offset = [0.0, 0.0, 0.0] if self.offset is None else self.offset.tolist()
        record.constants = [*offset, *self.axis.tolist()]
        record.target = self.target.tolist()
        record.tolerance = [self.tolerance]
        return record, None

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (3,)

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return point(value, "target")
