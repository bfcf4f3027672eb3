"""LookAt: an axis of a link points at a place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy.typing as npt

from .. import _core
from ..transforms import Array, transform
from .goal import DEFAULT_TOLERANCE, Goal, check_link_name, point, tolerances, unit_vector

if TYPE_CHECKING:
    from ..robot import Robot

LOOK_AT = 3  # in the order of memetik::GoalKind


@dataclass(frozen=True, eq=False)
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
    axis: Array = (0.0, 0.0, 1.0)  # type: ignore[assignment]
    offset: Array | None = None
    frame: str | None = None
    tolerance: Any = DEFAULT_TOLERANCE

    error_names: ClassVar[tuple[str, ...]] = ("angle",)
    error_units: ClassVar[tuple[str, ...]] = ("rad",)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_link_name(self.link, "link")
        if self.frame is not None:
            check_link_name(self.frame, "frame")
        object.__setattr__(self, "target", point(self.target, "target"))
        object.__setattr__(self, "axis", unit_vector(self.axis, "axis"))
        object.__setattr__(self, "tolerance", tolerances(self.tolerance, 1)[0])
        if self.offset is not None:
            object.__setattr__(self, "offset", point(self.offset, "offset"))

    @property
    def _default_name(self) -> str:
        return self.link

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record(LOOK_AT)
        record.links = [robot._link(self.link)]
        if self.frame is not None:
            record.frame = robot._link(self.frame)
        if self.offset is not None:
            record.set_offset(transform(self.offset))
        record.axis = self.axis.tolist()
        record.target = self.target.tolist()
        record.tolerance = [self.tolerance, 0.0, 0.0, 0.0, 0.0, 0.0]
        return record, None

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (3,)

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return point(value, "target")
