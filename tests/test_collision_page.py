"""docs/collision.md is true: its code prints what it shows, and its numbers hold."""

from __future__ import annotations

from typing import Any

import pytest

from tests import page_code


@pytest.fixture
def names(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The variables that the page's code defines."""
    return page_code.run("collision.md", capsys)


def test_its_code_keeps_the_robot_clear(names: dict[str, Any]) -> None:
    assert names["solution"].success
    assert names["geometry"].report.protrusion <= 0.02 + 1e-9
    assert len(names["fitted"]) <= 60


def test_its_links_exist() -> None:
    assert page_code.missing_links("collision.md") == set()
