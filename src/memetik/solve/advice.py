"""What the user can do about a solution that is not solved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .explanation import Conflict, Explanation, Limit, TooFewJoints
from .wording import duration, listed


def advice(found: Explanation, options: Mapping[str, Any], *, keeps_branch: bool, joints_held: bool) -> str:
    """Return one sentence about an unsolved solution, or "" if nothing is known to help.

    ``options`` are those of the query; ``keeps_branch`` tells whether the search preferred solutions on the
    branch of the start, ``joints_held`` whether only some of the robot's joints may move.
    """
    if not found.unmet:
        return "other goals or a less strict valid."
    if not all(entry.finite for entry in found.unmet):
        return f"return finite residuals from {listed([e.goal for e in found.unmet if not e.finite])}."
    if found.wrong_derivatives:
        goals = listed([entry.goal for entry in found.wrong_derivatives])
        return f"correct the derivative of {goals}; problem.check_derivatives() lists all that are wrong."
    if proven := [entry for entry in found.beyond_reach if entry.proven]:
        move = _unit(found) or _move([entry.goal for entry in proven])
        let = f", or {_let_move(joints_held)}" if any(entry.held for entry in proven) else ""
        return f"{move}{let}; a longer search does not."
    ways = _about_goals(found, joints_held)
    if joints_held and found.beyond_reach:
        ways.append("let more joints move (joints=)")
    if options["local"]:
        ways.append("solve without local=True, which searches from the start only")
    if not any(not entry.count for entry in found.too_few_joints):
        ways += _about_end(found.stopped_by, options)
    return f"{', or '.join(ways)}." if ways else _about_search(keeps_branch, options["thorough"])


def _about_end(stopped_by: str, options: Mapping[str, Any]) -> list[str]:
    """Return what lets a search go on that ended before it had nothing left to gain."""
    if stopped_by == "deadline":
        return [f"a longer timeout than {duration(options['timeout'])}"]
    if stopped_by == "cancelled":
        return ["solve again without cancelling"]
    if stopped_by == "budget":
        return [f"a larger budget than max_evaluations={options['max_evaluations']}"]
    return []


def _about_goals(found: Explanation, joints_held: bool) -> list[str]:
    """Return what to change of the goals and limits; nothing if neither stands in the way."""
    ways = [_about_joints(entry, joints_held) for entry in found.too_few_joints[:1]]
    if found.limits and found.limits[0].set_by == "max_change":
        ways = []  # that about the limit names the joint
    if found.far_targets:
        ways.append(_unit(found))
    if found.conflicts:
        ways.append(_about_conflict(found.conflicts[0]))
    elif found.beyond_reach:
        ways.append(_move([entry.goal for entry in found.beyond_reach]))
    elif found.limits and not ways:
        goals = list(dict.fromkeys(entry.goal for entry in found.unmet))
        ways.append(f"change the goal{'s' if len(goals) > 1 else ''} {listed(goals)}")
    if found.limits:
        ways.append(_about_limit(found.limits[0]))
    return ways


def _about_joints(few: TooFewJoints, joints_held: bool) -> str:
    if few.held:
        return _let_move(joints_held)
    if not few.count:
        return f"give the goal {few.goal} another link"
    easier = (
        "use Position or AlignAxis, or free axes with free=" if few.kind == "Pose" else "free axes with free="
    )
    return f"{easier} for {few.goal}"


def _let_move(joints_held: bool) -> str:
    return "let more joints move (joints=)" if joints_held else "loosen max_change"


def _unit(found: Explanation) -> str:
    """Advice about targets that are far away; empty if there are none."""
    goals = [entry.goal for entry in found.far_targets]
    return f"give the target of {listed(goals)} in metres" if goals else ""


def _move(goals: list[str]) -> str:
    return f"move the target of {listed(goals)}, or the robot's base"


def _about_conflict(conflict: Conflict) -> str:
    first, second = conflict.goals
    if conflict.errors:
        return f"accept a larger error of the {' or the '.join(conflict.errors)} of {first}"
    if conflict.required == (True, False):
        return f"change the goal {second} or {first}"
    return f"change the goal {first} or {second}, or make one of them secondary"


def _about_limit(limit: Limit) -> str:
    if limit.set_by == "max_change":
        return f"loosen max_change, above all for {limit.variable}"
    return f"widen the limit of {limit.variable} if the real robot allows it"


def _about_search(keeps_branch: bool, thorough: bool) -> str:
    if keeps_branch:
        return 'prefer="best": by default the search prefers solutions near the given start.'
    return "" if thorough else "thorough=True, which searches on with the whole budget."
