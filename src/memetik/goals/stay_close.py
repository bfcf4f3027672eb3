"""StayClose: joints near a configuration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from .. import _core
from ..description import LARGEST_VALUE
from ..errors import GoalError
from ..transforms import Array
from .goal import DEFAULT_TOLERANCE, Goal, Priority, frozen, names, tolerances

if TYPE_CHECKING:
    from ..robot import Robot

STAY_CLOSE = 4  # in the order of memetik::GoalKind


@dataclass(frozen=True, eq=False)
class StayClose(Goal):
    """Joints near a configuration, by default near the start of each solve: a posture, and secondary.

    Residual: the difference to ``target`` [rad or m], one row per variable, taken on the joint: continuous
    joints the short way round, rotations as twice the vector part of the relative quaternion. ``target`` is
    a configuration (dof,) or a mapping joint -> value; ``joints`` limits the goal to some joints;
    ``joint_weights`` maps joints to factors of their squared differences. The error is the norm of the
    differences.

    >>> import memetik as mk
    >>> mk.StayClose().priority
    'secondary'
    """

    target: Any = None
    joints: tuple[str, ...] | None = None
    joint_weights: Mapping[str, float] | None = None
    tolerance: Any = DEFAULT_TOLERANCE
    priority: Priority = field(default="secondary", kw_only=True)

    error_names: ClassVar[tuple[str, ...]] = ("distance",)
    error_units: ClassVar[tuple[str, ...]] = ("",)

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.target, Mapping):
            object.__setattr__(self, "target", {str(k): _values(v) for k, v in self.target.items()})
        elif self.target is not None:
            object.__setattr__(self, "target", frozen(np.atleast_1d(_values(self.target))))
        if self.joints is not None:
            object.__setattr__(self, "joints", names(self.joints, "joints"))
            if not self.joints:
                raise GoalError("joints: expected at least one name")
        if self.joint_weights is not None:
            try:
                weights = {str(k): float(v) for k, v in dict(self.joint_weights).items()}
            except (TypeError, ValueError, OverflowError):
                weights = {"": np.nan}
            if not all(0 <= weight < np.inf for weight in weights.values()):
                raise GoalError(f"joint_weights: expected non-negative numbers, got {self.joint_weights!r}")
            object.__setattr__(self, "joint_weights", weights)
        object.__setattr__(self, "tolerance", tolerances(self.tolerance, 1)[0])

    @property
    def _default_name(self) -> str:
        return "stay_close"

    def _variables(self, robot: Robot) -> list[int]:
        """Entries of q: of the joints named, or of those that have a target or a place in q at all."""
        wanted = self.joints
        if wanted is None:
            wanted = tuple(self.target) if isinstance(self.target, dict) else robot.joint_names
        return sorted({i for joint in wanted for i in robot._whole_variables(joint)})

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record(STAY_CLOSE)
        record.variables = self._variables(robot)
        weights = np.ones(robot.dof)
        for joint, weight in (self.joint_weights or {}).items():
            weights[robot._whole_variables(joint)] = weight
        record.variable_weights = weights[record.variables].tolist()
        record.follows_start = self.target is None
        target = robot.neutral if self.target is None else self.target
        record.target = self._as_target(target, robot).tolist()
        record.tolerance = [self.tolerance, 0.0, 0.0, 0.0, 0.0, 0.0]
        return record, None

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (len(self._variables(robot)),)

    def _as_target(self, value: Any, robot: Robot) -> Array:
        """From a whole configuration, a mapping, or the values of this goal's variables alone."""
        variables = self._variables(robot)
        if isinstance(value, Mapping):
            return robot.pack(value)[variables]
        array = _values(value)
        if array.shape == (robot.dof,):
            return np.ascontiguousarray(robot._row(array)[variables])
        if array.shape != (len(variables),) or not (np.abs(array) <= LARGEST_VALUE).all():
            raise GoalError(f"target: expected a configuration ({robot.dof},), got {value!r}")
        return array


def _values(value: Any) -> Array:
    try:
        return np.array(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise GoalError(f"target: expected numbers, got {value!r}") from error
