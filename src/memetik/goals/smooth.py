"""Smooth: motion from solve to solve without jumps."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import GoalError, UnknownNameError
from ..losses import Losses
from ..transforms import Array
from .goal import Goal, Priority, check_link_name, names, point, tolerances

if TYPE_CHECKING:
    from ..robot.robot import Robot

Order: TypeAlias = Literal["velocity", "acceleration", "jerk"]
ORDERS: tuple[Order, ...] = get_args(Order)


@dataclass(frozen=True, eq=False, init=False)
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

    order: Order
    joints: tuple[str, ...] | None
    link: str | None
    offset: Array | None
    tolerance: float

    error_names: ClassVar[tuple[str, ...]] = ("difference",)
    error_units: ClassVar[tuple[str, ...]] = ("",)

    def __init__(
        self,
        order: Order = "velocity",
        *,
        joints: Iterable[str] | None = None,
        link: str | None = None,
        offset: npt.ArrayLike | None = None,
        tolerance: float = math.inf,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "secondary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        if order not in ORDERS:
            raise UnknownNameError("order", order, ORDERS)
        if link is not None and joints is not None:
            raise GoalError("Smooth: of joints or of a link, not both")
        if offset is not None and link is None:
            raise GoalError("offset: of which link? give link= too")
        if link is not None:
            check_link_name(link, "link")
        listed = None if joints is None else names(joints, "joints")
        if listed == ():
            raise GoalError("joints: expected at least one name")
        self._set(
            order=order,
            joints=listed,
            link=link,
            offset=None if offset is None else point(offset, "offset"),
            tolerance=tolerances(tolerance, 1)[0],
        )
        if link is not None:
            self._set(error_units=("m",))

    @property
    def _default_name(self) -> str:
        return f"smooth_{self.order}"

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record("stay_close" if self.link is None else "smooth_point")
        if self.link is None:
            joints = robot.joint_names if self.joints is None else self.joints
            variables = sorted({i for joint in joints for i in robot._whole_variables(joint)})
            record.variables = variables
            record.target = robot.neutral[variables].tolist()
            record.constants = [1.0] * len(variables)
        else:
            record.links = [robot._link(self.link)]
            offset = np.zeros(3) if self.offset is None else self.offset
            record.target = (robot.fk(robot.neutral, self.link) @ [*offset, 1.0])[:3].tolist()
            record.constants = [*offset, 1.0]
        record.smooths = 1 + ORDERS.index(self.order)
        record.tolerance = [self.tolerance]
        return record, None

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        raise GoalError("Smooth has no target but the history: solver.solve(history=..., dt=...)")
