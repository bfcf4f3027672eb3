"""Optimisers get exactly their budget, stay in the box, and return their best configuration."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import memetik as mk
from memetik_bench.hard_set import METHODS, HardProblem, load
from memetik_bench.hard_set.methods import OURS, RESERVE, run_method
from memetik_bench.hard_set.objective import Objective, SearchEnded
from memetik_bench.hard_set.scipy_optimizers import OPTIMIZERS, search

pytest.importorskip("scipy")

IMPOSSIBLE = replace(load("tradeoffs", "tuning")[0], budget=RESERVE + 100)
ARM = mk.Robot.load("iiwa14")
EASY = HardProblem(
    name="easy",
    class_name="easy",
    kind="easy",
    split="tuning",
    problem=mk.Problem(ARM, mk.Position("tool0", (0.3, 0.2, 0.6), tolerance=1e-3)),
    start=ARM.neutral,
    random_seed=1,
    budget=4000,
    witness=None,
)


def test_a_configuration_is_counted_once_with_its_gradient() -> None:
    objective = Objective(IMPOSSIBLE)
    cost, gradient = objective.cost_and_gradient(objective.start)
    objective.cost(objective.start)
    assert objective.evaluations == 1
    assert cost == IMPOSSIBLE.problem.cost(objective.configuration(objective.start))
    assert gradient.shape == objective.start.shape
    step = 1e-6 * gradient / np.linalg.norm(gradient)
    rise = objective.cost(objective.start + step) - objective.cost(objective.start - step)
    np.testing.assert_allclose(rise, 2 * gradient @ step, rtol=1e-4)


def test_the_budget_ends_the_search_and_the_best_is_kept() -> None:
    objective = Objective(replace(IMPOSSIBLE, budget=50))
    rng = np.random.default_rng(0)
    seen = []
    with pytest.raises(SearchEnded):
        while True:
            seen.append(objective.cost(rng.uniform(objective.low, objective.high)))
    assert len(seen) == objective.evaluations == 50
    assert objective.best_cost == min(seen)
    assert IMPOSSIBLE.problem.cost(objective.configuration(objective.best)) == min(seen)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_an_optimizer_uses_all_its_budget_where_there_is_no_solution(name: str) -> None:
    objective = Objective(replace(IMPOSSIBLE, budget=250))
    search(OPTIMIZERS[name], objective, 1)
    assert (objective.evaluations, objective.accepted) == (250, False)
    assert objective.best_cost < IMPOSSIBLE.problem.cost(IMPOSSIBLE.start)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_solves_an_easy_problem_and_stops(method: str) -> None:
    outcome = run_method(method, EASY)
    assert outcome.solved
    assert EASY.problem.accepts(outcome.q)
    assert outcome.evaluations < EASY.budget


@pytest.mark.parametrize("method", METHODS)
def test_the_same_attempt_gives_the_same_outcome_within_budget_and_limits(method: str) -> None:
    first, second = run_method(method, IMPOSSIBLE), run_method(method, IMPOSSIBLE)
    np.testing.assert_array_equal(first.q, second.q)
    assert first.evaluations == second.evaluations <= IMPOSSIBLE.budget
    assert IMPOSSIBLE.problem.robot.within_limits(first.q)
    assert first.cost == IMPOSSIBLE.problem.cost(first.q)


@pytest.mark.parametrize("method", OURS)
def test_the_reserve_covers_the_overrun_of_the_budget(method: str) -> None:
    for hard in load("tradeoffs", "tuning")[:6]:
        assert run_method(method, replace(hard, budget=RESERVE + 2000)).evaluations <= RESERVE + 2000


def test_unknown_methods_are_refused_with_the_alternatives() -> None:
    with pytest.raises(mk.UnknownNameError, match="basin hopping"):
        run_method("guessing", EASY)
