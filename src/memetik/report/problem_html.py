"""A problem as HTML: its goals."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ..solve.pulls import units_of
from .goal_cells import place, target, tolerance
from .html import block, heading, note, table

if TYPE_CHECKING:
    from ..goals import Goal
    from ..solve.problem import Problem

_NAMES_SHOWN = 12


def problem_html(problem: Problem) -> str:
    """A row for each goal: its kind, its target, its weight, tolerance and priority."""
    active = problem.active_variables
    more = f" and {len(active) - _NAMES_SHOWN} more" if len(active) > _NAMES_SHOWN else ""
    moves = f"{len(active)} of {problem.robot.dof} variables move: {', '.join(active[:_NAMES_SHOWN])}{more}"
    goals = table(
        ("goal", "kind", "of", "target", "tolerance", "weight", "priority"),
        ([escape(text) for text in _cells(name, goal, problem)] for name, goal in problem.goals.items()),
    )
    return block(heading(f"Problem of {problem.robot.name}"), goals, note(moves))


def _cells(name: str, goal: Goal, problem: Problem) -> tuple[str, ...]:
    return (
        name,
        type(goal).__name__,
        place(goal),
        target(goal),
        tolerance(goal, units_of(problem, goal)),
        f"{goal.weight:g}",
        goal.priority,
    )
