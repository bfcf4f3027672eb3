"""Placement: what Pose, Position and Orientation have in common."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

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
from .goal import Goal, check_link_name, frozen, point, tolerances

if TYPE_CHECKING:
    from ..robot.robot import Robot

TRANSLATIONS, ROTATIONS = ("x", "y", "z"), ("rx", "ry", "rz")


@dataclass(frozen=True, eq=False, init=False)
class Placement(Goal):
    """A frame fixed to a link, wanted at a target. ``free`` axes are those of the target along or about which
    the link may go anywhere; ``frame`` is a link whose frame the target is given in, by default the root's.
    """

    link: str
    target: Array
    offset: Array | None
    frame: str | None
    free: tuple[str, ...]
    tolerance: tuple[float, ...]

    axis_names: ClassVar[tuple[str, ...]] = TRANSLATIONS + ROTATIONS

    def _place(
        self,
        link: str,
        target: Array,
        offset: npt.ArrayLike | None,
        frame: str | None,
        free: Iterable[str],
        tolerance: npt.ArrayLike,
    ) -> None:
        """Set what the three have in common."""
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
        self._set(
            link=link,
            target=frozen(target),
            offset=_offset(offset),
            frame=frame,
            free=free,
            tolerance=tolerances(tolerance, len(self.error_names), len(self.axis_names)),
        )
        if self.loss is not None and len(self.tolerance) != len(self.error_names):
            raise GoalError("loss: it is of distances and angles, not of single axes as the tolerance is")

    @property
    def _default_name(self) -> str:
        return self.link

    def _placement_record(self, kind: str, robot: Robot, rotation_scale: float = 1.0) -> _core.Goal:
        record = self._record(kind)
        record.links = [robot._link(self.link)]
        if self.frame is not None:
            record.frame = robot._link(self.frame)
        by_axis = self.free or self.frame is not None or len(self.tolerance) != len(self.error_names)
        axes = [float(axis not in self.free) for axis in TRANSLATIONS + ROTATIONS] if by_axis else []
        record.constants = [*_columns(self.offset), rotation_scale, *axes]
        record.target = self.target.ravel().tolist()
        record.tolerance = self.tolerance
        return record


def pose_matrix(value: npt.ArrayLike, what: str) -> Array:
    """A 4x4 rigid transform that is not too far away."""
    matrix = rigid_transform(value, what)
    point(matrix[:3, 3], what)
    return matrix


def unit_quaternion(value: npt.ArrayLike, what: str) -> Array:
    """A unit quaternion from one of any length but zero, or from a 3x3 rotation."""
    if _shape(value) == (3, 3):
        matrix = np.eye(4)
        matrix[:3, :3] = finite_array(value, (3, 3), what)
        return quaternion_from_rotation(rigid_transform(matrix, what)[:3, :3])
    if _shape(value) != (4,):
        raise TransformError(f"{what}: expected a quaternion or a 3x3 rotation, got {value!r}")
    quaternion = finite_array(value, (4,), what)
    if abs(math.hypot(*quaternion) - 1.0) < 4.95e-13 and quaternion[0] >= 0:
        return quaternion  # as it is, so that going round changes no bit
    return quaternion_from_rotation(rotation_from_quaternion(quaternion))


def _offset(value: npt.ArrayLike | None) -> Array | None:
    """A transform from a transform, a position, a quaternion or a 3x3 rotation."""
    if value is None:
        return None
    if _shape(value) == (3,):
        return frozen(transform(point(value, "offset")))
    if _shape(value) in ((4,), (3, 3)):
        return frozen(transform(quaternion=unit_quaternion(value, "offset")))
    if _shape(value) == (4, 4):
        return frozen(pose_matrix(value, "offset"))
    raise TransformError(f"offset: expected a position, a rotation, or 4 x 4 numbers, got {value!r}")


def _columns(offset: Array | None) -> list[float]:
    """Axes x, y, z and origin of a transform, one after the other."""
    if offset is None:
        return [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    columns: list[float] = offset[:3].T.ravel().tolist()
    return columns


def _shape(value: npt.ArrayLike) -> tuple[int, ...] | None:
    try:
        return np.shape(value)
    except ValueError:  # ragged
        return None
