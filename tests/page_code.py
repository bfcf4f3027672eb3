"""The code of a page in docs/: a block ``python`` is run, a block ``text`` right below it is what it prints.

Blocks in other languages, also ``py``, are not run. Numbers are not compared.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[1] / "docs"


def run(page: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The variables that the page's code defines; fails if it prints something else than the page shows."""
    names: dict[str, Any] = {}
    capsys.readouterr()
    blocks = re.findall(r"```python\n(.*?)```(?:\n```text\n(.*?)```)?", (DOCS / page).read_text(), re.DOTALL)
    for code, shown in blocks:
        exec(compile(code, page, "exec"), names)
        printed = capsys.readouterr().out
        if shown:
            assert _without_numbers(printed) == _without_numbers(shown)
    return names


def missing_links(page: str) -> set[str]:
    """The files that the page links to and that do not exist."""
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (DOCS / page).read_text())
    return {link for link in links if not (DOCS / link).exists()}


def _without_numbers(text: str) -> list[str]:
    return re.sub(r"-?\d[\d.]*(e[+-]?\d+)?", "#", text).splitlines()
