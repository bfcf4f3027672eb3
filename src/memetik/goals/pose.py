"""Pose, Position and Orientation: a frame fixed to a link against a target frame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import GoalError, TransformError, UnknownNameError
from ..transforms import (
    Array,
    finite_array,
    quaternion_from_rotation,
    rigid_transform,
    rotation_from_quaternion,
    transform,
)
from .goal import DEFAULT_TOLERANCE, Goal, Priority, check_link_name, frozen, point, tolerances

if TYPE_CHECKING:
    from ..robot import Robot

POSE, POSITION, ORIENTATION = 0, 1, 2  # in the order of memetik::GoalKind
TRANSLATIONS, ROTATIONS = ("x", "y", "z"), ("rx", "ry", "rz")
# [m/rad] per metre of the robot's reach: how much a radian counts beside a metre. Measured on arms: the
# local search converges best around here.
ROTATION_SCALE_PER_REACH = 0.2


@dataclass(frozen=True, eq=False, init=False, kw_only=True)
class _Placement(Goal):
    """What the three have in common. ``free`` axes are those of the target along or about which the link may
    go anywhere; ``frame`` is a link whose frame the target is given in, by default the root's.
    """

    link: str
    target: Array
    offset: Array | None
    frame: str | None
    free: tuple[str, ...]
    tolerance: tuple[float, ...]

    axis_names: ClassVar[tuple[str, ...]] = TRANSLATIONS + ROTATIONS

    def _set(
        self,
        link: str,
        target: Array,
        frame: str | None,
        free: Iterable[str],
        tolerance: Any,
        common: tuple[str | None, float, Priority],
    ) -> None:
        """The fields of a frozen dataclass, which has no other way to set them."""
        check_link_name(link, "link")
        if frame is not None:
            check_link_name(frame, "frame")
        try:
            free = (free,) if isinstance(free, str) else tuple(dict.fromkeys(free))
        except TypeError:
            raise GoalError(f"free: expected names of axes, got {free!r}") from None
        for axis in free:
            if axis not in self.axis_names:
                raise UnknownNameError("free axis", axis, self.axis_names)
        if len(set(free)) == len(self.axis_names):
            raise GoalError("free: with all axes free nothing is left to ask for")
        count = len(self.error_names)
        per_axis = np.ndim(tolerance) == 1 and np.size(tolerance) == len(self.axis_names) != count
        values = {
            "link": link,
            "target": frozen(target),
            "frame": frame,
            "free": free,
            "tolerance": tolerances(tolerance, len(self.axis_names) if per_axis else count),
            "name": common[0],
            "weight": common[1],
            "priority": common[2],
        }
        for key, value in values.items():
            object.__setattr__(self, key, value)
        Goal.__post_init__(self)

    @property
    def _default_name(self) -> str:
        return self.link

    def _place(self, record: _core.Goal, robot: Robot) -> _core.Goal:
        record.links = [robot._link(self.link)]
        if self.frame is not None:
            record.frame = robot._link(self.frame)
        if self.offset is not None:
            record.set_offset(self.offset)
        tolerance = dict(zip(self.axis_names, self.tolerance, strict=False))
        record.tolerance_by_axis = len(self.tolerance) != len(self.error_names)
        record.by_axis = bool(self.free) or record.tolerance_by_axis or self.frame is not None
        if record.by_axis:
            record.axes = [float(axis not in self.free) for axis in TRANSLATIONS + ROTATIONS]
        if record.tolerance_by_axis:
            record.tolerance = [tolerance.get(axis, 0.0) for axis in TRANSLATIONS + ROTATIONS]
        else:
            record.tolerance = [*self.tolerance, *[0.0] * (6 - len(self.tolerance))]
        return record


@dataclass(frozen=True, eq=False, init=False)
class Pose(_Placement):
    """A link at a position and in an orientation.

    Residual: position error p - p_target [m] and ``rotation_scale`` times the rotation error, a vector
    along the axis of rotation with length 2 sin(angle / 2) [rad]; six rows.

    ``target`` is a 4x4 transform; or give ``position`` (3,) [m] with ``quaternion`` (w, x, y, z) or ``rpy``
    [rad]. ``offset`` is the frame that is placed, as a 4x4 transform or a position in the link's frame (a
    tool's tip). ``tolerance`` is one number for both [m] and [rad], a pair, or six numbers for
    the axes x y z rx ry rz of the target. ``free`` names axes that do not matter: ``free="rz"`` lets the link
    turn about the target's z. ``rotation_scale`` [m/rad] is by default 0.2 times the robot's reach.

    >>> import memetik as mk
    >>> mk.Pose("tool0", position=(0.4, 0.1, 0.3), rpy=(3.14, 0, 0), free="rz").free
    ('rz',)
    """

    rotation_scale: float | None

    error_names: ClassVar[tuple[str, ...]] = ("position", "rotation")
    error_units: ClassVar[tuple[str, ...]] = ("m", "rad")

    def __init__(
        self,
        link: str,
        target: npt.ArrayLike | None = None,
        *,
        position: npt.ArrayLike | None = None,
        quaternion: npt.ArrayLike | None = None,
        rpy: npt.ArrayLike | None = None,
        offset: npt.ArrayLike | None = None,
        frame: str | None = None,
        free: Iterable[str] = (),
        tolerance: Any = DEFAULT_TOLERANCE,
        rotation_scale: float | None = None,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
    ) -> None:
        if target is None:
            if position is None or (quaternion is None and rpy is None):
                raise GoalError(
                    "Pose: give a 4x4 target, or a position with a quaternion or rpy "
                    "(mk.Position and mk.Orientation ask for less)"
                )
            target = transform(position, quaternion=quaternion, rpy=rpy)
        elif position is not None or quaternion is not None or rpy is not None:
            raise GoalError("Pose: give a target, or position with quaternion or rpy, not both")
        if rotation_scale is not None and not (
            isinstance(rotation_scale, (int, float, np.number)) and 0 < rotation_scale < np.inf
        ):
            raise GoalError(f"rotation_scale: expected a positive number, got {rotation_scale!r}")
        self._set(link, _pose(target), frame, free, tolerance, (name, weight, priority))
        object.__setattr__(self, "offset", _offset(offset))
        object.__setattr__(self, "rotation_scale", rotation_scale)

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._place(self._record(POSE), robot)
        record.target = self.target.ravel().tolist()
        record.rotation_scale = self.rotation_scale or ROTATION_SCALE_PER_REACH * (robot.reach or 1.0)
        return record, None

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (4, 4)

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return _pose(value)


@dataclass(frozen=True, eq=False, init=False)
class Position(_Placement):
    """A point of a link at a position; its orientation does not matter.

    Residual: p - p_target [m], three rows. ``target`` (3,) [m]; ``offset`` (3,) is the point in the
    link's frame; ``tolerance`` [m] is one number or three for the axes x y z; ``free`` names some of these.

    >>> import memetik as mk
    >>> mk.Position("tool0", (0.4, 0.1, 0.3), tolerance=1e-3).tolerance
    (0.001,)
    """

    axis_names: ClassVar[tuple[str, ...]] = TRANSLATIONS
    error_names: ClassVar[tuple[str, ...]] = ("position",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

    def __init__(
        self,
        link: str,
        target: npt.ArrayLike,
        *,
        offset: npt.ArrayLike | None = None,
        frame: str | None = None,
        free: Iterable[str] = (),
        tolerance: Any = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
    ) -> None:
        self._set(link, point(target, "target"), frame, free, tolerance, (name, weight, priority))
        object.__setattr__(self, "offset", _offset(offset))

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._place(self._record(POSITION), robot)
        record.target = self.target.tolist()
        return record, None

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (3,)

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return point(value, "target")


@dataclass(frozen=True, eq=False, init=False)
class Orientation(_Placement):
    """A link in an orientation, wherever it is.

    Residual: a vector along the axis of rotation with length 2 sin(angle / 2), three rows. ``target`` is a
    quaternion (w, x, y, z) or a 3x3 rotation, or give ``rpy`` [rad]. ``tolerance`` [rad] is one number or
    three for the axes rx ry rz; ``free`` names some of these.

    >>> import memetik as mk
    >>> mk.Orientation("tool0", rpy=(3.14159265, 0, 0)).target.round(3) + 0.0
    array([0., 1., 0., 0.])
    """

    axis_names: ClassVar[tuple[str, ...]] = ROTATIONS
    error_names: ClassVar[tuple[str, ...]] = ("rotation",)
    error_units: ClassVar[tuple[str, ...]] = ("rad",)

    def __init__(
        self,
        link: str,
        target: npt.ArrayLike | None = None,
        *,
        rpy: npt.ArrayLike | None = None,
        offset: npt.ArrayLike | None = None,
        frame: str | None = None,
        free: Iterable[str] = (),
        tolerance: Any = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
    ) -> None:
        if (target is None) == (rpy is None):
            raise GoalError("Orientation: give a quaternion, a 3x3 rotation, or rpy")
        rotation = transform(rpy=rpy)[:3, :3] if target is None else target
        self._set(link, _quaternion(rotation), frame, free, tolerance, (name, weight, priority))
        object.__setattr__(self, "offset", _offset(offset))

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._place(self._record(ORIENTATION), robot)
        record.target = self.target.tolist()
        return record, None

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (4,)

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return _quaternion(value)


def _pose(value: npt.ArrayLike) -> Array:
    matrix = rigid_transform(value, "target")
    point(matrix[:3, 3], "target")
    return matrix


def _shape(value: npt.ArrayLike) -> tuple[int, ...] | None:
    try:
        return np.shape(value)
    except ValueError:  # ragged
        return None


def _offset(value: npt.ArrayLike | None) -> Array | None:
    """A transform from a transform, a position, a quaternion or a 3x3 rotation."""
    if value is None:
        return None
    if _shape(value) == (3,):
        return frozen(transform(point(value, "offset")))
    if _shape(value) in ((4,), (3, 3)):
        return frozen(transform(quaternion=_quaternion(value)))
    return frozen(rigid_transform(value, "offset"))


def _quaternion(value: npt.ArrayLike) -> Array:
    """A unit quaternion from one of any length but zero, or from a 3x3 rotation."""
    if _shape(value) == (3, 3):
        matrix = np.eye(4)
        matrix[:3, :3] = finite_array(value, (3, 3), "target")
        return quaternion_from_rotation(rigid_transform(matrix, "target")[:3, :3])
    if _shape(value) != (4,):
        raise TransformError(f"target: expected a quaternion or a 3x3 rotation, got {value!r}")
    quaternion = finite_array(value, (4,), "target")
    if abs(quaternion @ quaternion - 1.0) < 1e-12 and quaternion[0] >= 0:
        return quaternion  # as it is, so that going round changes no bit
    return quaternion_from_rotation(rotation_from_quaternion(quaternion))
