"""StayClose: joints stay near a configuration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

import numpy as np

from .. import _core
from ..errors import GoalError, InputWarning, warn
from ..robot.units import first_far_beyond
from ..transforms import MAX_VALUE, Array
from .fields import (
    ALL_JOINTS,
    DEFAULT_TOLERANCE,
    LARGEST_WEIGHT,
    Flag,
    JointNames,
    Priority,
    Tolerance,
    frozen,
    numbers_by_joint,
    optional,
)
from .goal import Goal

if TYPE_CHECKING:
    from ..robot.robot import Robot


def _target(value: Any, what: str) -> Array | Mapping[str, Array] | str:
    if isinstance(value, str):
        return value  # the name of a posture, which the robot has to have
    if isinstance(value, Mapping):
        if not value:
            raise GoalError(f"{what}: expected at least one joint, got an empty mapping")
        return MappingProxyType({str(joint): frozen(_values(v)) for joint, v in value.items()})
    array = np.atleast_1d(_values(value))
    if array.ndim != 1:
        raise GoalError(f"{what}: expected a configuration, got shape {array.shape}")
    return frozen(array)


def _joint_weights(value: Any, what: str) -> Mapping[str, float]:
    expected = f"numbers from 0 to {LARGEST_WEIGHT:g}"
    return numbers_by_joint(value, what, lambda weight: 0 <= weight <= LARGEST_WEIGHT, expected)


def _values(value: Any) -> Array:
    try:
        return np.array(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise GoalError(f"target: expected numbers, got {value!r}") from error


def _free(values: Mapping[str, Any], robot: Robot) -> list[str]:
    """Return the joints that have values and can move; ``Solution.joints`` also has the locked ones."""
    return [joint for joint in values if joint not in robot.locked]


Configuration: TypeAlias = Annotated[Array | Mapping[str, Array] | str | Any | None, optional(_target)]
JointWeights: TypeAlias = Annotated[Mapping[str, float] | None, optional(_joint_weights)]


@dataclass(frozen=True, eq=False)
class StayClose(Goal):
    """Joints stay near a configuration, by default near the start of each solve; secondary by default.

    Residual: the difference to ``target`` [rad or m], one row per variable. Continuous joints use the
    shortest difference, rotations use twice the vector part of the relative quaternion. ``target`` is a
    configuration (dof,), a mapping joint -> value, or the name of one of ``robot.postures``. ``joints``
    restricts the goal to some joints, by default to those of the mapping; ``joint_weights`` maps joints to
    factors of their squared differences. With ``per_velocity`` each difference is divided by the joint's
    velocity limit, which gives the travel time [s]. A loss applies to each row. The error is the norm of the
    differences.

    >>> import memetik as mk
    >>> mk.StayClose().priority
    'secondary'
    """

    target: Configuration = None
    _: KW_ONLY
    joints: JointNames = ALL_JOINTS
    joint_weights: JointWeights = None
    per_velocity: Flag = False
    tolerance: Tolerance = DEFAULT_TOLERANCE
    priority: Priority = "secondary"

    error_names: ClassVar[tuple[str, ...]] = ("distance",)
    error_units: ClassVar[tuple[str, ...]] = ("",)

    @property
    def _takes_ranges(self) -> bool:
        return self.joint_weights is None and not self.per_velocity

    def _variables(self, robot: Robot) -> list[int]:
        """Return the variables of ``joints``, else of the target's joints, else of all joints."""
        wanted = self.joints
        if wanted is None:
            wanted = (
                tuple(_free(self.target, robot)) if isinstance(self.target, Mapping) else robot.joint_names
            )
        return sorted({i for joint in wanted for i in robot._whole_variables(joint)})

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        variables = self._variables(robot)
        record = self._record(robot, variables=variables)
        target = self._as_target(robot.neutral if self.target is None else self.target, robot)
        if odd := first_far_beyond(robot, target, variables):
            warn(f"target: {odd}", InputWarning)
        record.target = target.tolist()
        record.follows_start = self.target is None
        return record, None

    def _data(self, robot: Robot) -> dict[str, Any]:
        weights = np.ones(robot.dof)
        for joint, weight in (self.joint_weights or {}).items():
            weights[robot._whole_variables(joint)] = weight
        factors = np.sqrt(weights[self._variables(robot)])
        if self.per_velocity:
            factors /= self._velocities(robot)
        return {"factors": factors}

    def _velocities(self, robot: Robot) -> Array:
        variables = self._variables(robot)
        limits = robot.velocity_limits[variables]
        unknown = [
            robot.variable_names[i] for i, v in zip(variables, limits, strict=True) if not 0 < v < np.inf
        ]
        if unknown:
            raise GoalError(
                f"per_velocity: expected joints with a velocity limit, unlike {', '.join(unknown)}"
            )
        return limits

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (len(self._variables(robot)),)

    def _as_target(self, value: Any, robot: Robot) -> Array:
        """Accept a whole configuration, a mapping, or the values of this goal's variables only."""
        variables = self._variables(robot)
        if isinstance(value, str):
            value = robot._row(value)
        if isinstance(value, Mapping):
            given = {i for joint in _free(value, robot) for i in range(robot.dof)[robot._slice(joint)]}
            missing = [robot.variable_names[i] for i in variables if i not in given]
            if missing:
                raise GoalError(f"target: no value for {', '.join(missing)}")
            value = robot.pack(value)
        array = _values(value)
        if array.shape == (robot.dof,):
            return np.ascontiguousarray(robot._row(array)[variables])
        if array.shape != (len(variables),) or not (np.abs(array) <= MAX_VALUE).all():
            raise GoalError(f"target: expected a configuration ({robot.dof},), got {value!r}")
        return array
