"""Smooth: motion from solve to solve without jumps."""

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

Order: TypeAlias = Literal["velocity", "acceleration", "jerk"]  # derivatives by time, from the first on


@dataclass(frozen=True, eq=False)
class Smooth(Goal):
    """Small velocity, acceleration or jerk over the last solutions: a posture, and secondary.

    Residual, with the last configurations q₁ (the newest), q₂, q₃ of ``solver.solve(history=..., dt=...)``:
    (q - q₁)/dt, (q - 2q₁ + q₂)/dt² or (q - 3q₁ + 3q₂ - q₃)/dt³ for ``order`` "velocity", "acceleration" or
    "jerk", one row per variable; differences are taken on the joint. ``joints`` limits the goal to some. With
    a ``link`` the same of its origin, or of the point ``offset`` (3,) [m] in its frame, in three rows. Before
    the oldest configuration the robot was at rest; without a history (``mk.solve`` and batches have none) it
    was at the start. The error is the norm of the difference [rad or m], before the division by dt. A loss is
    of the residual: of every joint's on its own, ``loss=mk.losses.Hinge(-v, v)`` keeps velocities to v.

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
            raise GoalError("Smooth: of joints or of a link, not both")
        if self.offset is not None and self.link is None:
            raise GoalError("offset: of which link? give link= too")
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
        raise GoalError("Smooth has no target but the history: solver.solve(history=..., dt=...)")
