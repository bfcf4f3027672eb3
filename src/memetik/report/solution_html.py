"""A solution as HTML: its status in colour, the errors of the goals, and why it is not solved."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..solve.wording import duration, human
from .error_rows import ErrorRow, error_rows
from .explanation_html import explanation_html
from .html import BAD, GOOD, STATUS_COLORS, badge, block, colored, faint, folded, table

if TYPE_CHECKING:
    from ..solve.solution import Solution

_MARKS = {"met": ("✓ met", GOOD), "missed": ("✗ missed", BAD)}


def solution_html(solution: Solution) -> str:
    """The status, a table of errors, the joint values, and the explanation of a failure."""
    effort = f"in {duration(solution.time)}, {solution.evaluations} evaluations, by {solution.stage}"
    why = f", stopped by {solution.stopped_by}" if solution.stopped_by != solution.status else ""
    if solution._undecided:
        why = ", no goal decides success"
    status = badge(solution.status, STATUS_COLORS[solution.status])
    errors = table(("goal", "error", "", "allowed", ""), map(_cells, error_rows(solution)))
    joints = table(("joint", "value"), ((escape(name), _value(v)) for name, v in solution.joints.items()))
    parts = [f"<div>{status} {escape(effort + why)}</div>", errors]
    if solution.clearance is not None and math.isfinite(solution.clearance):
        parts.append(f"<div>clearance {escape(human(solution.clearance, 'm'))}</div>")
    if not solution.success:
        parts.append(explanation_html(solution.explain()))
    return block(*parts, folded(f"{len(solution.joints)} joints", joints))


def _cells(row: ErrorRow) -> tuple[str, ...]:
    mark = colored(*_MARKS[row.verdict]) if row.verdict in _MARKS else faint(row.verdict)
    return escape(row.goal), escape(row.error), escape(row.value), escape(row.allowed), mark


def _value(value: npt.ArrayLike) -> str:
    return ", ".join(f"{number + 0.0:.5f}" for number in np.round(np.ravel(value), 5))  # no -0
