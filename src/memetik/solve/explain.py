"""Explains why a solution of the core is not solved."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from .. import _core
from ..transforms import Array
from .advice import advice
from .batch_row import BatchRow
from .clearances import Clearances, InTheWay, keep_clears
from .derivatives import worst_of_custom_goals
from .explanation import BeyondReach, Explanation
from .freedom import Freedom, proven_beyond_reach
from .pulls import Pulls
from .reasons import Reasons

if TYPE_CHECKING:
    from .problem import Problem


def explain(
    native: _core.Solution | BatchRow,
    problem: Problem,
    prefers_best: bool,
    clearances: Callable[[], Clearances],
) -> Explanation:
    """Explain the core's solution of a problem, which was solved with ``prefer="best"`` or ``"first"``.

    ``clearances`` computes those of the solution; it is called only if a KeepClear is unmet or in
    conflict with another goal.
    """
    pulls = Pulls(problem, native.parameters, native.q)
    plain = Explanation(native["status"], native["stopped_by"], len(pulls.goals), off=pulls.off)
    if native.success:
        return plain
    box = _box(native, problem)
    reasons = Reasons(problem, pulls, *box)
    freedom = Freedom(problem, native.parameters, native.q, *box)
    unmet = reasons.unmet()
    names = list(dict.fromkeys(entry.goal for entry in unmet))
    few = freedom.too_few_joints(names)
    moved = [name for name in names if name not in {entry.goal for entry in few if not entry.count}]
    beyond = _at_first(moved, proven_beyond_reach(problem, native.parameters), freedom.beyond_reach(moved))
    limits = reasons.limits()
    conflicts = reasons.conflicts({entry.goal for entry in beyond} | {entry.goal for entry in few})
    if not beyond and not few and not limits and not conflicts:
        beyond = reasons.stretched()
    found = replace(
        plain,
        unmet=unmet,
        contacts=_contacts(problem, {*names, *(goal for c in conflicts for goal in c.goals)}, clearances),
        wrong_derivatives=worst_of_custom_goals(problem, names, native.q),
        too_few_joints=tuple(entry for entry in few if entry.goal not in {out.goal for out in beyond}),
        far_targets=freedom.far_targets(moved),
        beyond_reach=beyond,
        limits=() if any(entry.held for entry in beyond) else limits,
        conflicts=conflicts,
    )
    keeps_branch = native.start_given and not prefers_best
    held = problem._joints is not None
    return replace(found, advice=advice(found, native.options, keeps_branch=keeps_branch, joints_held=held))


def _contacts(
    problem: Problem, goals: Collection[str], clearances: Callable[[], Clearances]
) -> tuple[InTheWay, ...]:
    """The contacts of those of the goals that are a KeepClear, the deepest first."""
    margins = {name: goal.margin for name, goal in keep_clears(problem).items() if name in goals}
    if not margins:
        return ()
    found = [
        InTheWay(name, contact.link, contact.other, contact.is_link, contact.clearance, margin)
        for name, margin in margins.items()
        for contact in clearances().contacts[name]
    ]
    return tuple(sorted(found, key=lambda entry: entry.clearance))


def _at_first(
    goals: Collection[str], proven: tuple[BeyondReach, ...], while_held: tuple[BeyondReach, ...]
) -> tuple[BeyondReach, ...]:
    """What is out of reach for every posture; for other goals, what is so while joints are held."""
    known = {entry.goal for entry in proven}
    always = tuple(entry for entry in proven if entry.goal in goals)
    return always + tuple(entry for entry in while_held if entry.goal not in known)


def _box(native: _core.Solution | BatchRow, problem: Problem) -> tuple[Array, Array]:
    lower, upper = native.lower, native.upper
    return (lower, upper) if lower.size else (problem.robot.lower, problem.robot.upper)
