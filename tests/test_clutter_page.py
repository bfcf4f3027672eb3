"""docs/clutter.md is true: its code prints what it shows, and a hint saves evaluations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests import page_code

PAGE = "clutter.md"


@pytest.fixture
def names(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The variables that the page's code defines."""
    pytest.importorskip("coal")
    return page_code.run(PAGE, capsys)


def test_its_code_reaches_into_the_tank(names: dict[str, Any]) -> None:
    robot, views = names["robot"], names["views"]
    assert np.allclose(np.linalg.det(views[:, :3, :3]), 1.0), "poses are no reflections"
    tips = robot.fk(names["batch"].q, "endo_tool")
    assert np.abs(tips[:, :3, 3] - views[:, :3, 3]).max() < 2e-5
    plain, hinted = (names[name].solve_batch({"look": views}) for name in ("without", "hinted"))
    found = names["solver"].solve_batch({"look": views})
    assert hinted.success.all()
    assert found.success.all()
    assert plain.success.mean() > 0.7
    assert max(hinted.evaluations.mean(), found.evaluations.mean()) < 0.2 * plain.evaluations.mean()


def test_its_links_exist() -> None:
    assert page_code.missing_links(PAGE) == set()
