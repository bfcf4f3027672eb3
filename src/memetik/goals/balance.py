"""Balance: the centre of mass is above a point."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar

from .. import _core
from ..errors import GoalError
from .fields import DEFAULT_TOLERANCE, Point, Tolerance, UnitVector
from .goal import Goal

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False)
class Balance(Goal):
    """The centre of mass is above a point, so that the robot does not fall over.

    Residual: (I - u uᵀ)(c - p) [m], with the centre of mass c, the point p and the unit vector u that points
    up; three rows with the horizontal distance as norm. ``target`` (3,) [m] is p and ``up`` (3,) is along u,
    both in the root's frame; ``tolerance`` [m] is the largest accepted distance.

    >>> import memetik as mk
    >>> mk.Balance((0, 0, 0), tolerance=0.05).up
    array([0., 0., 1.])
    """

    target: Point
    _: KW_ONLY
    up: UnitVector = (0.0, 0.0, 1.0)
    tolerance: Tolerance = DEFAULT_TOLERANCE

    error_names: ClassVar[tuple[str, ...]] = ("distance",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        if robot.mass <= 0.0:
            raise GoalError(f"Balance: robot {robot.name!r} has no masses")
        return self._record(robot), None
