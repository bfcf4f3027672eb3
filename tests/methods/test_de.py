"""Differential evolution."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.solve.generations import OPERATORS
from tests.method_cases import recorded_generations
from tests.solve_cases import UR5, assert_pose_reached

DE = mk.methods.DE


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"population": 3}, "population: expected a number from 4 to 100000, got 3"),
        ({"population": "many"}, "population"),
        ({"factor": 2.1}, "factor: expected a number from 0 to 2, got 2.1"),
        ({"crossover": -0.1}, "crossover: expected a number from 0 to 1, got -0.1"),
        ({"restarts": None}, "restarts: expected True or False"),
        ({"runners": 1.5}, "runners"),
    ],
)
def test_refuses_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.MethodError, match=message):
        DE(**options)


def evolved(**options: Any) -> mk.Generations:
    return recorded_generations(DE(population=12, runners=1, restarts=False, **options))


def test_nobody_ever_gets_worse() -> None:
    generations = evolved()
    later = generations.generation > 0
    before = generations.fitness[generations.parents[later, 0]]
    assert (generations.fitness[later] <= before).all()
    assert (generations.operator[later] == OPERATORS.index("bred")).any()


def test_without_crossover_a_single_gene_changes_at_a_time() -> None:
    generations = evolved(crossover=0)
    bred = np.flatnonzero(generations.operator == OPERATORS.index("bred"))
    changes = generations.q[bred] != generations.q[generations.parents[bred, 0]]
    assert len(bred) > 10
    assert (changes.sum(axis=1) <= 1).all()


def test_without_a_difference_all_genes_are_those_of_others() -> None:
    generations = evolved(factor=0, crossover=1)
    bred = np.flatnonzero(generations.operator == OPERATORS.index("bred"))
    np.testing.assert_array_equal(generations.q[bred], generations.q[generations.parents[bred, 1]])


def test_solves_poses_without_gradients() -> None:
    for seed in range(3):
        target = UR5.fk(UR5.random(rng=seed), "tool0")
        solution = mk.solve(UR5, mk.Pose("tool0", target), method="de", max_evaluations=400_000)
        assert solution.success
        assert solution.generations > 0
        assert_pose_reached(UR5, "tool0", solution.q, target)
