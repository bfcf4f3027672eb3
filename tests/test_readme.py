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
