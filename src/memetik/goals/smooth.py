"""Smooth: small velocity, acceleration or jerk from solve to solve."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import GoalError
from ..transforms import Array
from .fields import (
    ALL_JOINTS,
    JointNames,
    MaybeLinkName,
    MaybePoint,
    Priority,
    Tolerance,
)
from .goal import Goal

if TYPE_CHECKING:
    from ..robot.robot import Robot

Order: TypeAlias = Literal["velocity", "acceleration", "jerk"]  # first, second and third derivative by time


@dataclass(frozen=True, eq=False)
class Smooth(Goal):
    """Velocity, acceleration or jerk over the last solutions is small; secondary by default.

    Residual, with the last configurations q₁ (the newest), q₂, q₃ of ``solver.solve(history=..., dt=...)``:
    (q - q₁)/dt, (q - 2q₁ + q₂)/dt² or (q - 3q₁ + 3q₂ - q₃)/dt³ for ``order`` "velocity", "acceleration" or
    "jerk", one row per variable. Continuous joints and rotations use the shortest difference. ``joints``
    restricts the goal to some joints. With a ``link``, the formulas apply to the position of its origin or
    of the point ``offset`` (3,) [m] in its frame; three rows.

    The robot is assumed at rest before the oldest configuration, and at the start if there is no history
    (batches have none). The error is the norm of the difference [rad or m], before the division by dt. A loss
    applies to the residual, for joints to each row: ``loss=mk.losses.Hinge(-v, v)`` limits each velocity to
    v.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> mk.Problem(robot, mk.Smooth(joints=["elbow_joint"])).residuals(robot.neutral + 0.1)
    array([0.1])
    >>> solver = mk.Solver(robot, [mk.Position("tool0", (0.4, 0.2, 0.4)), mk.Smooth("acceleration")])
    >>> past = robot.neutral + [[0.0], [0.01]]  # the newest last
    >>> solver.solve(past[-1], history=past, dt=0.02).success
    True
    """

    order: Order = "velocity"
    _: KW_ONLY
    joints: JointNames = ALL_JOINTS
    link: MaybeLinkName = None
    offset: MaybePoint = None
    tolerance: Tolerance = math.inf
    priority: Priority = "secondary"

    error_names: ClassVar[tuple[str, ...]] = ("difference",)
    error_units: ClassVar[tuple[str, ...]] = ("",)

    def _check(self) -> None:
        if self.link is not None and self.joints is not None:
            raise GoalError("Smooth: give joints or a link, not both")
        if self.offset is not None and self.link is None:
            raise GoalError("offset: give the link that it belongs to, with link=")
        if self.link is not None:
            self._set(error_units=("m",))

    @property
    def _default_name(self) -> str:
        return f"smooth_{self.order}"

    @property
    def _kernel(self) -> str:
        return "stay_close" if self.link is None else "smooth_point"

    def _variables(self, robot: Robot) -> list[int]:
        joints = robot.joint_names if self.joints is None else self.joints
        return sorted({i for joint in joints for i in robot._whole_variables(joint)})

    @property
    def _point(self) -> Array:
        return np.zeros(3) if self.offset is None else self.offset

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        if self.link is None:
            variables = self._variables(robot)
            record = self._record(robot, variables=variables)
            record.target = robot.neutral[variables].tolist()
        else:
            record = self._record(robot, [self.link])
            record.target = (robot.fk(robot.neutral, self.link) @ [*self._point, 1.0])[:3].tolist()
        record.smooths = 1 + get_args(Order).index(self.order)
        return record, None

    def _data(self, robot: Robot) -> dict[str, Any]:
        if self.link is None:
            return {"factors": [1.0] * len(self._variables(robot))}
        return {"offset": self._point}

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        raise GoalError("Smooth has no target; give history= and dt= to solver.solve instead")
