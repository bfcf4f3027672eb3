"""AlignAxis, WithinCone, FaceAway: goals for the direction of a link's axis."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from .fields import Angle
from .link_goal import AxisGoal


@dataclass(frozen=True, eq=False)
class AlignAxis(AxisGoal):
    """An axis of a link points in a direction: a cup stays upright, a drill goes straight down.

    Residual: R a - d, with the link's rotation R, its axis a and the unit direction d; three rows with the
    norm 2 sin(angle / 2). ``target`` (3,) is d in the frame of the root or of the link ``frame``; ``axis``
    (3,) is a in the link's frame; ``tolerance`` [rad] is the largest accepted angle.

    >>> import memetik as mk
    >>> mk.AlignAxis("tool0", (0, 0, -1)).axis
    array([0., 0., 1.])
    """

    error_names: ClassVar[tuple[str, ...]] = ("angle",)
    error_units: ClassVar[tuple[str, ...]] = ("rad",)
    _is_exact: ClassVar[bool] = True


@dataclass(frozen=True, eq=False)
class WithinCone(AxisGoal):
    """An axis of a link points less than ``angle`` [rad] away from a direction.

    Residual: max(0, angle between axis and direction - ``angle``) [rad] times the unit vector along which
    the axis tilts away, three rows; zero inside the cone. ``target`` (3,) is the direction in the frame of
    the root or of the link ``frame``; ``axis`` (3,) is in the link's frame; ``tolerance`` [rad] is the
    accepted angle in excess of ``angle``.

    >>> import memetik as mk
    >>> mk.WithinCone("tool0", (0, 0, -1), angle=0.3).angle
    0.3
    """

    _: KW_ONLY
    angle: Angle

    error_names: ClassVar[tuple[str, ...]] = ("excess angle",)
    error_units: ClassVar[tuple[str, ...]] = ("rad",)


@dataclass(frozen=True, eq=False)
class FaceAway(AxisGoal):
    """An axis of a link points away from a direction: the angle between them is at least 90°.

    Residual: max(0, R a · d), with the link's rotation R; one row, the sine of the angle by which it falls
    short of 90°. ``target`` (3,) is the direction d in the frame of the root or of the link ``frame``;
    ``axis`` (3,) is a in the link's frame; ``tolerance`` is the largest accepted sine.

    >>> import memetik as mk
    >>> mk.FaceAway("camera", (0, 0, 2)).target
    array([0., 0., 1.])
    """

    error_names: ClassVar[tuple[str, ...]] = ("sine",)
    error_units: ClassVar[tuple[str, ...]] = ("",)
