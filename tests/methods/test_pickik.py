"""PickIK, with its differences from BioIK."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.methods import PickIK
from memetik.solve.generations import OPERATORS
from tests.method_cases import count_solved


@pytest.mark.parametrize(
    "wrong",
    [
        {"islands": 0},
        {"population": 0},
        {"elites": 0},
        {"elites": 17},
        {"descent_iterations": -1},
        {"descent_step": 0},
        {"wipe_out_tolerance": -1},
    ],
)
def test_options_that_make_no_sense_are_refused_by_name(wrong: dict[str, Any]) -> None:
    with pytest.raises(mk.MethodError, match=next(iter(wrong))):
        PickIK(**wrong)


def _solved(method: str | mk.methods.Method) -> int:
    """The number of solved poses, of 20 random reachable ones of an iiwa."""
    return count_solved(method, mk.Robot.load("iiwa14"), "tool0", count=20, budget=50_000)


def test_its_wipe_outs_are_what_keeps_it_from_small_tolerances() -> None:
    assert _solved(PickIK(wipe_out_tolerance=0.0)) >= 18 > _solved("pickik")


def test_only_elites_are_parents() -> None:
    goal = mk.Position("tool0", (9, 0, 0))
    solution = mk.solve("ur5", goal, method=PickIK(islands=1), max_evaluations=10_000, trace=True)
    generations = solution.trace.generations
    bred = generations.operator == OPERATORS.index("bred")
    assert bred.any()
    assert generations.elite[generations.parents[bred]].all()


def test_a_wipe_out_forgets_all_and_begins_at_the_start() -> None:
    goal = mk.Position("tool0", (9, 0, 0))
    solution = mk.solve("ur5", goal, method=PickIK(islands=1), max_evaluations=30_000, trace=True)
    generations = solution.trace.generations
    wiped = generations.wipe_outs[:, 1]
    begun = generations.generation[generations.operator == OPERATORS.index("start")]
    assert len(wiped) > 0
    np.testing.assert_array_equal(begun, [0, *wiped])
