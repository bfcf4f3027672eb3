"""What the user can do about a solution that is not solved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .explanation import Explanation, Limit
from .wording import duration, human, listed


def advice(found: Explanation, options: Mapping[str, Any], keeps_branch: bool) -> str:
    """Return one sentence, or "" if the solution is solved. ``options`` are those of the query;
    ``keeps_branch`` tells whether the search preferred solutions on the branch of the start.
    """
    if found.status == "solved":
        return ""
    proven = [entry for entry in found.beyond_reach if entry.proven]
    if proven:
        return f"move the target of {listed([e.goal for e in proven])} or the robot's base; searching longer does not help."
    if found.stopped_by == "deadline":
        return f"a longer timeout than {duration(options['timeout'])}."
    if found.stopped_by == "cancelled":
        return "solve again without cancelling."
    if found.stopped_by == "budget":
        return f"a larger budget than max_evaluations={options['max_evaluations']}."
    if options["local"]:
        return "solve without local=True, which searched from the start only."
    if not found.unmet:
        return "relax valid, or the goals, so that other configurations meet them."
    return _about_goals(found) or _about_search(keeps_branch, options["thorough"])


def _about_goals(found: Explanation) -> str:
    ways = []
    if found.limits:
        ways.append(_about_limit(found.limits[0]))
    if found.conflicts:
        conflict = found.conflicts[0]
        first, second = conflict.goals
        if conflict.errors:
            ways.append(f"allow a larger tolerance of the {' or the '.join(conflict.errors)} of {first}")
        elif conflict.required == (True, False):
            ways.append(f"move the target of {second}, or relax {first}")
        else:
            ways.append(f"relax {first} or {second}, or make one of them secondary")
    elif found.limits or found.beyond_reach:
        names = dict.fromkeys(entry.goal for entry in found.unmet)
        ways.append(f"change {listed(list(names))}")
    return f"{', or '.join(ways)}." if ways else ""


def _about_limit(limit: Limit) -> str:
    if limit.set_by == "max_change":
        return f"allow {limit.variable} a larger max_change"
    return f"widen the limit of {limit.variable} if the real robot allows it"


def _about_search(keeps_branch: bool, thorough: bool) -> str:
    if keeps_branch:
        return 'prefer="best" or no start: the search preferred solutions near the given start.'
    return "" if thorough else "thorough=True, which searches on with the whole budget."
