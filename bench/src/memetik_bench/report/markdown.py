"""Tables in Markdown, and pages with marked places for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from memetik import MemetikError


def table(head: list[str], rows: Iterable[list[str]], *, align: str = "--:") -> str:
    """The first column is of words; ``align`` is for the others, by default numbers."""
    lines = [head, ["---"] + [align] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def circumstances(machine: Mapping[str, Any], versions: Mapping[str, str], command: str) -> str:
    """What figures mean nothing without: machine, date, versions, and what measured them."""
    listed = ", ".join(f"{name} {version}" for name, version in versions.items())
    where = f"{machine['processor']} ({machine['system']}, {machine['simd']})"
    return f"one thread of {where}, {machine['date']}; {listed}. Measured by `{command}`."


def with_tables(text: str, tables: Mapping[str, str]) -> str:
    r"""``text`` with each table in the place that bears its name.

    >>> with_tables("<!-- a -->\nold\n<!-- /a -->", {"a": "new"})
    '<!-- a -->\nnew\n<!-- /a -->'
    """
    for name, content in tables.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        head, opening, rest = text.partition(begin)
        _, closing, tail = rest.partition(end)
        if not (opening and closing):
            raise MemetikError(f"no place for the table {name!r}")
        text = f"{head}{begin}{content}\n{end}{tail}"
    return text
