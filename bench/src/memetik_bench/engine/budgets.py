"""Budgets: whether a larger one ever leads to a worse answer, and whether it is kept."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

import memetik as mk
from memetik.transforms import Array

from .case import Case, Measurement, OnProgress, Row, Run
from .failing_problems import FAMILIES, FailingProblem, failing_problem, with_start
from .goal_levels import LevelProblem, Levels
from .selection import worse_level

_COUNT = 100
BUDGETS = (50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000)
METHODS = ("auto", "restarts", "memetic")
_MOST_BEYOND = 0.2
"""Share of the smallest budget that a search may spend in addition: "about 50" is up to 60."""


def worse_pairs(
    answers: Sequence[Levels], tolerated: float, *, keeps_branch: bool
) -> list[tuple[int, int, str]]:
    """Return the pairs of indices (smaller, larger budget) whose second answer is worse, and at which level.

    ``answers`` are in the order of growing budgets.
    """
    pairs = itertools.combinations(range(len(answers)), 2)
    levels = (
        (i, j, worse_level(answers[j], answers[i], tolerated, keeps_branch=keeps_branch)) for i, j in pairs
    )
    return [(i, j, level) for i, j, level in levels if level]


def answers_by_budget(problem: FailingProblem, method: str, start: Array | None) -> list[mk.Solution]:
    """Return the answers for all budgets."""
    solver = mk.Solver(problem.robot, problem.goals, method=mk.methods.find(method))
    return [solver.solve(start, max_evaluations=budget) for budget in BUDGETS]


def measure_budgets(method: str, run: Run, on_progress: OnProgress) -> Row:
    """Count pairs of budgets with a worse answer, and evaluations beyond the budget."""
    count, pairs, beyond, smallest = run.settings.count(_COUNT), 0, 0, 0
    worse: list[str] = []
    levels: Counter[str] = Counter()
    for family, index in itertools.product(FAMILIES, range(count)):
        problem = failing_problem(family, index, run.settings.random_seed)
        for mode, start in {"no start": None, "start": problem.start}.items():
            answers = answers_by_budget(problem, method, start)
            pairs += len(BUDGETS) * (len(BUDGETS) - 1) // 2
            for i, j, level in _worse(problem, start, answers):
                worse.append(f"{family} {index}, {mode}: {BUDGETS[j]} after {BUDGETS[i]}, {level}")
                levels[level] += 1
            over = [answer.evaluations - budget for answer, budget in zip(answers, BUDGETS, strict=True)]
            beyond, smallest = max(beyond, *over), max(smallest, answers[0].evaluations)
        on_progress(1)
    return {
        "count": count * len(FAMILIES),
        "pairs": pairs,
        "worse": len(worse),
        "worse_by_level": dict(levels),
        "examples": worse[:: max(len(worse) // 10, 1)],
        "most_beyond": beyond,
        "most_at_smallest": smallest,
    }


def _worse(
    problem: FailingProblem, start: Array | None, answers: Sequence[mk.Solution]
) -> list[tuple[int, int, str]]:
    origin = problem.robot.neutral if start is None else start
    level = LevelProblem(problem.robot, with_start(problem.goals, origin), origin)
    levels = [level.at(answer.q) for answer in answers]
    return worse_pairs(levels, level.tolerated, keeps_branch=start is not None)


def _measurements(run: Run) -> Iterator[Measurement]:
    for method in METHODS:
        measure = functools.partial(measure_budgets, method, run)
        yield Measurement({"case": method}, run.settings.count(_COUNT) * len(FAMILIES), measure)


def _outcome(row: Row) -> str:
    spent = (
        f"≤ {row['most_at_smallest']} evaluations of {BUDGETS[0]}, ≤ {row['most_beyond']} beyond any budget"
    )
    levels = ", ".join(f"{count} {level}" for level, count in row["worse_by_level"].items())
    return f"{row['worse']} of {row['pairs']} pairs worse{f' ({levels})' if levels else ''}; {spent}"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return not row["worse"] and row["most_at_smallest"] <= (1 + _MOST_BEYOND) * BUDGETS[0]


BUDGETS_CASE = Case(
    "budgets",
    "Goals that cannot all be met, budgets of 50 to 20 000 evaluations",
    "a larger budget never gives a worse answer by the selection rule; 50 evaluations are at most 60",
    _measurements,
    _outcome,
    _met,
)
