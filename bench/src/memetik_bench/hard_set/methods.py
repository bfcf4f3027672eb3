"""Everything that is let loose on a hard problem, and what came of it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from memetik import Solver, UnknownNameError
from memetik.transforms import Array

from ..solvers.memetik_solver import LADDER_METHODS
from .hard_problem import HardProblem
from .objective import Objective
from .rivals import RIVALS, search

OURS: tuple[str, ...] = LADDER_METHODS
METHODS: tuple[str, ...] = (*OURS, *RIVALS)
"""Names of our methods and of SciPy's, in the order of tables."""

SETTLING = 1000
"""Evaluations that our solver may use beyond its budget, for what it has begun: taken off beforehand."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """The best configuration ``q`` (dof,), whether ``solved``, at which ``cost``, after how much.

    ``evaluations`` are those up to a solution, or all; ``seconds`` are of the whole call.
    """

    q: Array
    solved: bool
    cost: float
    evaluations: int
    seconds: float


def attempt(method: str, hard: HardProblem) -> Outcome:
    """Let ``method`` try the problem; solved is what the problem itself accepts of the answer."""
    if method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
    began = time.perf_counter()
    if method in OURS:
        solver = Solver(hard.problem, method=method)
        budget = hard.budget - SETTLING
        solution = solver.solve(hard.start, max_evaluations=budget, random_seed=hard.random_seed)
        q, evaluations = solution.q, solution.evaluations
    else:
        objective = Objective(hard)
        search(RIVALS[method], objective, hard.random_seed)
        q, evaluations = objective.configuration(objective.best), objective.evaluations
    seconds = time.perf_counter() - began
    problem = hard.problem
    return Outcome(q, bool(problem.accepts(q)), float(problem.cost(q)), evaluations, seconds)
