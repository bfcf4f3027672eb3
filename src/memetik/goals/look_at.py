"""LookAt: an axis of a link points at a place."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from .fields import UnitVector
from .link_goal import PointGoal


@dataclass(frozen=True, eq=False)
class LookAt(PointGoal):
    """An axis of a link points at a place: a camera at an object, a head at a face.

    Residual: R a - d, with the axis a of the link and the unit direction d from the link's origin (or the
    point ``offset``) to the target; three rows, together as long as 2 sin(angle / 2). ``target`` (3,) [m] in
    the root's frame or that of the link ``frame``; ``axis`` (3,) in the link's frame; ``tolerance`` [rad].

    >>> import memetik as mk
    >>> mk.LookAt("camera", (1.0, 0.0, 0.5), axis=(0, 0, 2)).axis
    array([0., 0., 1.])
    """

    _: KW_ONLY
    axis: UnitVector = (0.0, 0.0, 1.0)

    error_names: ClassVar[tuple[str, ...]] = ("angle",)
    error_units: ClassVar[tuple[str, ...]] = ("rad",)
