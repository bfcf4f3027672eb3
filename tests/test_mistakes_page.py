"""docs/mistakes.md is up to date: memetik still says what the page says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import memetik as mk

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "mistakes.md").read_text()


def test_memetik_says_what_the_page_says(tmp_path: Path) -> None:
    """If this fails, a message has changed: run ``python docs/make_mistakes_page.py``, and read it."""
    script = ROOT / "docs" / "make_mistakes_page.py"
    subprocess.run(
        [sys.executable, str(script), str(tmp_path / "page.md")], check=True, timeout=120, cwd=ROOT
    )
    assert (tmp_path / "page.md").read_text() == PAGE


def test_every_error_or_warning_is_one_of_memetik() -> None:
    found = [getattr(mk, name) for name in re.findall(r"\| `(\w+)`: ", PAGE)]
    assert len(found) >= 40
    assert all(issubclass(kind, (mk.MemetikError, mk.InputWarning)) for kind in found)


def test_every_topic_has_several_mistakes() -> None:
    parts = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
    assert {part.splitlines()[0] for part in parts} >= {"Loading", "Goals", "Poses", "Batches"}
    assert all(part.count("\n| `") >= 4 for part in parts)
