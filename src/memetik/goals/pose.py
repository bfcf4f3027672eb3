"""Pose, Position and Orientation: a frame fixed to a link is at a target."""

from __future__ import annotations

from dataclasses import KW_ONLY, InitVar, dataclass
from numbers import Real
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import GoalError
from ..transforms import MAX_VALUE, Array, transform
from .fields import Point, optional, point
from .placement import ROTATIONS, TRANSLATIONS, Placement, pose_matrix, unit_quaternion

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


PoseTarget: TypeAlias = Annotated[Array | Any, pose_matrix]
RotationTarget: TypeAlias = Annotated[Array | Any, unit_quaternion]
RotationScale: TypeAlias = Annotated[float | None, optional(_rotation_scale)]


@dataclass(frozen=True, eq=False)
class Pose(Placement):
    """A link has a given position and orientation.

    Residual: position error p - p_target [m] and ``rotation_scale`` times the rotation error, a vector
    along the axis of rotation with length 2 sin(angle / 2) [rad]; six rows.

    ``target`` is a 4x4 transform; or give ``position`` (3,) [m] with ``quaternion`` (w, x, y, z) or ``rpy``
    [rad]. ``offset`` is the frame to place, as a 4x4 transform or a position in the link's frame (a tool's
    tip). ``tolerance`` is one number for both [m] and [rad], a pair, or six numbers for the axes x y z rx ry
    rz of the target. ``free`` names unconstrained axes: ``free="rz"`` lets the link turn about the target's
    z. ``rotation_scale`` [m/rad] is by default 0.2 times the robot's reach.

    >>> import memetik as mk
    >>> mk.Pose("tool0", position=(0.4, 0.1, 0.3), rpy=(3.14, 0, 0), free="rz").free
    ('rz',)
    """

    target: PoseTarget = None
    _: KW_ONLY
    position: InitVar[npt.ArrayLike | None] = None
    quaternion: InitVar[npt.ArrayLike | None] = None
    rpy: InitVar[npt.ArrayLike | None] = None
    rotation_scale: RotationScale = None

    error_names: ClassVar[tuple[str, ...]] = ("position", "rotation")
    error_units: ClassVar[tuple[str, ...]] = ("m", "rad")

    def __post_init__(
        self,
        position: npt.ArrayLike | None,
        quaternion: npt.ArrayLike | None,
        rpy: npt.ArrayLike | None,
    ) -> None:
        if self.target is None:
            if position is None or (quaternion is None and rpy is None):
                raise GoalError(
                    "Pose: give a 4x4 target, or a position with a quaternion or rpy "
                    "(mk.Position and mk.Orientation need only one of the two)"
                )
            self._set(target=transform(point(position, "position"), quaternion=quaternion, rpy=rpy))
        elif position is not None or quaternion is not None or rpy is not None:
            raise GoalError("Pose: give either a target, or a position with a quaternion or rpy")
        super().__post_init__()

    def _scale(self, robot: Robot) -> float:
        return self.rotation_scale or ROTATION_SCALE_PER_REACH * (robot.reach or 1.0)


@dataclass(frozen=True, eq=False)
class Position(Placement):
    """A point of a link has a given position; the link's orientation is free.

    Residual: p - p_target [m], three rows. ``target`` (3,) [m]; ``offset`` (3,) [m] is the point in the
    link's frame; ``tolerance`` [m] is one number, or three for the axes x y z; ``free`` names unconstrained
    axes. With ``metric="normalized"`` the residual is multiplied by π/√((L + d)(λ + d)), where
    d = |p - p_target|, L is the length of the chain from the root to the point and λ = |p|. Its norm is then
    between 0 and π on robots of any size.

    >>> import memetik as mk
    >>> mk.Position("tool0", (0.4, 0.1, 0.3), tolerance=1e-3).tolerance
    (0.001,)
    """

    target: Point
    _: KW_ONLY
    metric: Metric = "distance"

    axis_names: ClassVar[tuple[str, ...]] = TRANSLATIONS
    error_names: ClassVar[tuple[str, ...]] = ("position",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

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
    quaternion (w, x, y, z) or a 3x3 rotation, or give ``rpy`` [rad]. ``tolerance`` [rad] is one number, or
    three for the axes rx ry rz; ``free`` names unconstrained axes.

    >>> import memetik as mk
    >>> mk.Orientation("tool0", rpy=(3.14159265, 0, 0)).target.round(3) + 0.0
    array([0., 1., 0., 0.])
    """

    target: RotationTarget = None
    _: KW_ONLY
    rpy: InitVar[npt.ArrayLike | None] = None

    axis_names: ClassVar[tuple[str, ...]] = ROTATIONS
    error_names: ClassVar[tuple[str, ...]] = ("rotation",)
    error_units: ClassVar[tuple[str, ...]] = ("rad",)

    def __post_init__(self, rpy: npt.ArrayLike | None) -> None:
        if (self.target is None) == (rpy is None):
            raise GoalError("Orientation: give either a target (quaternion or 3x3 rotation) or rpy")
        if rpy is not None:
            self._set(target=transform(rpy=rpy)[:3, :3])
        super().__post_init__()


def chain_length(robot: Robot, link: str) -> float:
    """Return the sum of the distances between consecutive joints from the root to the link [m]."""
    above = {joint.child: joint for joint in robot.joints.values()}
    length = 0.0
    while link in above:
        length += float(np.linalg.norm(above[link].origin[:3, 3]))
        link = above[link].parent
    return length
