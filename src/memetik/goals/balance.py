"""Balance: the centre of mass above a place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy.typing as npt

from .. import _core
from ..errors import GoalError
from ..losses import Losses
from ..transforms import Array
from .goal import DEFAULT_TOLERANCE, Priority, point, tolerances, unit_vector
from .place_goal import PlaceGoal

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False, init=False)
class Balance(PlaceGoal):
    """The centre of mass is above a place, so that the robot does not fall over.

    Residual: (I - u uᵀ)(c - p) [m], with the centre of mass c and the direction u that is up; three rows,
    together as long as the horizontal distance. ``target`` (3,) [m] is p and ``up`` (3,) is along u, in the
    root's frame; ``tolerance`` [m].

    >>> import memetik as mk
    >>> mk.Balance((0, 0, 0), tolerance=0.05).up
    array([0., 0., 1.])
    """

    up: Array

    def __init__(
        self,
        target: npt.ArrayLike,
        *,
        up: npt.ArrayLike = (0.0, 0.0, 1.0),
        tolerance: float = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        self._set(
            target=point(target, "target"), up=unit_vector(up, "up"), tolerance=tolerances(tolerance, 1)[0]
        )

    @property
    def _default_name(self) -> str:
        return "balance"

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        if robot.mass <= 0.0:
            raise GoalError(f"Balance: robot {robot.name!r} has no masses")
        record = self._record("balance")
        record.target = self.target.tolist()
        record.constants = self.up.tolist()
        record.tolerance = [self.tolerance]
        return record, None
