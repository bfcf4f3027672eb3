"""StayClose: joints near a configuration."""

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
from .goal import DEFAULT_TOLERANCE, LARGEST_WEIGHT, Goal, Priority, frozen, names, tolerances

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False, init=False)
class StayClose(Goal):
    """Joints near a configuration, by default near the start of each solve: a posture, and secondary.

    Residual: the difference to ``target`` [rad or m], one row per variable, taken on the joint: continuous
    joints the short way round, rotations as twice the vector part of the relative quaternion. ``target`` is
    a configuration (dof,) or a mapping joint -> value; ``joints`` limits the goal to some joints, by default
    to those of the mapping; ``joint_weights`` maps joints to factors of their squared differences. With
    ``per_velocity`` differences are divided by the joints' largest velocities: how long the way takes [s]. A
    loss is of every row on its own. The error is the norm of the differences.

    >>> import memetik as mk
    >>> mk.StayClose().priority
    'secondary'
    """

    target: Array | Mapping[str, Array] | None
    joints: tuple[str, ...] | None
    joint_weights: Mapping[str, float] | None
    per_velocity: bool
    tolerance: float

    error_names: ClassVar[tuple[str, ...]] = ("distance",)
    error_units: ClassVar[tuple[str, ...]] = ("",)

    def __init__(
        self,
        target: npt.ArrayLike | Mapping[str, npt.ArrayLike] | None = None,
        *,
        joints: Iterable[str] | None = None,
        joint_weights: Mapping[str, float] | None = None,
        per_velocity: bool = False,
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
        self._set(
            target=_target(target),
            joints=listed,
            joint_weights=None if joint_weights is None else _joint_weights(joint_weights),
            per_velocity=_flag(per_velocity),
            tolerance=tolerances(tolerance, 1)[0],
        )

    @property
    def _default_name(self) -> str:
        return "stay_close"

    @property
    def _takes_ranges(self) -> bool:
        return self.joint_weights is None and not self.per_velocity

    def _variables(self, robot: Robot) -> list[int]:
        """Entries of q: of the joints named, or of those that have a target or a place in q at all."""
        wanted = self.joints
        if wanted is None:
            wanted = tuple(self.target) if isinstance(self.target, Mapping) else robot.joint_names
        return sorted({i for joint in wanted for i in robot._whole_variables(joint)})

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record("stay_close")
        record.variables = self._variables(robot)
        weights = np.ones(robot.dof)
        for joint, weight in (self.joint_weights or {}).items():
            weights[robot._whole_variables(joint)] = weight
        factors = np.sqrt(weights[record.variables])
        if self.per_velocity:
            factors /= self._velocities(robot)
        record.constants = factors.tolist()
        record.follows_start = self.target is None
        target = robot.neutral if self.target is None else self.target
        record.target = self._as_target(target, robot).tolist()
        record.tolerance = [self.tolerance]
        return record, None

    def _velocities(self, robot: Robot) -> Array:
        variables = self._variables(robot)
        limits = robot.velocity_limits[variables]
        unknown = [
            robot.variable_names[i] for i, v in zip(variables, limits, strict=True) if not 0 < v < np.inf
        ]
        if unknown:
            raise GoalError(f"per_velocity: no velocity limit of {', '.join(unknown)}")
        return limits

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (len(self._variables(robot)),)

    def _as_target(self, value: Any, robot: Robot) -> Array:
        """From a whole configuration, a mapping, or the values of this goal's variables alone."""
        variables = self._variables(robot)
        if isinstance(value, Mapping):
            given = {i for joint in value for i in range(robot.dof)[robot._slice(joint)]}
            missing = [robot.variable_names[i] for i in variables if i not in given]
            if missing:
                raise GoalError(f"target: no value for {', '.join(missing)}")
            value = robot.pack(value)
        array = _values(value)
        if array.shape == (robot.dof,):
            return np.ascontiguousarray(robot._row(array)[variables])
        if array.shape != (len(variables),) or not (np.abs(array) <= LARGEST_VALUE).all():
            raise GoalError(f"target: expected a configuration ({robot.dof},), got {value!r}")
        return array


def _target(value: Any) -> Array | Mapping[str, Array] | None:
    if value is None:
        return None
    if isinstance(value, Mapping):
        if not value:
            raise GoalError("target: expected at least one joint, got an empty mapping")
        return MappingProxyType({str(joint): frozen(_values(v)) for joint, v in value.items()})
    array = np.atleast_1d(_values(value))
    if array.ndim != 1:
        raise GoalError(f"target: expected a configuration, got shape {array.shape}")
    return frozen(array)


def _flag(value: Any) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise GoalError(f"per_velocity: expected True or False, got {value!r}")
    return bool(value)


def _joint_weights(value: Any) -> Mapping[str, float]:
    try:
        weights = {str(joint): float(weight) for joint, weight in dict(value).items()}
    except (TypeError, ValueError, OverflowError):
        weights = {"": np.nan}
    if not all(0 <= weight <= LARGEST_WEIGHT for weight in weights.values()):
        raise GoalError(f"joint_weights: expected numbers from 0 to {LARGEST_WEIGHT:g}, got {value!r}")
    return MappingProxyType(weights)


def _values(value: Any) -> Array:
    try:
        return np.array(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise GoalError(f"target: expected numbers, got {value!r}") from error
