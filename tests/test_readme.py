"""The README's code runs. Its figures are tested by ``bench/tests/report``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def test_its_code_runs_from_top_to_bottom(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    assert len(blocks) >= 3
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
    assert isinstance(names["solution"], mk.Solution)
    assert np.mean(names["batch"].success) > 0.99
    assert "<Solution solved in " in capsys.readouterr().out


def test_its_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / link).exists(), link
    headings = re.findall(r"^## (.*)$", README, flags=re.MULTILINE)
    for anchor in re.findall(r"\]\(#([\w-]+)\)", README):
        assert anchor in [heading.lower().replace(" ", "-") for heading in headings]


@pytest.mark.parametrize("page", ["own_robot.md", "coming_from.md", "answers.md"])
def test_its_list_of_how_to_pages_has_the_page(page: str) -> None:
    how_to, _ = README.split("## Inverse kinematics in a minute")
    assert f"(docs/{page})" in how_to
