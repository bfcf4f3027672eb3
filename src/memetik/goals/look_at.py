"""LookAt: an axis of a link points at a point in space."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

import numpy as np

from ..transforms import Array
from .awaited_target import AwaitedTargetGoal
from .fields import UnitVector
from .link_goal import PointGoal
from .pose import PointTarget


@dataclass(frozen=True, eq=False)
class LookAt(PointGoal, AwaitedTargetGoal):
    """An axis of a link points at a target point: a camera at an object, a head at a face.

    Residual: R a - d, with the link's rotation R, its axis a and the unit vector d from the link's origin (or
    the point ``offset``) to the target; three rows with the norm 2 sin(angle / 2). ``target`` (3,) [m] is in
    the frame of the root or of the link ``frame``; without it, every query has to give it in ``targets``.
    ``axis`` (3,) and ``offset`` (3,) [m] are in the link's frame; ``tolerance`` [rad] is the largest accepted
    angle.

    >>> import memetik as mk
    >>> mk.LookAt("camera", (1.0, 0.0, 0.5), axis=(0, 0, 2)).axis
    array([0., 0., 1.])
    """

    target: PointTarget = None
    _: KW_ONLY
    axis: UnitVector = (0.0, 0.0, 1.0)

    error_names: ClassVar[tuple[str, ...]] = ("angle",)
    error_units: ClassVar[tuple[str, ...]] = ("rad",)
    _is_exact: ClassVar[bool] = True
    _neutral_target: ClassVar[Array] = np.zeros(3)
