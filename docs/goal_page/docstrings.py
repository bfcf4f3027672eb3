"""Converts docstrings to Markdown."""

from __future__ import annotations

import doctest
import inspect
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Docstring:
    """A docstring's first line, the paragraphs below it, and its example as code with results in comments."""

    summary: str
    details: str
    example: str


def read_docstring(kind: type) -> Docstring:
    text = inspect.getdoc(kind) or ""
    prose, _, _ = text.partition("\n\n>>>")
    summary, _, details = _markdown(prose).partition("\n\n")
    return Docstring(summary.replace("\n", " "), details, _example(text))


def _markdown(text: str) -> str:
    """Convert code and references of reStructuredText to Markdown code."""
    return re.sub(r"(?::\w+:)?``?~?([^`]+)``?", r"`\1`", text)


def _example(text: str) -> str:
    lines: list[str] = []
    for example in doctest.DocTestParser().get_examples(text):
        if example.source != "import memetik as mk\n":  # the page states it once
            lines += example.source.splitlines()
            lines += [f"# {line}" for line in example.want.splitlines()]
    return "\n".join(lines)
