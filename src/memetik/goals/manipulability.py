"""Manipulability: a link that can move well in all directions."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, get_args

import numpy as np

from .. import _core
from ..errors import GoalError, UnknownNameError
from ..losses import Losses
from .goal import Goal, Priority, check_link_name, names, non_negative, tolerances

if TYPE_CHECKING:
    from ..robot.robot import Robot

Directions: TypeAlias = Literal["all", "translation", "rotation"]
DIRECTIONS: tuple[Directions, ...] = get_args(Directions)


@dataclass(frozen=True, eq=False, init=False)
class Manipulability(Goal):
    """A link far from singularities, so that it can move in all directions: a posture, and secondary.

    With Yoshikawa's measure µ = √det(J Jᵀ) of the link's Jacobian the residual is max(0, ``floor`` - µ), or
    without a floor 1/(1 + µ), which is the less the larger µ is; one row. ``directions`` are ``"all"`` six,
    or the three of ``"translation"`` or ``"rotation"``; ``joints`` limits J to some, by default to all with
    one variable that move the link. A goal with a floor is met when µ lacks no more than ``tolerance``;
    without one any µ is accepted.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")  # stretched out it cannot move on
    >>> mk.Problem(robot, mk.Manipulability("tool0", floor=0.05)).residuals(robot.neutral).round(6)
    array([0.05])
    """

    link: str
    floor: float | None
    directions: Directions
    joints: tuple[str, ...] | None
    tolerance: float

    error_names: ClassVar[tuple[str, ...]] = ("lacking",)
    error_units: ClassVar[tuple[str, ...]] = ("",)

    def __init__(
        self,
        link: str,
        *,
        floor: float | None = None,
        directions: Directions = "all",
        joints: Iterable[str] | None = None,
        tolerance: float | None = None,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "secondary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        check_link_name(link, "link")
        if directions not in DIRECTIONS:
            raise UnknownNameError("directions", directions, DIRECTIONS)
        listed = None if joints is None else names(joints, "joints")
        if listed == ():
            raise GoalError("joints: expected at least one name")
        if tolerance is None:
            tolerance = math.inf if floor is None else 0.0
        self._set(
            link=link,
            floor=None if floor is None else non_negative(floor, "floor"),
            directions=directions,
            joints=listed,
            tolerance=tolerances(tolerance, 1)[0],
        )

    @property
    def _default_name(self) -> str:
        return "manipulability"

    def _variables(self, robot: Robot) -> list[int]:
        """Of joints with one variable; those on the way to the link, unless they are named."""
        moving = np.abs(robot.jacobian(robot.neutral, self.link)).max(axis=0) > 1e-12
        if self.joints is not None:
            variables = [robot._whole_variables(joint) for joint in self.joints]
            several = [joint for joint, own in zip(self.joints, variables, strict=True) if len(own) != 1]
            if several:
                raise GoalError(f"joints: {', '.join(several)}: not one variable")
            still = [joint for joint, (i,) in zip(self.joints, variables, strict=True) if not moving[i]]
            if still:
                raise GoalError(f"joints: {', '.join(still)}: these do not move {self.link!r}")
            return sorted({own[0] for own in variables})
        single = [own[0] for joint in robot.joint_names if len(own := robot._whole_variables(joint)) == 1]
        return sorted(i for i in single if moving[i])

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record("manipulability")
        record.links = [robot._link(self.link)]
        record.variables = variables = self._variables(robot)
        wanted = 6 if self.directions == "all" else 3
        if len(variables) < wanted:
            raise GoalError(
                f"Manipulability of {self.link!r}: {len(variables)} joints never move it in {wanted} "
                "directions; directions='translation' or 'rotation' asks for three"
            )
        counts = np.zeros(robot.dof)
        counts[variables] = 1.0
        flags = (self.directions != "rotation", self.directions != "translation")
        floor = -1.0 if self.floor is None else self.floor
        record.constants = [float(flags[0]), float(flags[1]), floor, *counts.tolist()]
        record.tolerance = [self.tolerance]
        return record, None
