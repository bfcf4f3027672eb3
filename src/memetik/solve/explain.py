"""Explains why a solution of the core is not solved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .. import _core
from ..transforms import Array
from .advice import advice
from .batch_row import BatchRow
from .explanation import BeyondReach, Explanation
from .pulls import Pulls
from .reasons import Reasons

if TYPE_CHECKING:
    from .problem import Problem


def explain(native: _core.Solution | BatchRow, problem: Problem, prefers_best: bool) -> Explanation:
    """Explain the core's solution of a problem, which was solved with ``prefer="best"`` or ``"first"``."""
    pulls = Pulls(problem, native.parameters, native.q)
    plain = Explanation(native["status"], native["stopped_by"], len(pulls.goals), off=pulls.off)
    if native.success:
        return plain
    reasons = Reasons(problem, pulls, *_box(native, problem))
    beyond, limits = _proven_beyond_reach(native, problem), reasons.limits()
    conflicts = reasons.conflicts({entry.goal for entry in beyond})
    if not beyond and not limits and not conflicts:
        beyond = reasons.stretched()
    found = replace(plain, unmet=reasons.unmet(), beyond_reach=beyond, limits=limits, conflicts=conflicts)
    keeps_branch = native.start_given and not prefers_best
    held = problem._joints is not None
    return replace(found, advice=advice(found, native.options, keeps_branch=keeps_branch, joints_held=held))


def _box(native: _core.Solution | BatchRow, problem: Problem) -> tuple[Array, Array]:
    lower, upper = native.lower, native.upper
    return (lower, upper) if lower.size else (problem.robot.lower, problem.robot.upper)


def _proven_beyond_reach(native: _core.Solution | BatchRow, problem: Problem) -> tuple[BeyondReach, ...]:
    goals = list(problem._goals.items())
    found = []
    for index, distance, too_near in problem._native.beyond_reach(native.parameters):
        name, goal = goals[index]
        found.append(BeyondReach(name, distance, True, too_near, with_rotation=len(goal.error_names) > 1))
    return tuple(found)
