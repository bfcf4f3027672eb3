"""The individuals in the traces of all methods that evolve."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.solve.generations import OPERATORS
from tests.solve_cases import HAND, PANDA, PLACE

CONTEST = [mk.Position(HAND, PLACE), mk.Position(HAND, (0.4, 0.2, 0.5), name="other")]
METHODS = ("ga", "de", "pso", "swarm", "memetic", "auto")


def solved(method: Any, *, trace: bool = True, threads: int = 1, evaluations: int = 8000) -> mk.Solution:
    solver = mk.Solver(PANDA, CONTEST, method=method, threads=threads, max_evaluations=evaluations)
    return solver.solve(PANDA.random(rng=1), trace=trace, thorough=True)


@pytest.mark.parametrize("method", METHODS)
class TestLineages:
    def test_name_parents_that_lived_before(self, method: str) -> None:
        history = solved(method).trace.generations
        rows = np.arange(len(history))
        assert len(history) > 100
        for parents in history.parents.T:
            children, own = rows[parents >= 0], parents[parents >= 0]
            assert (own < children).all()
            assert (history.island[own] == history.island[children]).all()
            assert (history.generation[own] <= history.generation[children]).all()

    def test_survivors_are_their_own_parents(self, method: str) -> None:
        history = solved(method).trace.generations
        survived = np.flatnonzero(history.operator == OPERATORS.index("survived"))
        parents = history.parents[survived, 0]
        np.testing.assert_array_equal(history.q[survived], history.q[parents])
        np.testing.assert_array_equal(history.fitness[survived], history.fitness[parents])

    def test_exploitation_pays(self, method: str) -> None:
        history = solved(method).trace.generations
        exploited = np.flatnonzero(history.operator == OPERATORS.index("exploited"))
        assert (history.fitness[exploited] <= history.fitness[history.parents[exploited, 0]]).all()

    def test_tell_the_fitness_of_genes(self, method: str) -> None:
        solution = solved(method)
        history = solution.trace.generations
        q = np.tile(solution.q, (50, 1))
        q[:, [PANDA.variable_names.index(name) for name in history.names]] = history.q[:50]
        np.testing.assert_allclose(mk.Problem(PANDA, CONTEST).cost(q), history.fitness[:50], rtol=1e-9)

    def test_change_no_answer_on_any_number_of_threads(self, method: str) -> None:
        for threads in (1, 2):
            traced = solved(method, threads=threads)
            untraced = solved(method, threads=threads, trace=False)
            np.testing.assert_array_equal(traced.q, untraced.q)
            assert traced.generations == untraced.generations > 0
            assert len(untraced.trace.generations) == 0


def test_islands_count_generations() -> None:
    solution = solved("memetic", threads=2)
    history = solution.trace.generations
    islands = range(history.island.max() + 1)
    assert solution.generations == sum(history.generation[history.island == i].max() + 1 for i in islands)
    assert len(history.wipe_outs) > 0


@pytest.mark.parametrize("method", METHODS[:4])
def test_answers_depend_on_the_query_and_its_random_seed_alone(method: str) -> None:
    def solver() -> mk.Solver:
        return mk.Solver(PANDA, CONTEST, method=method, max_evaluations=3000)

    start, used = PANDA.random(rng=1), solver()
    used.solve(PANDA.random(rng=2), random_seed=7)
    again, fresh = used.solve(start), solver().solve(start)
    np.testing.assert_array_equal(again.q, fresh.q)
    assert (again.evaluations, again.generations, again.starts) == (
        fresh.evaluations,
        fresh.generations,
        fresh.starts,
    )
    assert (solver().solve(start, random_seed=1).q != fresh.q).any()
