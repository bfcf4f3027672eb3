"""Placement: the base class of Pose, Position and Orientation."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import GoalError, TransformError, UnknownNameError
from ..number_checks import numbers
from ..other_libraries import as_numpy
from ..pose_forms import (
    pose_matrices,
    repair_rotations,
    rigid_transform,
    rotation_matrices,
    rotation_matrix,
    warn_of_quaternion_order,
)
from ..rotations import quaternion_from_rotation, rotation_from_quaternion
from ..transforms import Array, finite_array, transform
from .awaited_target import AwaitedTargetGoal
from .fields import DEFAULT_TOLERANCE, MaybeLinkName, frozen, optional, point, tolerances

if TYPE_CHECKING:
    from ..robot.robot import Robot

Axis: TypeAlias = Literal["x", "y", "z", "rx", "ry", "rz"]
TRANSLATIONS, ROTATIONS = ("x", "y", "z"), ("rx", "ry", "rz")

_UNIT = 4.95e-13  # the core accepts squared lengths up to 1e-12 off


def pose_matrix(value: Any, what: str) -> Array:
    """Return a read-only 4x4 rigid transform from any form of pose; its position is limited to MAX_VALUE."""
    matrix = rigid_transform(value, what)
    point(matrix[:3, 3], what)
    return frozen(matrix)


def unit_quaternion(value: Any, what: str) -> Array:
    """Return a read-only unit quaternion from any form of rotation."""
    if _shape(as_numpy(value)) == (4,):
        quaternion = finite_array(value, (4,), what)
        if abs(math.hypot(*quaternion) - 1.0) < _UNIT and quaternion[0] >= 0:
            warn_of_quaternion_order(quaternion, what)
            return frozen(quaternion)  # unchanged, so that to_dict and goal_from_dict preserve every bit
    return frozen(quaternion_from_rotation(rotation_matrix(value, what)))


def pose_rows(values: Any, what: str) -> Array:
    """Return poses (N, 4, 4) of any form; those that are slightly off rigid are repaired."""
    matrices = pose_matrices(values, what)
    if matrices.ndim == 3:
        repair_rotations(matrices[:, :3, :3], what)
    return matrices


def quaternion_rows(values: Any, what: str) -> Array:
    """Return unit quaternions (N, 4) of rotations of any form; rows that are no rotations stay."""
    rows = numbers(values)
    if rows is None or rows.shape[-2:] == (3, 3):
        matrices = rotation_matrices(values, what)
        repair_rotations(matrices, what)
        return quaternion_from_rotation(matrices)
    if rows.ndim == 2 and rows.shape[1] == 4:
        usable = np.isfinite(rows).all(axis=1) & (np.abs(rows) > 1e-9).any(axis=1)
        other = usable & ~(np.abs(np.linalg.norm(rows, axis=1) - 1.0) < _UNIT)
        rows[other] = quaternion_from_rotation(rotation_from_quaternion(rows[other]))
    return rows


def _offset(value: Any, what: str) -> Array:
    """Return a transform from a pose, a position or a rotation, in any form."""
    value = as_numpy(value)
    if _shape(value) == (3,):
        return frozen(transform(point(value, what)))
    if _shape(value) in ((4,), (3, 3)):
        return frozen(transform(rotation=rotation_matrix(value, what)))
    try:
        return pose_matrix(value, what)
    except TransformError as error:
        if "expected" not in str(error):
            raise
        raise TransformError(
            f"{what}: expected a position, a rotation, or a pose of 4 x 4 numbers, got {value!r}"
        ) from None


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


class AxesField:
    """Tells type checkers that a field accepts one or several names of axes, and stores a tuple."""

    def __get__(self, goal: object, kind: type | None = None) -> tuple[str, ...]:
        raise NotImplementedError  # never called: goals store the tuple itself

    def __set__(self, goal: object, value: Axis | Iterable[Axis]) -> None:
        raise NotImplementedError


FreeAxes: TypeAlias = Annotated[AxesField, _axes]
NO_AXES: Any = ()
Tolerances: TypeAlias = tuple[float, ...] | Any


@dataclass(frozen=True, eq=False)
class Placement(AwaitedTargetGoal):
    """Moves a frame fixed to a link to a target. The link may move freely along or about the target's
    ``free`` axes. The target is given in the frame of the link ``frame``, by default of the root. Without a
    target, every query has to give it in its ``targets``.
    """

    target: Array | Any = None
    _: KW_ONLY
    offset: Offset = None
    frame: MaybeLinkName = None
    free: FreeAxes = NO_AXES
    tolerance: Tolerances = DEFAULT_TOLERANCE

    axis_names: ClassVar[tuple[str, ...]] = TRANSLATIONS + ROTATIONS
    _is_exact: ClassVar[bool] = True
    _is_placed: ClassVar[bool] = True

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

    def _deciding_tolerances(self) -> list[float]:
        if len(self.tolerance) == len(self.error_names):
            return list(self.tolerance)
        by_axis = zip(self.axis_names, self.tolerance, strict=True)
        return [tolerance for axis, tolerance in by_axis if axis not in self.free]

    @property
    def _tolerance_units(self) -> tuple[str, ...]:
        if len(self.tolerance) == len(self.error_names):
            return self.error_units
        return tuple("rad" if axis in ROTATIONS else "m" for axis in self.axis_names if axis not in self.free)

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
