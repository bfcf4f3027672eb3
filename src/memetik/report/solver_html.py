"""A solver as HTML: the goals of its problem, its method and its options."""

from __future__ import annotations

import reprlib
from html import escape
from typing import TYPE_CHECKING, Any

from .html import block, table
from .problem_html import problem_html

if TYPE_CHECKING:
    from ..solve.solver import Solver


def solver_html(solver: Solver) -> str:
    """The table of goals, then a row for each option that has a value."""
    options = {**solver._options, "method": solver._method.name}
    rows = ((escape(name), escape(_text(value))) for name, value in options.items() if value is not None)
    return block(problem_html(solver.problem), table(("option", "value"), rows))


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return getattr(value, "__name__", None) or reprlib.repr(value)
