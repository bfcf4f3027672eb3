"""Manipulability: a link stays away from singularities."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

import numpy as np

from .. import _core
from ..errors import GoalError
from .fields import (
    ALL_JOINTS,
    JointNames,
    LinkName,
    MaybeNonNegative,
    Priority,
    tolerances,
)
from .goal import Goal

if TYPE_CHECKING:
    from ..robot.robot import Robot

Directions: TypeAlias = Literal["all", "translation", "rotation"]


@dataclass(frozen=True, eq=False)
class Manipulability(Goal):
    """A link is far from singularities, so that it can move in all directions; secondary by default.

    Residual: max(0, ``floor`` - µ) with Yoshikawa's measure µ = √det(J Jᵀ) of the link's Jacobian, or
    1/(1 + µ) without a floor, which decreases as µ grows; one row. ``directions`` are ``"all"`` six, or the
    three of ``"translation"`` or ``"rotation"``. J has the columns of ``joints``, by default of all joints
    with one variable that move the link. With a floor the goal is met when µ is at least ``floor`` minus
    ``tolerance``; without one every µ is accepted.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")  # neutral is stretched out, hence singular
    >>> mk.Problem(robot, mk.Manipulability("tool0", floor=0.05)).residuals(robot.neutral).round(6)
    array([0.05])
    """

    link: LinkName
    _: KW_ONLY
    floor: MaybeNonNegative = None
    directions: Directions = "all"
    joints: JointNames = ALL_JOINTS
    tolerance: float | None = None
    priority: Priority = "secondary"

    error_names: ClassVar[tuple[str, ...]] = ("deficit",)
    error_units: ClassVar[tuple[str, ...]] = ("",)

    def _check(self) -> None:
        by_default = math.inf if self.floor is None else 0.0
        tolerance = by_default if self.tolerance is None else self.tolerance
        self._set(tolerance=tolerances(tolerance, 1)[0])

    def _variables(self, robot: Robot) -> list[int]:
        """Return the variables of the columns of J: of the named joints, or of all that move the link."""
        moving = np.abs(robot.jacobian(robot.neutral, self.link)).max(axis=0) > 1e-12
        if self.joints is not None:
            variables = [robot._whole_variables(joint) for joint in self.joints]
            several = [joint for joint, own in zip(self.joints, variables, strict=True) if len(own) != 1]
            if several:
                raise GoalError(f"joints: expected joints with one variable, unlike {', '.join(several)}")
            still = [joint for joint, (i,) in zip(self.joints, variables, strict=True) if not moving[i]]
            if still:
                raise GoalError(f"joints: expected joints that move {self.link!r}, unlike {', '.join(still)}")
            return sorted({own[0] for own in variables})
        single = [own[0] for joint in robot.joint_names if len(own := robot._whole_variables(joint)) == 1]
        return sorted(i for i in single if moving[i])

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        robot._link(self.link)
        variables, wanted = self._variables(robot), 6 if self.directions == "all" else 3
        if len(variables) < wanted:
            raise GoalError(
                f"Manipulability of {self.link!r}: {len(variables)} joints cannot move it in {wanted} "
                "directions; directions='translation' and 'rotation' need three"
            )
        return self._record(robot, [self.link], variables), None

    def _data(self, robot: Robot) -> dict[str, Any]:
        counted = set(self._variables(robot))
        return {
            "translations": self.directions != "rotation",
            "rotations": self.directions != "translation",
            "floor": -1.0 if self.floor is None else self.floor,
            "counts": [i in counted for i in range(robot.dof)],
        }
