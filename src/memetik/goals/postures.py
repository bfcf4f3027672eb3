"""CenterJoints, AvoidJointLimits, JointValue, LinearJoints: goals of joints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import GoalError
from ..losses import Losses
from ..transforms import LARGEST_VALUE, Array
from .goal import DEFAULT_TOLERANCE, Goal, Priority, frozen, names, tolerances

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False, init=False)
class _RangeGoal(Goal):
    """Of joints that have two limits: those named, or all that have."""

    joints: tuple[str, ...] | None
    tolerance: float

    error_names: ClassVar[tuple[str, ...]] = ("distance",)
    error_units: ClassVar[tuple[str, ...]] = ("",)

    def __init__(
        self,
        *,
        joints: Iterable[str] | None = None,
        tolerance: float = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "secondary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        listed = None if joints is None else names(joints, "joints")
        if listed == ():
            raise GoalError("joints: expected at least one name")
        self._set(joints=listed, tolerance=tolerances(tolerance, 1)[0])

    def _variables(self, robot: Robot) -> list[int]:
        wanted = robot.joint_names if self.joints is None else self.joints
        variables = sorted({i for joint in wanted for i in robot._whole_variables(joint)})
        finite = np.isfinite(robot.lower) & np.isfinite(robot.upper)
        limited = [
            i for i in variables if finite[i] and not robot._is_part_of_rotation(robot.variable_names[i])
        ]
        if self.joints is not None and len(limited) < len(variables):
            without = ", ".join(robot.variable_names[i] for i in variables if i not in limited)
            raise GoalError(f"joints: {without}: no range from a lower to an upper limit")
        if not limited:
            raise GoalError(f"{type(self).__name__}: no joint has a range from a lower to an upper limit")
        return limited


class CenterJoints(_RangeGoal):
    """Joints in the middle of their range: a posture, and secondary.

    Residual: q - (upper + lower) / 2 [rad or m], one row per variable that has two limits. ``joints`` limits
    the goal to some; the error is the norm of the rows.

    >>> import memetik as mk
    >>> mk.CenterJoints().priority
    'secondary'
    """

    @property
    def _default_name(self) -> str:
        return "center_joints"

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record("stay_close")
        record.variables = variables = self._variables(robot)
        record.target = (0.5 * (robot.lower[variables] + robot.upper[variables])).tolist()
        record.constants = [1.0] * len(variables)
        record.tolerance = [self.tolerance]
        return record, None


class AvoidJointLimits(_RangeGoal):
    """Joints in the middle half of their range: a posture, and secondary.

    Residual: max(0, 2 |q - (upper + lower) / 2| - (upper - lower) / 2) [rad or m], negative on the lower
    side, one row per variable that has two limits: nothing in the middle half. ``joints`` limits the goal to
    some; the error is the norm of the rows.

    >>> import memetik as mk
    >>> mk.AvoidJointLimits(joints=["elbow_joint"]).joints
    ('elbow_joint',)
    """

    @property
    def _default_name(self) -> str:
        return "avoid_joint_limits"

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record("avoid_limits")
        record.variables = variables = self._variables(robot)
        lower, upper = robot.lower[variables], robot.upper[variables]
        record.constants = np.column_stack([0.5 * (lower + upper), upper - lower]).ravel().tolist()
        record.tolerance = [self.tolerance]
        return record, None


@dataclass(frozen=True, eq=False, init=False)
class LinearJoints(Goal):
    """A sum of joint values with factors has a wanted value: coupled fingers, a level tray, equal knees.

    Residual: Σ factor · q - target, one row. ``factors`` maps joints, or single variables, to numbers;
    ``target`` is a number; ``tolerance`` is of the residual [rad or m].

    >>> import memetik as mk
    >>> mk.LinearJoints({"shoulder_lift_joint": 1, "elbow_joint": -2}, 0.5).target
    array([0.5])
    """

    factors: Mapping[str, float]
    target: Array
    tolerance: float

    error_names: ClassVar[tuple[str, ...]] = ("difference",)
    error_units: ClassVar[tuple[str, ...]] = ("",)

    def __init__(
        self,
        factors: Mapping[str, float],
        target: npt.ArrayLike = 0.0,
        *,
        tolerance: float = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        self._set(factors=_factors(factors), target=_number(target), tolerance=tolerances(tolerance, 1)[0])

    @property
    def _default_name(self) -> str:
        return "linear_joints"

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record("linear_joints")
        record.variables = [_single_variable(robot, joint, "factors") for joint in self.factors]
        record.constants = list(self.factors.values())
        record.target = self.target.tolist()
        record.tolerance = [self.tolerance]
        return record, None

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (1,)

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return _number(value)


@dataclass(frozen=True, eq=False, init=False)
class JointValue(Goal):
    """One joint at a value.

    Residual: q - target [rad or m], one row. ``joint`` names a joint with one variable, or one variable of a
    joint; ``tolerance`` is of the residual.

    >>> import memetik as mk
    >>> mk.JointValue("elbow_joint", 1.2).target
    array([1.2])
    """

    joint: str
    target: Array
    tolerance: float

    error_names: ClassVar[tuple[str, ...]] = ("difference",)
    error_units: ClassVar[tuple[str, ...]] = ("",)

    def __init__(
        self,
        joint: str,
        target: npt.ArrayLike,
        *,
        tolerance: float = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        if not isinstance(joint, str) or not joint:
            raise GoalError(f"joint: expected the name of a joint, got {joint!r}")
        self._set(joint=joint, target=_number(target), tolerance=tolerances(tolerance, 1)[0])

    @property
    def _default_name(self) -> str:
        return self.joint

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record("linear_joints")
        record.variables = [_single_variable(robot, self.joint, "joint")]
        record.constants = [1.0]
        record.target = self.target.tolist()
        record.tolerance = [self.tolerance]
        return record, None

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (1,)

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return _number(value)


def _single_variable(robot: Robot, joint: str, what: str) -> int:
    variables = robot._whole_variables(joint)
    if len(variables) != 1:
        raise GoalError(f"{what}: {joint!r} has {len(variables)} variables: name one of them")
    return variables[0]


def _factors(value: Any) -> Mapping[str, float]:
    try:
        factors = {str(joint): float(factor) for joint, factor in dict(value).items()}
    except (TypeError, ValueError, OverflowError):
        factors = {}
    sizes = np.abs(list(factors.values()))
    if not factors or not (sizes <= LARGEST_VALUE).all() or not sizes.any():
        raise GoalError(
            f"factors: expected a mapping from joints to numbers up to {LARGEST_VALUE:g}, got {value!r}"
        )
    return MappingProxyType(factors)


def _number(value: Any) -> Array:
    """A target of one number, as an array."""
    try:
        array = np.atleast_1d(np.array(value, dtype=np.float64))
    except (TypeError, ValueError, OverflowError):
        array = np.array([np.nan])
    if array.shape != (1,) or not np.abs(array[0]) <= LARGEST_VALUE:
        raise GoalError(f"target: expected a number, got {value!r}")
    return frozen(array)
