"""A problem as HTML: its goals."""

from __future__ import annotations

import reprlib
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from .html import block, heading, note, table

if TYPE_CHECKING:
    from ..goals import Goal
    from ..solve.problem import Problem

_NAMES_SHOWN, _PLACES_SHOWN = 12, 3


def problem_html(problem: Problem) -> str:
    """A row for each goal: its kind, its target, its weight, tolerance and priority."""
    active = problem.active_variables
    more = f" and {len(active) - _NAMES_SHOWN} more" if len(active) > _NAMES_SHOWN else ""
    moves = f"{len(active)} of {problem.robot.dof} variables move: {', '.join(active[:_NAMES_SHOWN])}{more}"
    goals = table(
        ("goal", "kind", "of", "target", "tolerance", "weight", "priority"),
        ([escape(text) for text in _cells(name, goal)] for name, goal in problem.goals.items()),
    )
    return block(heading(f"Problem of {problem.robot.name}"), goals, note(moves))


def _cells(name: str, goal: Goal) -> tuple[str, ...]:
    tolerance = np.atleast_1d(getattr(goal, "tolerance", ()))
    return (
        name,
        type(goal).__name__,
        _place(goal),
        _target(getattr(goal, "target", None)),
        ", ".join(f"{value:g}" for value in dict.fromkeys(tolerance.tolist())),
        f"{goal.weight:g}",
        goal.priority,
    )


def _place(goal: Goal) -> str:
    """The link or joint of a goal, or the first of several."""
    one = getattr(goal, "link", None) or getattr(goal, "joint", None)
    if one is not None:
        return str(one)
    several = [str(name) for name in getattr(goal, "links", None) or getattr(goal, "joints", None) or ()]
    return ", ".join([*several[:_PLACES_SHOWN], *["..."] * (len(several) > _PLACES_SHOWN)])


def _target(target: Any) -> str:
    """Numbers rounded to four digits; of a pose, its position."""
    if target is None:
        return ""
    if not isinstance(target, (np.ndarray, float, int)):
        return reprlib.repr(target)
    values = np.asarray(target, dtype=np.float64)
    if values.shape == (4, 4):
        return f"at {_numbers(values[:3, 3])}"
    return _numbers(values.ravel()) if values.size <= 4 else f"{values.size} numbers"


def _numbers(values: Any) -> str:
    return ", ".join(f"{value:.4g}" for value in np.atleast_1d(values))
