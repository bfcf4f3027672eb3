"""docs/failures.md is true: its code prints what it shows, and its table has all pairs that occur."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.solve_cases import FAR, HAND, PANDA, PLACE

PAGE = (Path(__file__).parents[1] / "docs" / "failures.md").read_text()


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """The variables that the page's code defines."""
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL):
        exec(compile(block, "failures.md", "exec"), names)
    return names


def without_numbers(text: str) -> list[str]:
    return re.sub(r"-?\d[\d.]*", "#", text).splitlines()


def test_its_code_prints_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n([^`]*)```(?:\n```text\n([^`]*)```)?", PAGE)
    assert sum(bool(shown) for _, shown in blocks) == 3
    names: dict[str, Any] = {}
    for code, shown in blocks:
        exec(compile(code, "failures.md", "exec"), names)
        assert without_numbers(capsys.readouterr().out) == without_numbers(shown)


def test_a_moving_target_is_followed_in_small_steps(names: dict[str, Any]) -> None:
    assert np.abs(np.diff(names["motion"], axis=0)).max() <= 0.3


def test_a_thorough_search_spends_the_budget(names: dict[str, Any]) -> None:
    assert names["better"].stopped_by == "budget"
    assert names["better"].evaluations >= 50_000


def legal_pairs() -> set[tuple[str, str]]:
    rows = re.findall(r'^\| `"(\w+)"` \|[^|]*\| (.*) \|$', PAGE, flags=re.MULTILINE)
    return {(status, reason) for status, reasons in rows for reason in re.findall(r"`(\w+)`", reasons)}


@pytest.mark.parametrize(
    "goal", [mk.Position(HAND, PLACE), mk.Position(HAND, FAR), mk.JointValue("panda_joint4", 1)]
)
@pytest.mark.parametrize("valid", [None, lambda q: False])
@pytest.mark.parametrize("prefer", ["first", "best"])
def test_its_table_has_every_pair_that_occurs(goal: mk.Goal, valid: Any, prefer: Any) -> None:
    solver = mk.Solver(PANDA, goal, valid=valid, prefer=prefer, max_evaluations=3000)
    for options in ({}, {"local": True}, {"thorough": True}, {"timeout": 0.0}, {"max_evaluations": 5}):
        solution = solver.solve(**options)
        assert (solution.status, solution.stopped_by) in legal_pairs(), options
