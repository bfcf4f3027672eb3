"""Runs methods on the hard set and stores a row per problem and method."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..store import ResultFile
from .best_known import BestKnown
from .classes import CLASSES
from .hard_problem import SPLITS, HardProblem, Split, load
from .methods import METHODS, run_method

SECTION = "hard set"
"""The section of the rows in a result file."""

Progress = Callable[[str, int, int], object]
"""Takes the name of the next run, the number of runs done, and the total."""


def run_hard_set(
    file: ResultFile,
    splits: Iterable[Split] = SPLITS,
    methods: Iterable[str] = METHODS,
    classes: Iterable[str] = tuple(CLASSES),
    on_progress: Progress = lambda name, done, total: None,
    *,
    first: int | None = None,
    update_best_known: BestKnown | None = None,
) -> list[dict[str, Any]]:
    """Return the rows of all problems of ``classes`` and ``splits`` by all ``methods``, reusing stored rows.

    ``first`` limits the problems of each class and split. ``update_best_known`` gets the costs of problems
    with contradicting goals; it is saved after each improvement.
    """
    splits, methods = tuple(splits), tuple(methods)
    problems = [hard for name in classes for split in splits for hard in load(name, split)[:first]]
    rows: list[dict[str, Any]] = []
    for hard in problems:
        for method in methods:
            on_progress(f"{hard.name}, {method}", len(rows), len(problems) * len(methods))
            row = file.find(section=SECTION, problem=hard.name, method=method)
            rows.append(row or file.append(_measure(hard, method)))
            if update_best_known is not None and not hard.feasible:
                _offer(update_best_known, rows[-1])
    return rows


def _measure(hard: HardProblem, method: str) -> dict[str, Any]:
    outcome = run_method(method, hard)
    return {
        "section": SECTION,
        "class": hard.class_name,
        "split": hard.split,
        "kind": hard.kind,
        "problem": hard.name,
        "method": method,
        "feasible": hard.feasible,
        "solved": outcome.solved,
        "cost": outcome.cost,
        "evaluations": outcome.evaluations,
        "seconds": outcome.seconds,
        # proves the cost of infeasible problems
        "q": None if hard.feasible else outcome.q.tolist(),
    }


def _offer(best_known: BestKnown, row: dict[str, Any]) -> None:
    if best_known.offer(row["problem"], cost=row["cost"], q=row["q"], method=row["method"]):
        best_known.save()
