"""Placement: the base class of Pose, Position and Orientation."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import GoalError, TransformError, UnknownNameError
from ..transforms import (
    Array,
    finite_array,
    quaternion_from_rotation,
    rigid_transform,
    rotation_from_quaternion,
    transform,
)
from .fields import DEFAULT_TOLERANCE, MaybeLinkName, frozen, optional, point, tolerances
from .link_goal import LinkGoal

if TYPE_CHECKING:
    from ..robot.robot import Robot

TRANSLATIONS, ROTATIONS = ("x", "y", "z"), ("rx", "ry", "rz")


def pose_matrix(value: npt.ArrayLike, what: str) -> Array:
    """Return a read-only 4x4 rigid transform; the position is limited to ``MAX_VALUE``."""
    matrix = rigid_transform(value, what)
    point(matrix[:3, 3], what)
    return frozen(matrix)


def unit_quaternion(value: npt.ArrayLike, what: str) -> Array:
    """Return a read-only unit quaternion from a nonzero quaternion or a 3x3 rotation."""
    if _shape(value) == (3, 3):
        matrix = np.eye(4)
        matrix[:3, :3] = finite_array(value, (3, 3), what)
        return frozen(quaternion_from_rotation(rigid_transform(matrix, what)[:3, :3]))
    if _shape(value) != (4,):
        raise TransformError(f"{what}: expected a quaternion or a 3x3 rotation, got {value!r}")
    quaternion = finite_array(value, (4,), what)
    if abs(math.hypot(*quaternion) - 1.0) < 4.95e-13 and quaternion[0] >= 0:
        return frozen(quaternion)  # unchanged, so that to_dict and goal_from_dict preserve every bit
    return frozen(quaternion_from_rotation(rotation_from_quaternion(quaternion)))


def _offset(value: npt.ArrayLike, what: str) -> Array:
    """Return a transform from a transform, a position, a quaternion or a 3x3 rotation."""
    if _shape(value) == (3,):
        return frozen(transform(point(value, what)))
    if _shape(value) in ((4,), (3, 3)):
        return frozen(transform(quaternion=unit_quaternion(value, what)))
    if _shape(value) == (4, 4):
        return pose_matrix(value, what)
    raise TransformError(f"{what}: expected a position, a rotation, or 4 x 4 numbers, got {value!r}")


def _axes(value: Any, what: str) -> tuple[str, ...]:
    try:
        return (value,) if isinstance(value, str) else tuple(dict.fromkeys(value))
    except TypeError:
        raise GoalError(f"{what}: expected names of axes, got {value!r}") from None


def _shape(value: npt.ArrayLike) -> tuple[int, ...] | None:
    try:
        return np.shape(value)
    except ValueError:  # ragged
        return None


Offset: TypeAlias = Annotated[Array | Any | None, optional(_offset)]
FreeAxes: TypeAlias = Annotated[tuple[str, ...] | Any, _axes]
Tolerances: TypeAlias = tuple[float, ...] | Any


@dataclass(frozen=True, eq=False)
class Placement(LinkGoal):
    """Moves a frame fixed to a link to a target. The link may move freely along or about the target's
    ``free`` axes. The target is given in the frame of the link ``frame``, by default of the root.
    """

    target: Array | Any
    _: KW_ONLY
    offset: Offset = None
    frame: MaybeLinkName = None
    free: FreeAxes = ()
    tolerance: Tolerances = DEFAULT_TOLERANCE

    axis_names: ClassVar[tuple[str, ...]] = TRANSLATIONS + ROTATIONS

    def _check(self) -> None:
        for axis in self.free:
            if axis not in self.axis_names:
                raise UnknownNameError("free axis", axis, self.axis_names)
        if len(set(self.free)) == len(self.axis_names):
            raise GoalError("free: all axes are free, so the goal would not constrain anything")
        self._set(tolerance=tolerances(self.tolerance, len(self.error_names), len(self.axis_names)))
        if self.loss is not None and len(self.tolerance) != len(self.error_names):
            raise GoalError(
                "loss: it applies to distances and angles; it cannot be combined with a tolerance per axis"
            )

    def _data(self, robot: Robot) -> dict[str, Any]:
        several = len(self.tolerance) != len(self.error_names)
        return {
            "offset": np.eye(4) if self.offset is None else self.offset,
            "rotation_scale": self._scale(robot),
            "by_axis": bool(self.free) or self.frame is not None or several,
            "along": [float(axis not in self.free) for axis in TRANSLATIONS],
            "about": [float(axis not in self.free) for axis in ROTATIONS],
        }

    def _scale(self, robot: Robot) -> float:
        """Return the factor of rotation errors in the residual [m/rad]."""
        return 1.0
