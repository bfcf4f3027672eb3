"""The code of docs/arguments.md and docs/concurrency.md runs, and prints what the pages say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk

DOCS = Path(__file__).parents[1] / "docs"


def names_of(page: str) -> dict[str, Any]:
    """The variables that the page's code defines."""
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(), flags=re.DOTALL):
        exec(compile(block, page, "exec"), names)
    return names


def test_the_page_of_arguments_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names = names_of("arguments.md")
    assert names["near"].success
    assert list(names["poses"]) == ["tool0", "forearm_link"]
    assert np.isnan(names["table"]["errors.tip.position"][7])
    assert names["batch"].success.all()
    assert "invalid_input targets of 'tip', row 7: target: not finite" in capsys.readouterr().out


def test_the_page_of_concurrency_runs() -> None:
    assert isinstance(names_of("concurrency.md")["solver"], mk.Solver)


@pytest.mark.parametrize("page", ["arguments.md", "concurrency.md"])
def test_the_readme_leads_to_the_page(page: str) -> None:
    assert f"(docs/{page})" in (DOCS.parent / "README.md").read_text()
