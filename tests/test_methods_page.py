"""docs/methods.md is up to date: its code runs, and every method is in its table or explained elsewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import memetik as mk

PAGE = (Path(__file__).parents[1] / "docs" / "methods.md").read_text()


def test_its_code_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("plotly")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL):
        exec(compile(block, "methods.md", "exec"), names)
    assert (tmp_path / "landscape.png").exists() and (tmp_path / "fitness.html").exists()


def test_its_table_has_every_plain_method_that_takes_poses_or_positions() -> None:
    listed = set(re.findall(r"^\| `([\w:.-]+)`", PAGE, flags=re.MULTILINE))
    assert {name for name in mk.methods.names() if ":" not in name} - listed == {"pivot"}
