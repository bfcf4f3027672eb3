"""What the variables that may move can do for a goal: whether they move its link, and how far they reach."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..goals.goal import Goal
from ..goals.link_goal import LinkGoal
from ..goals.placement import Placement
from ..transforms import Array
from .explanation import BeyondReach, FarTarget, TooFewJoints
from .problem import Problem

if TYPE_CHECKING:
    from ..robot.robot import Robot

FAR = 10.0  # times the robot's reach: a target that is farther away is probably not in metres
_SAMPLES = 4  # random configurations: a variable that changes a goal does so at one of them
_STILL = 1e-9  # derivatives below this are rounding errors
_RANK = 1e-6  # singular values below this, relative to the largest, count as zero
_OUTSIDE = 1e-3  # share of a residual that counts as a part of it
_LOCKED = 1e-6  # [rad, m] the largest range of a variable that counts as locked


class Freedom:
    """The variables of a query that may move: those of ``joints`` whose bounds (dof,) are not equal."""

    def __init__(self, problem: Problem, parameters: Array, q: Array, lower: Array, upper: Array) -> None:
        self._problem, self._parameters, self._q = problem, parameters, q
        self._movable: npt.NDArray[np.bool_] = upper - lower > _LOCKED
        if joints := problem._movable():
            self._movable &= np.array(joints)

    def too_few_joints(self, unmet: Collection[str]) -> tuple[TooFewJoints, ...]:
        """The unmet goals that no variable changes, and placements that need more variables than move them.

        A placement needs one variable for each direction in which its residual can change at all, and one
        more if the residual that is left has a part in none of these directions.
        """
        found = []
        residuals, jacobian = self._sampled()
        for name in unmet:
            goal = self._problem._goals[name]
            if not isinstance(goal, LinkGoal):
                continue
            rows = self._problem.rows[name]
            movers = _movers(self._problem.robot, goal)
            moving = [i for i in movers if self._movable[i]]
            columns = jacobian[:, rows][:, :, moving]
            changing = int((np.abs(columns) > _STILL).any(axis=(0, 1)).sum())
            needed = _dimensions(columns, residuals[rows]) if isinstance(goal, Placement) else 1
            if changing < needed:
                kind, held = type(goal).__name__, len(moving) < len(movers)
                found.append(TooFewJoints(name, goal.link, kind, changing, len(moving), needed, held))
        return tuple(found)

    def _sampled(self) -> tuple[Array, Array]:
        """The residuals (rows,) at q, and Jacobians (n, rows, dof) at q and at random values of the variables
        that may move.
        """
        problem = self._problem
        q = np.tile(self._q, (1 + _SAMPLES, 1))
        q[1:, self._movable] = problem.robot.random(_SAMPLES, rng=0)[:, self._movable]
        residuals = np.empty((1, problem._row_count))
        jacobian = np.empty((len(q), problem._row_count, problem.robot.dof))
        problem._native.residuals(self._parameters, q[:1], residuals)
        problem._native.jacobians(self._parameters, q, jacobian)
        return residuals[0], jacobian

    def far_targets(self, unmet: Collection[str]) -> tuple[FarTarget, ...]:
        """The targets of unmet goals that are many times the robot's reach away."""
        reach, found = self._problem.robot.reach, []
        for name in unmet:
            if reach > 0 and has_place(self._problem._goals[name]):
                distance = float(np.linalg.norm(self._problem._target_in(self._parameters, name)[-3:]))
                if distance > FAR * reach:
                    found.append(FarTarget(name, distance, distance / reach))
        return tuple(found)

    def beyond_reach(self, unmet: Collection[str]) -> tuple[BeyondReach, ...]:
        """The unmet placements that are out of reach as long as the other joints are where they are."""
        robot, goals = self._problem.robot, self._problem._goals
        held = [name for name in robot.joint_names if not self._movable[robot._slice(name)].any()]
        placed = {name: goals[name] for name in unmet if has_place(goals[name])}
        if not held or not placed or not self._movable.any():
            return ()
        locked = robot.lock({name: self._q[robot._slice(name)] for name in held})
        problem = Problem._of(locked, placed, None)
        parameters = problem._own_parameters.copy()
        for name in placed:
            problem._target_in(parameters, name)[:] = self._problem._target_in(self._parameters, name)
        return proven_beyond_reach(problem, parameters, held=True)


def proven_beyond_reach(
    problem: Problem, parameters: Array, *, held: bool = False
) -> tuple[BeyondReach, ...]:
    """The targets that no posture of the problem's robot reaches; ``held``: whether joints are locked."""
    goals = list(problem._goals.items())
    found = []
    for index, distance, too_near in problem._native.beyond_reach(parameters):
        name, goal = goals[index]
        rotation = len(goal.error_names) > 1
        found.append(BeyondReach(name, distance, True, too_near, with_rotation=rotation, held=held))
    return tuple(found)


def has_place(goal: Goal) -> bool:
    """Whether the last three numbers of the goal's target are a point that a link has to be at."""
    return isinstance(goal, Placement) and "position" in goal.error_names


def _dimensions(columns: Array, residuals: Array) -> int:
    """How many dimensions of the residuals (rows,) Jacobians (n, rows, variables) span; one more if the
    residuals are not within these.
    """
    span = columns.transpose(1, 0, 2).reshape(len(residuals), -1)
    left, sizes, _ = np.linalg.svd(span, full_matrices=False)
    basis = left[:, sizes > _RANK * sizes.max(initial=_STILL)]
    outside = residuals - basis @ (basis.T @ residuals)
    size = float(np.linalg.norm(residuals))
    return int(basis.shape[1]) + int(float(np.linalg.norm(outside)) > _OUTSIDE * size)


def _movers(robot: Robot, goal: LinkGoal) -> list[int]:
    """The variables that move the goal's link in its frame; those that mimics follow, too."""
    frame = getattr(goal, "frame", None) or robot.root
    chains = [{joint.name: joint for joint in robot._topology.chain(link)} for link in (goal.link, frame)]
    between = chains[0].keys() ^ chains[1].keys()
    moving = [robot.joints[name] for name in between if robot.joints[name].type != "fixed"]
    owners = {joint.mimic.joint if joint.mimic else joint.name for joint in moving}
    return sorted(i for name in owners for i in range(robot.dof)[robot._slice(name)])
