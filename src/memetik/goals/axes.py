"""AlignAxis, WithinCone, FaceAway: where an axis of a link points."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from .fields import Angle
from .link_goal import AxisGoal


@dataclass(frozen=True, eq=False)
class AlignAxis(AxisGoal):
    """An axis of a link points in a direction: a cup stays upright, a drill goes straight down.

    Residual: R a - d, with the axis a of the link and the unit direction d; three rows, together as long as
    2 sin(angle / 2). ``target`` (3,) is the direction in the root's frame or that of the link ``frame``;
    ``axis`` (3,) is in the link's frame; ``tolerance`` [rad].

    >>> import memetik as mk
    >>> mk.AlignAxis("tool0", (0, 0, -1)).axis
    array([0., 0., 1.])
    """

    error_names: ClassVar[tuple[str, ...]] = ("angle",)
    error_units: ClassVar[tuple[str, ...]] = ("rad",)


@dataclass(frozen=True, eq=False)
class WithinCone(AxisGoal):
    """An axis of a link points less than ``angle`` [rad] away from a direction.

    Residual: max(0, angle between them - ``angle``) [rad] along the way in which the axis turns off, three
    rows: nothing inside the cone. ``target`` (3,) is the direction in the root's frame or that of the link
    ``frame``; ``axis`` (3,) is in the link's frame; ``tolerance`` [rad] is how far beyond is still accepted.

    >>> import memetik as mk
    >>> mk.WithinCone("tool0", (0, 0, -1), angle=0.3).angle
    0.3
    """

    _: KW_ONLY
    angle: Angle

    error_names: ClassVar[tuple[str, ...]] = ("angle beyond",)
    error_units: ClassVar[tuple[str, ...]] = ("rad",)


@dataclass(frozen=True, eq=False)
class FaceAway(AxisGoal):
    """An axis of a link does not point along a direction, but across it or against it.

    Residual: max(0, R a · d), one row: the sine of the angle by which the axis is on the wrong side.
    ``target`` (3,) is the direction d in the root's frame or that of the link ``frame``; ``axis`` (3,) is a,
    in the link's frame; ``tolerance`` is of that sine.

    >>> import memetik as mk
    >>> mk.FaceAway("camera", (0, 0, 2)).target
    array([0., 0., 1.])
    """

    error_names: ClassVar[tuple[str, ...]] = ("sine",)
    error_units: ClassVar[tuple[str, ...]] = ("",)
