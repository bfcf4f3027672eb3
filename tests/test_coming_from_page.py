"""docs/coming_from.md is true: memetik's scripts run, and the terms of its tables exist."""

from __future__ import annotations

import inspect
import re
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests import page_code
from tests.solve_cases import HAND, PANDA, PLACE

PAGE = (page_code.DOCS / "coming_from.md").read_text()


@pytest.fixture
def names(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The variables that the page's code defines."""
    return page_code.run("coming_from.md", capsys)


def test_its_scripts_solve(names: dict[str, Any]) -> None:
    for answer in ("solution", "answer", "frame"):
        assert names[answer].success, answer


def test_its_controller_follows_the_target(names: dict[str, Any]) -> None:
    robot, target = names["robot"], names["target"]
    assert target[1, 3] == pytest.approx(0.1 - 50 * 0.002)
    np.testing.assert_allclose(robot.fk(names["q"], "panda_hand"), target, atol=1e-4)


def test_other_libraries_are_not_run() -> None:
    others = re.findall(r"```(?:py|csharp)\n(.*?)```", PAGE, re.DOTALL)
    assert len(others) == 5
    assert all("not run here" in block.splitlines()[0] for block in others)


def test_its_names_exist() -> None:
    for name in set(re.findall(r"\bmk\.([A-Za-z_.]+)", PAGE)):
        found: Any = mk
        for part in name.rstrip(".").split("."):
            found = getattr(found, part)
    options = inspect.signature(mk.solve).parameters
    for option in ("start", "random_seed", "max_evaluations", "timeout", "joints", "valid", "max_change"):
        assert f"`{option}" in PAGE
        assert option in options


def test_a_weight_is_the_square_of_a_cost() -> None:
    q = PANDA.random(rng=1)
    costs = [mk.Problem(PANDA, mk.Position(HAND, PLACE, weight=weight)).cost(q) for weight in (1, 3.0**2)]
    assert costs[1] == pytest.approx(9 * costs[0])


def test_velocity_limits_bound_a_step() -> None:
    step = PANDA.velocity_limits * 0.02
    solution = mk.Solver(PANDA, mk.Position(HAND, PLACE)).solve(PANDA.neutral, max_change=step)
    assert (np.abs(solution.q - PANDA.clip(PANDA.neutral)) <= step + 1e-12).all()


def test_its_links_lead_somewhere() -> None:
    assert not page_code.missing_links("coming_from.md")
    assert "## Objectives of the literature" in (page_code.DOCS / "goals.md").read_text()
