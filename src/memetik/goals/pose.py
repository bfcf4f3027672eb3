"""Pose, Position and Orientation: a frame fixed to a link against a target frame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import GoalError, UnknownNameError
from ..losses import Losses
from ..transforms import LARGEST_VALUE, Array, transform
from .goal import DEFAULT_TOLERANCE, Priority, point
from .placement import ROTATIONS, TRANSLATIONS, Placement, pose_matrix, unit_quaternion

if TYPE_CHECKING:
    from ..robot.robot import Robot

# [m/rad] per metre of the robot's reach: how much a radian counts beside a metre. Measured on arms: the
# local search converges best around here.
ROTATION_SCALE_PER_REACH = 0.2

Metric: TypeAlias = Literal["distance", "normalized"]
METRICS: tuple[Metric, ...] = get_args(Metric)


@dataclass(frozen=True, eq=False, init=False)
class Pose(Placement):
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
        tolerance: npt.ArrayLike = DEFAULT_TOLERANCE,
        rotation_scale: float | None = None,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        if target is None:
            if position is None or (quaternion is None and rpy is None):
                raise GoalError(
                    "Pose: give a 4x4 target, or a position with a quaternion or rpy "
                    "(mk.Position and mk.Orientation ask for less)"
                )
            target = transform(point(position, "position"), quaternion=quaternion, rpy=rpy)
        elif position is not None or quaternion is not None or rpy is not None:
            raise GoalError("Pose: give a target, or position with quaternion or rpy, not both")
        if rotation_scale is not None and not (
            isinstance(rotation_scale, Real) and 0 < rotation_scale <= LARGEST_VALUE
        ):
            raise GoalError(
                f"rotation_scale: expected a positive number up to {LARGEST_VALUE:g}, got {rotation_scale!r}"
            )
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        self._place(link, pose_matrix(target, "target"), offset, frame, free, tolerance)
        self._set(rotation_scale=None if rotation_scale is None else float(rotation_scale))

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        scale = self.rotation_scale or ROTATION_SCALE_PER_REACH * (robot.reach or 1.0)
        return self._placement_record("pose", robot, scale), None

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (4, 4)

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return pose_matrix(value, "target")


@dataclass(frozen=True, eq=False, init=False)
class Position(Placement):
    """A point of a link at a position; its orientation does not matter.

    Residual: p - p_target [m], three rows. ``target`` (3,) [m]; ``offset`` (3,) is the point in the
    link's frame; ``tolerance`` [m] is one number or three for the axes x y z; ``free`` names some of these.
    With ``metric="normalized"`` the residual is times π/√((L + d)(λ + d)), where d = |p - p_target|, L is
    the length of the chain from the root to the point and λ = |p|: from 0 to π on robots of any size.

    >>> import memetik as mk
    >>> mk.Position("tool0", (0.4, 0.1, 0.3), tolerance=1e-3).tolerance
    (0.001,)
    """

    metric: Metric

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
        tolerance: npt.ArrayLike = DEFAULT_TOLERANCE,
        metric: Metric = "distance",
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        self._place(link, point(target, "target"), offset, frame, free, tolerance)
        if metric not in METRICS:
            raise UnknownNameError("metric", metric, METRICS)
        if metric == "normalized" and (self.free or frame is not None or len(self.tolerance) > 1):
            raise GoalError("metric: normalized distances are whole ones from the root, not along axes")
        self._set(metric=metric)

    @property
    def _takes_ranges(self) -> bool:
        return self.metric == "distance"

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        if self.metric == "distance":
            return self._placement_record("position", robot), None
        place = np.zeros(3) if self.offset is None else self.offset[:3, 3]
        record = self._record("normalized_position")
        record.links = [robot._link(self.link)]
        record.target = self.target.tolist()
        record.constants = [*place, chain_length(robot, self.link) + float(np.linalg.norm(place))]
        record.tolerance = self.tolerance
        return record, None

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (3,)

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return point(value, "target")


@dataclass(frozen=True, eq=False, init=False)
class Orientation(Placement):
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
        tolerance: npt.ArrayLike = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        if (target is None) == (rpy is None):
            raise GoalError("Orientation: give a quaternion, a 3x3 rotation, or rpy")
        rotation = transform(rpy=rpy)[:3, :3] if target is None else target
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        self._place(link, unit_quaternion(rotation, "target"), offset, frame, free, tolerance)

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        return self._placement_record("orientation", robot), None

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (4,)

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return unit_quaternion(value, "target")


def chain_length(robot: Robot, link: str) -> float:
    """From the root to the link along its joints [m]."""
    above = {joint.child: joint for joint in robot.joints.values()}
    length = 0.0
    while link in above:
        length += float(np.linalg.norm(above[link].origin[:3, 3]))
        link = above[link].parent
    return length
