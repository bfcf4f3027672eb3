"""CenterJoints, AvoidJointLimits, JointValue, LinearJoints: goals for joint values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

import numpy as np

from .. import _core
from ..errors import GoalError, InputWarning, warn
from ..robot.units import first_far_beyond
from ..transforms import MAX_VALUE, Array
from .fields import (
    ALL_JOINTS,
    DEFAULT_TOLERANCE,
    JointName,
    JointNames,
    NumberTarget,
    Priority,
    Tolerance,
    numbers_by_joint,
)
from .goal import Goal

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False, kw_only=True)
class _RangeGoal(Goal):
    """A goal for joints with two finite limits: the named joints, or all that have them."""

    joints: JointNames = ALL_JOINTS
    tolerance: Tolerance = DEFAULT_TOLERANCE
    priority: Priority = "secondary"

    error_names: ClassVar[tuple[str, ...]] = ("distance",)
    error_units: ClassVar[tuple[str, ...]] = ("",)

    def _variables(self, robot: Robot) -> list[int]:
        wanted = robot.joint_names if self.joints is None else self.joints
        variables = sorted({i for joint in wanted for i in robot._whole_variables(joint)})
        finite = np.isfinite(robot.lower) & np.isfinite(robot.upper)
        limited = [
            i for i in variables if finite[i] and not robot._is_part_of_rotation(robot.variable_names[i])
        ]
        if self.joints is not None and len(limited) < len(variables):
            without = ", ".join(robot.variable_names[i] for i in variables if i not in limited)
            raise GoalError(f"joints: expected variables with a lower and an upper limit, unlike {without}")
        if not limited:
            raise GoalError(f"{type(self).__name__}: no joint has a lower and an upper limit")
        return limited

    def _middles(self, robot: Robot) -> Array:
        variables = self._variables(robot)
        middles: Array = 0.5 * (robot.lower[variables] + robot.upper[variables])
        return middles

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        return self._record(robot, variables=self._variables(robot)), None


class CenterJoints(_RangeGoal):
    """Joints are in the middle of their range; secondary by default.

    Residual: q - (upper + lower) / 2 [rad or m], one row per variable that has two limits. ``joints``
    restricts the goal to some joints; the error is the norm of the rows.

    >>> import memetik as mk
    >>> mk.CenterJoints().priority
    'secondary'
    """

    @property
    def _kernel(self) -> str:
        return "stay_close"

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record, _ = super()._compile(robot)
        record.target = self._middles(robot).tolist()
        return record, None

    def _data(self, robot: Robot) -> dict[str, Any]:
        return {"factors": [1.0] * len(self._variables(robot))}


class AvoidJointLimits(_RangeGoal):
    """Joints are in the middle half of their range; secondary by default.

    Residual: max(0, 2 |q - (upper + lower) / 2| - (upper - lower) / 2) [rad or m], with a negative sign
    below the middle; one row per variable that has two limits, zero in the middle half of the range.
    ``joints`` restricts the goal to some joints; the error is the norm of the rows.

    >>> import memetik as mk
    >>> mk.AvoidJointLimits(joints=["elbow_joint"]).joints
    ('elbow_joint',)
    """

    @property
    def _kernel(self) -> str:
        return "avoid_limits"

    def _data(self, robot: Robot) -> dict[str, Any]:
        variables = self._variables(robot)
        return {"middles": self._middles(robot), "widths": robot.upper[variables] - robot.lower[variables]}


def _factors(value: Any, what: str) -> Mapping[str, float]:
    expected = f"a mapping from joints to numbers up to {MAX_VALUE:g}"
    factors = numbers_by_joint(value, what, lambda factor: abs(factor) <= MAX_VALUE, expected)
    if not any(factors.values()):
        raise GoalError(f"{what}: expected {expected}, got {value!r}")
    return factors


Factors: TypeAlias = Annotated[Mapping[str, float], _factors]


@dataclass(frozen=True, eq=False)
class LinearJoints(Goal):
    """A linear combination of joint values has a given value: coupled fingers, a level tray, equal knees.

    Residual: Σ factor · q - target, one row. ``factors`` maps joints, or single variables, to numbers;
    ``target`` is a number; ``tolerance`` is the largest accepted residual [rad or m].

    >>> import memetik as mk
    >>> mk.LinearJoints({"shoulder_lift_joint": 1, "elbow_joint": -2}, 0.5).target
    array([0.5])
    """

    factors: Factors
    target: NumberTarget = 0.0
    _: KW_ONLY
    tolerance: Tolerance = DEFAULT_TOLERANCE

    error_names: ClassVar[tuple[str, ...]] = ("difference",)
    error_units: ClassVar[tuple[str, ...]] = ("",)
    _is_exact: ClassVar[bool] = True

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        variables = [_single_variable(robot, joint, "factors") for joint in self.factors]
        return self._record(robot, variables=variables), None

    def _data(self, robot: Robot) -> dict[str, Any]:
        return {"factors": list(self.factors.values())}


@dataclass(frozen=True, eq=False)
class JointValue(Goal):
    """A joint has a given value.

    Residual: q - target [rad or m], one row. ``joint`` names a joint with one variable, or one variable of a
    joint; ``tolerance`` is the largest accepted residual.

    >>> import memetik as mk
    >>> mk.JointValue("elbow_joint", 1.2).target
    array([1.2])
    """

    joint: JointName
    target: NumberTarget
    _: KW_ONLY
    tolerance: Tolerance = DEFAULT_TOLERANCE

    error_names: ClassVar[tuple[str, ...]] = ("difference",)
    error_units: ClassVar[tuple[str, ...]] = ("",)
    _is_exact: ClassVar[bool] = True

    @property
    def _kernel(self) -> str:
        return "linear_joints"

    @property
    def _default_name(self) -> str:
        return self.joint

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        variable = _single_variable(robot, self.joint, "joint")
        if odd := first_far_beyond(robot, self.target, [variable]):
            warn(f"target: {odd}", InputWarning)
        return self._record(robot, variables=[variable]), None

    def _data(self, robot: Robot) -> dict[str, Any]:
        return {"factors": [1.0]}


def _single_variable(robot: Robot, joint: str, what: str) -> int:
    variables = robot._whole_variables(joint)
    if len(variables) != 1:
        single = [
            name
            for name in (robot.variable_names[i] for i in variables)
            if not robot._is_part_of_rotation(name)
        ]
        advice = f"name one of {', '.join(single)}" if single else "StayClose accepts rotations"
        raise GoalError(f"{what}: joint {joint!r} has {len(variables)} variables: {advice}")
    return variables[0]
