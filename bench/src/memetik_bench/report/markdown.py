"""Markdown tables, and pages with marked places for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from memetik import MemetikError


def table(head: list[str], rows: Iterable[list[str]], *, align: str = "--:") -> str:
    """Return a table; ``align`` is the alignment of all columns but the first, by default right."""
    lines = [head, ["---"] + [align] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def circumstances(machine: Mapping[str, Any], versions: Mapping[str, str], command: str) -> str:
    """Return the circumstances of a measurement: machine, date, versions, and the command."""
    listed = ", ".join(f"{name} {version}" for name, version in versions.items())
    where = f"{machine['processor']} ({machine['system']}, {machine['simd']})"
    return f"one thread of {where}, {machine['date']}; {listed}. Measured by `{command}`."


def with_tables(text: str, tables: Mapping[str, str]) -> str:
    r"""Return ``text`` with each table inserted between the marks with its name.

    >>> with_tables("<!-- a -->\nold\n<!-- /a -->", {"a": "new"})
    '<!-- a -->\nnew\n<!-- /a -->'
    """
    for name, content in tables.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        head, opening, rest = text.partition(begin)
        _, closing, tail = rest.partition(end)
        if not (opening and closing):
            raise MemetikError(f"the page has no marks {begin.strip()} and {end} for this table")
        text = f"{head}{begin}{content}\n{end}{tail}"
    return text
