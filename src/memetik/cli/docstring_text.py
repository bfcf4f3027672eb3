"""Docstrings as text for the terminal: without markup, with lines that fit."""

from __future__ import annotations

import inspect
import re
import textwrap


def paragraphs(documented: object) -> list[str]:
    """The paragraphs of a docstring without markup, each in one line; lists and examples keep their lines."""
    plain = re.sub(r"(?::\w+:)?``?~?([^`]+)``?", r"\1", inspect.getdoc(documented) or "")
    return ["\n".join(_joined(paragraph.splitlines())) for paragraph in plain.split("\n\n")]


def fitted(paragraph: str, width: int) -> str:
    """A paragraph with its lines broken at ``width``; the items of a list are indented."""
    if paragraph.startswith(">>>"):
        return paragraph
    lines = paragraph.splitlines()
    filled = (
        textwrap.fill(
            line,
            width,
            subsequent_indent="  " if line.startswith("- ") else "",
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line in lines
    )
    return "\n".join(filled)


def _joined(lines: list[str]) -> list[str]:
    """Lines of a paragraph with continued lines joined."""
    if lines and lines[0].startswith(">>>"):
        return lines
    joined: list[str] = []
    for line in lines:
        if joined and not line.startswith("- "):
            joined[-1] += f" {line.strip()}"
        else:
            joined.append(line)
    return joined
