"""The orientation modes of CollisionIK: goals without errors of rotation, and a weight for these errors."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Literal, TypeAlias

import numpy as np

from ...goals.goal import Goal
from ...goals.keep_clear import KeepClear
from ...goals.placement import ROTATIONS
from ...goals.pose import Orientation, Pose, Position
from ...solve.problem import Problem
from ...transforms import Array

OrientationMode: TypeAlias = Literal["normal", "position only", "adaptive"]

FALL = 0.05  # the weight is a half where the proximity has this value
REACH = 20.0  # [link radii], of obstacles that have an influence


class PositionOnly:
    """A problem in which errors of rotation do not count; it takes the parameters of the given problem."""

    def __init__(self, problem: Problem) -> None:
        places = {name: _place(goal) for name, goal in problem.goals.items()}
        goals = [places[name] or goal for name, goal in problem.goals.items()]
        self.native = Problem(problem.robot, goals, joints=problem._joints)._native
        ranges = zip(places.values(), self.native.target_parameters, strict=True)
        self._weights = [first - 1 for goal, (first, _) in ranges if goal is None]

    def parameters(self, parameters: Array) -> Array:
        """Return the parameters of a query with weight 0 for the goals that have no error but of rotation."""
        changed = parameters.copy()
        changed[self._weights] = 0.0
        return changed


def _place(goal: Goal) -> Goal | None:
    """Return the goal without its error of rotation; None if it has no other error.

    The parameters stay the same: those of a Position are laid out like those of a Pose without axes of its
    own (``PlacementParameters`` in the core); one with such axes stays a Pose.
    """
    if isinstance(goal, Orientation):
        return None
    if not isinstance(goal, Pose):
        return goal
    free = tuple(axis for axis in goal.axis_names if axis in goal.free or axis in ROTATIONS)
    if len(free) == len(goal.axis_names):
        return None
    common = {field.name: getattr(goal, field.name) for field in fields(Goal)}
    if goal.free or goal.frame is not None or len(goal.tolerance) > len(goal.error_names):
        values = {field.name: getattr(goal, field.name) for field in fields(goal)}
        return type(goal)(**{**values, "free": free})
    common["loss"] = goal.loss[0] if isinstance(goal.loss, tuple) else goal.loss
    target = None if goal.target is None else goal.target[:3, 3]
    return Position(goal.link, target, offset=goal.offset, tolerance=goal.tolerance[0], **common)


class OrientationWeight:
    """The weight of the errors of rotation at a configuration, between 0 and 1.

    It is a / (a + s) with a = FALL and the proximity s = (2r / (r + c))² of the nearest obstacle, where c is
    the smallest clearance between a KeepClear goal's spheres and its obstacles, at least 0, and r the
    ``link_radius``: s = ε² / d² of CollisionIK, with ε = 2r and the distance d = r + c from the axis of a
    link. The weight is 1 if no obstacle is within REACH radii. The source is the public code of CollisionIK
    (uwgraphics/relaxed_ik_core of 2021, mode ECAA), which sums s over the links; here spheres, of which there
    may be any number, are the links, so only the nearest counts.
    """

    def __init__(self, problem: Problem, link_radius: float) -> None:
        self._radius, self._reach = link_radius, REACH * link_radius
        goals = [_as_clearance(goal, self._reach) for goal in problem.goals.values()]
        self._problem = Problem(problem.robot, goals, joints=problem._joints)
        self._places: list[tuple[int, int]] = []  # of the weight, and of the missing clearance in the errors
        error = 0
        for goal, (first, _) in zip(goals, self._problem._native.target_parameters, strict=True):
            if isinstance(goal, KeepClear):
                self._places.append((first - 1, error))
            error += len(goal.error_names)

    def at(self, parameters: Array, q: Array) -> float:
        """Return the weight at q (dof,). Goals that have weight 0 in the query's parameters do not count."""
        watched = [error for weight, error in self._places if parameters[weight] > 0]
        if not watched:
            return 1.0
        missing = float(np.max(self._problem._measure(parameters, q[None])[0][0, watched]))
        if missing == 0:
            return 1.0
        clearance = max(self._reach - missing, 0.0)
        return FALL / (FALL + (2 * self._radius / (self._radius + clearance)) ** 2)


def _as_clearance(goal: Goal, reach: float) -> Goal:
    """Return a KeepClear goal as one whose error is what the clearance from obstacles lacks of ``reach``."""
    if not isinstance(goal, KeepClear):
        return goal
    return replace(goal, form="margin", over="sum", margin=reach, loss=None, self_pairs=None)
