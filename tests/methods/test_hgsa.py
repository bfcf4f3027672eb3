"""HGSA: convergence, elites and wipe-outs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.methods import HGSA
from memetik.solve.generations import OPERATORS
from tests.method_cases import count_solved


@pytest.mark.parametrize(
    "wrong", [{"islands": 0}, {"population": 0}, {"elites": 12}, {"elites": -1}, {"fitness": "cubic"}]
)
def test_options_that_make_no_sense_are_refused_by_name(wrong: dict[str, Any]) -> None:
    with pytest.raises((mk.MethodError, mk.UnknownNameError), match=next(iter(wrong))):
        HGSA(**wrong)


def _solved(method: str | mk.methods.Method) -> int:
    """The number of solved poses, of 20 random reachable ones of an iiwa."""
    return count_solved(method, mk.Robot.load("iiwa14"), "tool0", count=20, budget=20_000, tolerance=1e-3)


def test_squares_converge_faster_than_distances_as_in_table_3_2() -> None:
    assert _solved("hgsa") > _solved(HGSA(fitness="linear")) > 0


def test_climbing_is_what_converges() -> None:
    assert _solved("hgsa") > _solved(HGSA(elites=0))


def test_elites_never_get_worse() -> None:
    goal = mk.Position("tool0", (9, 0, 0))
    solution = mk.solve("ur5", goal, method=HGSA(islands=1), max_evaluations=5000, trace=True)
    generations = solution.trace.generations
    exploited = generations.operator == OPERATORS.index("exploited")
    assert exploited.any()
    before = generations.fitness[generations.parents[exploited, 0]]
    assert (generations.fitness[exploited] <= before).all()


def test_a_wipe_out_keeps_the_best() -> None:
    goal = mk.Position("tool0", (9, 0, 0))
    solution = mk.solve("ur5", goal, method=HGSA(islands=1, elites=1), max_evaluations=20_000, trace=True)
    assert len(solution.trace.generations.wipe_outs) > 0
    assert (np.diff(solution.trace.generations.best) <= 1e-12).all()
