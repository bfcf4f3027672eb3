"""Runs a method of memetik or an optimiser of SciPy on a hard problem."""

from __future__ import annotations

import time
from dataclasses import dataclass

from memetik import Solver, UnknownNameError
from memetik.methods import find
from memetik.transforms import Array

from ..solvers.memetik_solver import LADDER_METHODS
from .hard_problem import HardProblem
from .objective import Objective
from .scipy_optimizers import OPTIMIZERS, search

OURS: tuple[str, ...] = LADDER_METHODS
METHODS: tuple[str, ...] = (*OURS, *OPTIMIZERS)
"""memetik's methods and SciPy's optimisers, in the order of tables."""

RESERVE = 1000
"""Evaluations by which memetik may exceed its budget to finish a step; they are subtracted beforehand."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """The best configuration ``q`` (dof,) that a method found, its ``cost``, and whether it is a solution.

    ``evaluations`` counts until the first solution, or all if there is none; ``seconds`` is the time of the
    whole call.
    """

    q: Array
    solved: bool
    cost: float
    evaluations: int
    seconds: float


def run_method(method: str, hard: HardProblem) -> Outcome:
    """Run ``method`` on the problem; it is solved if the problem itself accepts the configuration."""
    if method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
    began = time.perf_counter()
    if method in OURS:
        # trade-offs: every method spends its whole budget and may leave the start's branch for any gain
        solver = Solver(hard.problem, method=find(method), prefer="first" if hard.feasible else "best")
        solution = solver.solve(
            hard.start,
            max_evaluations=hard.budget - RESERVE,
            random_seed=hard.random_seed,
            thorough=not hard.feasible,
        )
        q, evaluations = solution.q, solution.evaluations
    else:
        objective = Objective(hard)
        search(OPTIMIZERS[method], objective, hard.random_seed)
        q, evaluations = objective.configuration(objective.best), objective.evaluations
    seconds = time.perf_counter() - began
    problem = hard.problem
    return Outcome(q, bool(problem.accepts(q)), float(problem.cost(q)), evaluations, seconds)
