"""The genetic algorithm."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.solve.generations import OPERATORS
from tests.solve_cases import FAR, HAND, PANDA, planar_arm

GA = mk.methods.GA


def generations(method: mk.methods.GA, evaluations: int = 1000) -> mk.Generations:
    solver = mk.Solver(PANDA, mk.Position(HAND, FAR), method=method, max_evaluations=evaluations)
    return solver.solve(PANDA.random(rng=1), trace=True).trace.generations


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"population": 0}, "population: expected a number from 1 to"),
        ({"population": 2.5}, "population"),
        ({"population": 10, "elites": 10}, "elites: expected less than population=10, got 10"),
        ({"elites": -1}, "elites: expected a number from 0 to"),
        ({"tournament": 0}, "tournament"),
        ({"crossover": 1.1}, "crossover: expected a number from 0 to 1, got 1.1"),
        ({"blend": -0.1}, "blend"),
        ({"mutation": 2}, "mutation"),
        ({"mutation_size": float("nan")}, "mutation_size"),
        ({"restarts": 1}, "restarts: expected True or False, got 1"),
        ({"runners": 0}, "runners: expected a number from 1 to 256, got 0"),
    ],
)
def test_refuses_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.MethodError, match=message):
        GA(**options)


def test_elites_survive() -> None:
    history = generations(GA(population=20, elites=3, restarts=False, runners=1))
    assert (np.diff(history.best) <= 0).all()
    survived = history.operator == OPERATORS.index("survived")
    for generation in range(1, history.count):
        before = np.sort(history.fitness[history.generation == generation - 1])
        kept = history.fitness[survived & (history.generation == generation)]
        np.testing.assert_array_equal(np.sort(kept), before[:3])


def test_children_without_mutation_are_within_the_blend_of_their_parents() -> None:
    history = generations(GA(population=20, crossover=1, blend=0.25, mutation=0, runners=1))
    children = np.flatnonzero(history.operator == OPERATORS.index("bred"))
    first, second = (history.q[history.parents[children, i]] for i in (0, 1))
    beyond = 0.25 * abs(second - first) + 1e-12
    assert (history.q[children] >= np.minimum(first, second) - beyond).all()
    assert (history.q[children] <= np.maximum(first, second) + beyond).all()


def test_children_without_crossover_differ_from_their_parent_by_mutation_alone() -> None:
    size = 0.05
    history = generations(GA(population=20, crossover=0, mutation=0.3, mutation_size=size, runners=1))
    children = np.flatnonzero(history.operator == OPERATORS.index("bred"))
    assert (history.parents[children, 1] == -1).all()
    change = history.q[children] - history.q[history.parents[children, 0]]
    widths = (PANDA.upper - PANDA.lower)[[PANDA.variable_names.index(name) for name in history.names]]
    assert (abs(change) <= size * widths + 1e-12).all()
    assert 0.2 < (change != 0).mean() < 0.4


def test_the_larger_the_tournament_the_better_the_parents() -> None:
    def parents_rank(tournament: int) -> float:
        history = generations(GA(population=50, tournament=tournament, restarts=False, runners=1), 150)
        first = history.fitness[history.generation == 0]
        children = history.generation == 1
        return float(np.mean(first[history.parents[children, 0]] <= np.median(first)))

    assert parents_rank(1) < parents_rank(3) < parents_rank(20) == 1


def test_solves_goals_that_are_flat_nearly_everywhere() -> None:
    def stairs(poses: Any, q: Any) -> Any:
        return np.ceil(10 * np.linalg.norm(poses[:, 0, :2, 3] - 1, axis=1, keepdims=True)) / 10

    goal = mk.Custom(stairs, links="tip", tolerance=0.15)
    solver = mk.Solver(planar_arm(3), goal, method=GA(population=30), max_evaluations=10_000)
    assert solver.solve(np.full(3, -1.0)).success
