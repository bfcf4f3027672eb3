"""The goals of one query, with the targets that the query gave them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import without_warnings
from ..goals.placement import Placement
from ..goals.pose import Pose, Position
from ..transforms import Array
from .clearances import snapshot_of

if TYPE_CHECKING:
    from ..goals.goal import Goal
    from .problem import Problem


def query_goals(problem: Problem, parameters: Array) -> list[Goal]:
    """The goals that are switched on in a query, from the parameters of the core."""
    factors = problem._factors_in(parameters)
    goals = []
    for name, goal in problem.goals.items():
        numbers, own = (problem._target_in(of, name) for of in (parameters, problem._own_parameters))
        if factors[name] == 0:
            continue
        if name in problem._worlds:
            goals.append(goal._in(snapshot_of(problem, parameters, name)))
            continue
        same = np.array_equal(numbers, own) and not goal._awaits_target
        goals.append(goal if same else _retargeted(goal, numbers))
    return goals


def _retargeted(goal: Goal, numbers: Array) -> Goal:
    """The goal with another target, given in the form of the core."""
    target = _placement_target(goal, numbers) if isinstance(goal, Placement) else numbers.copy()
    return without_warnings(type(goal), **{**goal._plain_fields(), "target": target})


def _placement_target(goal: Placement, numbers: Array) -> Array:
    """The pose, position or rotation; the core has the rotation of the link, before that of the offset."""
    if numbers.size == 3:  # of a Position with another metric
        return numbers.copy()
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = numbers[:9].reshape(3, 3).T, numbers[9:12]
    if goal.offset is not None and np.ndim(goal.offset) == 2:
        pose[:3, :3] = pose[:3, :3] @ goal.offset[:3, :3]
    if isinstance(goal, Pose):
        return pose
    return pose[:3, 3] if isinstance(goal, Position) else pose[:3, :3]
