"""Pose, Position and Orientation: a frame fixed to a link is at a target."""

from __future__ import annotations

from dataclasses import KW_ONLY, InitVar, dataclass
from numbers import Real
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import GoalError
from ..pose_forms import warn_of_quaternion_order
from ..transforms import MAX_VALUE, Array, transform
from .fields import optional, point
from .placement import (
    ROTATIONS,
    TRANSLATIONS,
    Placement,
    pose_matrix,
    pose_rows,
    quaternion_rows,
    unit_quaternion,
)

if TYPE_CHECKING:
    from ..robot.robot import Robot

# The default weight of a radian relative to a metre [m/rad], per metre of the robot's reach. Measurements on
# arms showed that the local search converges best near this value.
ROTATION_SCALE_PER_REACH = 0.2

Metric: TypeAlias = Literal["distance", "normalized"]


def _rotation_scale(value: Any, what: str) -> float:
    is_number = isinstance(value, Real)  # not converted yet: an integer may be too large for a float
    if not is_number or not 0 < value <= MAX_VALUE:
        raise GoalError(f"{what}: expected a positive number up to {MAX_VALUE:g}, got {value!r}")
    return float(value)


PoseTarget: TypeAlias = Annotated[Array | Any, optional(pose_matrix)]
PointTarget: TypeAlias = Annotated[Array | Any, optional(point)]
RotationTarget: TypeAlias = Annotated[Array | Any, optional(unit_quaternion)]
RotationScale: TypeAlias = Annotated[float | None, optional(_rotation_scale)]


@dataclass(frozen=True, eq=False)
class Pose(Placement):
    """A link has a given position and orientation.

    Residual: position error p - p_target [m] and ``rotation_scale`` times the rotation error, a vector
    along the axis of rotation with length 2 sin(angle / 2) [rad]; six rows.

    ``target`` is a 4x4 transform, a pair (position, quaternion), 7 numbers x y z qw qx qy qz, or a pose of
    another library, such as ``pin.SE3`` or SciPy's ``RigidTransform``. Or give ``position`` (3,) [m] with one
    of ``quaternion`` (w, x, y, z), ``quaternion_xyzw``, ``rpy`` [rad] (``degrees=True``: in degrees) and
    ``rotation`` (a 3x3 matrix, SciPy's ``Rotation``). Without any of these, every query has to give the
    target in ``targets``. ``offset`` is the frame to place, as a pose, a position or a rotation in the link's
    frame (a tool's tip). ``tolerance`` is one number for both [m] and [rad], a pair, or six numbers for the
    axes x y z rx ry rz of the target. ``free`` names unconstrained axes: ``free="rz"`` lets the link turn
    about the target's z. ``rotation_scale`` [m/rad] is by default 0.2 times the robot's reach.

    >>> import memetik as mk
    >>> mk.Pose("tool0", position=(0.4, 0.1, 0.3), rpy=(3.14, 0, 0), free="rz").free
    ('rz',)
    """

    target: PoseTarget = None
    _: KW_ONLY
    position: InitVar[npt.ArrayLike | None] = None
    rotation: InitVar[Any] = None
    quaternion: InitVar[npt.ArrayLike | None] = None
    quaternion_xyzw: InitVar[npt.ArrayLike | None] = None
    rpy: InitVar[npt.ArrayLike | None] = None
    degrees: InitVar[bool] = False
    rotation_scale: RotationScale = None

    error_names: ClassVar[tuple[str, ...]] = ("position", "rotation")
    error_units: ClassVar[tuple[str, ...]] = ("m", "rad")

    _neutral_target: ClassVar[Array] = np.eye(4)

    def __post_init__(
        self,
        position: npt.ArrayLike | None,
        rotation: Any,
        quaternion: npt.ArrayLike | None,
        quaternion_xyzw: npt.ArrayLike | None,
        rpy: npt.ArrayLike | None,
        degrees: bool,
    ) -> None:
        rotations = {
            "rotation": rotation,
            "quaternion": quaternion,
            "quaternion_xyzw": quaternion_xyzw,
            "rpy": rpy,
        }
        turned = any(value is not None for value in rotations.values()) or degrees is not False
        if self.target is not None and (position is not None or turned):
            raise GoalError("Pose: give either a target, or a position with a rotation")
        if (position is not None) != turned:
            raise GoalError(
                "Pose: give a 4x4 target, or a position with a quaternion, rpy or rotation "
                "(mk.Position and mk.Orientation need only one of the two)"
            )
        if position is not None:
            self._set(target=transform(point(position, "position"), degrees=degrees, **rotations))
        super().__post_init__()

    def _as_targets(self, values: Any, what: str) -> Array:
        return pose_rows(values, what)

    def _scale(self, robot: Robot) -> float:
        return self.rotation_scale or ROTATION_SCALE_PER_REACH * (robot.reach or 1.0)


@dataclass(frozen=True, eq=False)
class Position(Placement):
    """A point of a link has a given position; the link's orientation is free.

    Residual: p - p_target [m], three rows. ``target`` (3,) [m], which ``targets`` of every query has to give
    if it is missing here; ``offset`` (3,) [m] is the point in the
    link's frame; ``tolerance`` [m] is one number, or three for the axes x y z; ``free`` names unconstrained
    axes. With ``metric="normalized"`` the residual is multiplied by π/√((L + d)(λ + d)), where
    d = |p - p_target|, L is the length of the chain from the root to the point and λ = |p|. Its norm is then
    between 0 and π on robots of any size.

    >>> import memetik as mk
    >>> mk.Position("tool0", (0.4, 0.1, 0.3), tolerance=1e-3).tolerance
    (0.001,)
    """

    target: PointTarget = None
    _: KW_ONLY
    metric: Metric = "distance"

    axis_names: ClassVar[tuple[str, ...]] = TRANSLATIONS
    error_names: ClassVar[tuple[str, ...]] = ("position",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)
    _neutral_target: ClassVar[Array] = np.zeros(3)

    def _check(self) -> None:
        super()._check()
        by_axis = self.free or self.frame is not None or len(self.tolerance) > 1
        if self.metric == "normalized" and by_axis:
            raise GoalError(
                "metric: 'normalized' measures the whole distance in the root's frame; it cannot be combined "
                "with free axes, a frame or a tolerance per axis"
            )

    @property
    def _takes_ranges(self) -> bool:
        return self.metric == "distance"

    @property
    def _kernel(self) -> str:
        return "position" if self.metric == "distance" else "normalized_position"

    def _data(self, robot: Robot) -> dict[str, Any]:
        if self.metric == "distance":
            return super()._data(robot)
        place = np.zeros(3) if self.offset is None else self.offset[:3, 3]
        return {"offset": place, "length": chain_length(robot, self.link) + float(np.linalg.norm(place))}


@dataclass(frozen=True, eq=False)
class Orientation(Placement):
    """A link has a given orientation; its position is free.

    Residual: a vector along the axis of rotation with length 2 sin(angle / 2), three rows. ``target`` is a
    quaternion (w, x, y, z), a 3x3 matrix or a rotation of another library, such as SciPy's ``Rotation``; or
    give ``quaternion_xyzw`` or ``rpy`` [rad] (``degrees=True``: in degrees). Without any of these, every
    query has to give the target in ``targets``. ``tolerance`` [rad] is one number, or three for the axes rx
    ry rz; ``free`` names unconstrained axes.

    >>> import memetik as mk
    >>> mk.Orientation("tool0", rpy=(3.14159265, 0, 0)).target.round(3) + 0.0
    array([0., 1., 0., 0.])
    """

    target: RotationTarget = None
    _: KW_ONLY
    quaternion_xyzw: InitVar[npt.ArrayLike | None] = None
    rpy: InitVar[npt.ArrayLike | None] = None
    degrees: InitVar[bool] = False

    axis_names: ClassVar[tuple[str, ...]] = ROTATIONS
    error_names: ClassVar[tuple[str, ...]] = ("rotation",)
    error_units: ClassVar[tuple[str, ...]] = ("rad",)
    _neutral_target: ClassVar[Array] = np.array([1.0, 0.0, 0.0, 0.0])

    def __post_init__(
        self, quaternion_xyzw: npt.ArrayLike | None, rpy: npt.ArrayLike | None, degrees: bool
    ) -> None:
        given = quaternion_xyzw is not None or rpy is not None or degrees is not False
        if given and self.target is not None:
            raise GoalError("Orientation: give either a target, or quaternion_xyzw or rpy")
        if given:
            turned = transform(quaternion_xyzw=quaternion_xyzw, rpy=rpy, degrees=degrees)
            self._set(target=turned[:3, :3])
        super().__post_init__()

    def _as_targets(self, values: Any, what: str) -> Array:
        return quaternion_rows(values, what)

    def _warn_of_targets(self, rows: Array, what: str) -> None:
        warn_of_quaternion_order(rows, what)


def chain_length(robot: Robot, link: str) -> float:
    """Return the sum of the distances between consecutive joints from the root to the link [m]."""
    above = {joint.child: joint for joint in robot.joints.values()}
    length = 0.0
    while link in above:
        length += float(np.linalg.norm(above[link].origin[:3, 3]))
        link = above[link].parent
    return length
