"""An explanation as HTML: the verdict, and a list of what was in the way."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .html import block, bullets, heading

if TYPE_CHECKING:
    from ..solve.explanation import Explanation


def explanation_html(explanation: Explanation) -> str:
    """Each part of the explanation below its heading, and the advice."""
    parts = [heading(title) + bullets(entries) for title, entries in explanation._sections()]
    if explanation.advice:
        parts.append(f"<div><b>What helps:</b> {escape(explanation.advice)}</div>")
    return block(*parts)
