"""The README is true: its code runs, its figures are those of ``benchmarks/results``, as docs/engine.md's."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
ENGINE_PAGE = (ROOT / "docs" / "engine.md").read_text()


def test_its_code_runs_from_top_to_bottom(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    assert len(blocks) >= 3
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
    assert isinstance(names["solution"], mk.Solution)
    assert np.mean(names["batch"].success) > 0.99
    assert "<Solution solved in " in capsys.readouterr().out


def test_its_figures_are_up_to_date(tmp_path: Path) -> None:
    """``python docs/update_tables.py`` writes them."""
    fresh, fresh_page = tmp_path / "README.md", tmp_path / "engine.md"
    fresh.write_text(README)
    fresh_page.write_text(ENGINE_PAGE)
    command = [sys.executable, str(ROOT / "docs" / "update_tables.py"), str(fresh), str(fresh_page)]
    subprocess.run(command, check=True, timeout=60, capture_output=True)
    assert fresh.read_text() == README
    assert fresh_page.read_text() == ENGINE_PAGE
