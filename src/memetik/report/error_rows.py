"""The errors of a solution as rows of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from ..solve.wording import human

if TYPE_CHECKING:
    from ..goals import Goal
    from ..solve.solution import Solution

Verdict: TypeAlias = Literal["met", "missed", "secondary", "off"]


class ErrorRow(NamedTuple):
    """An error of a goal as text: its value in mm or degrees, what is allowed, and whether it is met."""

    goal: str
    error: str
    value: str
    allowed: str
    verdict: Verdict


def error_rows(solution: Solution) -> Iterator[ErrorRow]:
    """Yield a row for each error of each goal. Unpickled solutions lack tolerances: ``allowed`` is empty."""
    problem = getattr(solution, "_problem", None)
    goals = {} if problem is None else problem.goals
    unmet = {(part.goal, part.name) for part in solution.explain().unmet}
    for name, units in solution._units.items():
        errors = solution.errors[name]
        goal = goals.get(name)
        for (what, value), unit, allowed in zip(errors.items(), units, _allowed(goal, units), strict=True):
            missed = any(of == name and part.startswith(what) for of, part in unmet)  # "position along x"
            verdict: Verdict = "missed" if missed else "met"
            if name in solution.off:
                verdict = "off"
            elif goal is not None and goal.priority == "secondary":
                verdict = "secondary"
            bound = allowed if verdict in ("met", "missed") else ""
            yield ErrorRow(name, what, human(value, unit), bound, verdict)


def _allowed(goal: Goal | None, units: tuple[str, ...]) -> list[str]:
    """What a goal allows of each error, as text."""
    if goal is None:
        return [""] * len(units)
    tolerances = np.atleast_1d(getattr(goal, "tolerance", 0.0))
    if len(tolerances) not in (1, len(units)):
        return ["per axis"] * len(units)
    bounds = np.broadcast_to(tolerances, len(units))
    return [human(float(bound), unit) for bound, unit in zip(bounds, units, strict=True)]
