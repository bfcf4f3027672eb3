"""The README is true: its code runs, its figures are those of ``benchmarks/results``, as other pages' are."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
MEASURED = ("README.md", "docs/engine.md", "docs/methods.md", "src/memetik/methods/figures.json")


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
    """``python docs/update_tables.py`` writes them, and those of other pages and of ``memetik methods``."""
    for page in MEASURED:
        (tmp_path / page).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / page, tmp_path / page)
    command = [sys.executable, str(ROOT / "docs" / "update_tables.py"), str(tmp_path)]
    subprocess.run(command, check=True, timeout=60, capture_output=True)
    for page in MEASURED:
        assert (tmp_path / page).read_text() == (ROOT / page).read_text(), page
