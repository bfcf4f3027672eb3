"""docs/search.md is true: its code runs, and its links lead somewhere."""

from __future__ import annotations

import numpy as np
import pytest

from tests import page_code


def test_the_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names = page_code.run("search.md", capsys)
    assert names["elbows"].shape == (64,)
    assert np.diff(np.sort(names["elbows"])).max() < 0.6  # [rad]


def test_links_lead_to_files() -> None:
    assert not page_code.missing_links("search.md")
