"""Small pieces of HTML. Every text that comes from a user is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

GOOD, WARN, BAD, ACCENT = "#2e9d57", "#d08700", "#d9483b", "#3f8fd2"  # readable on white and on black
"""Colours of what is solved, approximate, unreachable, and of bars."""
STATUS_COLORS = {
    "solved": GOOD,
    "approximate": WARN,
    "unreachable": BAD,
    "invalid": BAD,
    "invalid_input": BAD,
}

_CELL = "text-align:left;padding:2px 12px 2px 0;background:none;border:none;white-space:nowrap"
_INHERIT = "color:inherit;font-size:inherit"  # by itself, a table does so only on pages with a doctype
_FAINT = "opacity:0.65"


def block(*parts: str) -> str:
    """Parts one below the other, in the font and colour of the page."""
    return f'<div style="line-height:1.5">{"".join(parts)}</div>'


def heading(text: str) -> str:
    """A bold line."""
    return f"<div><b>{escape(text)}</b></div>"


def note(text: str) -> str:
    """A faint line."""
    return f'<div style="{_FAINT}">{escape(text)}</div>'


def badge(text: str, color: str) -> str:
    """A short text on a coloured ground."""
    style = f"background:{color};color:white;border-radius:4px;padding:1px 7px;font-weight:600"
    return f'<span style="{style}">{escape(text)}</span>'


def colored(text: str, color: str) -> str:
    """A coloured text."""
    return f'<span style="color:{color}">{escape(text)}</span>'


def faint(text: str) -> str:
    """A faint text."""
    return f'<span style="{_FAINT}">{escape(text)}</span>'


def bullets(entries: Sequence[str]) -> str:
    """A list of texts; nothing if there are none."""
    items = "".join(f"<li>{escape(text)}</li>" for text in entries)
    return f'<ul style="margin:2px 0 4px 0;padding-left:1.5em">{items}</ul>' if items else ""


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table. Headings are texts; cells are HTML, so escape them."""
    head = "".join(f'<th style="{_CELL};{_FAINT};font-weight:600">{escape(text)}</th>' for text in headings)
    body = "".join(_row(cells) for cells in rows)
    style = f"border-collapse:collapse;margin:4px 0;{_INHERIT}"
    return f'<table style="{style}"><tr>{head}</tr>{body}</table>'


def _row(cells: Sequence[str]) -> str:
    columns = "".join(f'<td style="{_CELL}">{cell}</td>' for cell in cells)
    return f'<tr style="background:none">{columns}</tr>'


def folded(summary: str, content: str) -> str:
    """A part that the reader can open."""
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"
