"""docs/answers.md is true: its code prints what it shows, and its claims on tolerances hold."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests import page_code
from tests.solve_cases import HAND, PANDA, PLACE

PAGE = (page_code.DOCS / "answers.md").read_text()


@pytest.fixture
def names(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The variables that the page's code defines."""
    return page_code.run("answers.md", capsys)


def test_its_code_prints_what_it_shows(names: dict[str, Any]) -> None:
    assert names["solution"].status == "solved"
    assert names["below"].explain().limits[0].variable == "panda_joint2"
    assert names["batch"].success.all()


def test_most_solutions_are_several_times_better_than_their_tolerance() -> None:
    solver = mk.Solver(PANDA, mk.Pose(HAND, tolerance=(1e-3, 0.01)))
    batch = solver.solve_batch(PANDA.fk(PANDA.random(200, rng=1), HAND))
    assert batch.success.all()
    assert np.median(batch.errors[HAND]["position"]) < 1e-3 / 3


def test_its_tolerances_are_accepted() -> None:
    for numbers in re.findall(r"`tolerance=\((.*?)\)`", PAGE):
        tolerance = tuple(float(number) for number in numbers.split(","))
        goal = (mk.Pose if len(tolerance) == 2 else mk.Position)(HAND, tolerance=tolerance)
        assert goal.tolerance == tolerance


def test_a_tolerance_of_zero_warns() -> None:
    with pytest.warns(mk.InputWarning):
        mk.solve(PANDA, mk.Position(HAND, PLACE, tolerance=0))


def test_its_links_lead_somewhere() -> None:
    assert not page_code.missing_links("answers.md")
    headings = re.findall(r"^##+ (.*)$", (page_code.DOCS / "failures.md").read_text(), re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    assert set(re.findall(r"failures\.md#([\w-]+)", PAGE)) <= anchors
