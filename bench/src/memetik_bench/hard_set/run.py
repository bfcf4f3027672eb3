"""Who solves the hard set: a stored row for every problem and method."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..store import ResultFile
from .best_known import BestKnown
from .classes import CLASSES
from .hard_problem import SPLITS, HardProblem, Split, load
from .methods import METHODS, attempt

SECTION = "hard set"
"""Of the rows in a result file."""

Progress = Callable[[str, int, int], object]
"""Gets what comes next, how much is done and how much there is."""


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
    """Rows of all problems of ``classes`` and ``splits`` by all ``methods``: those in ``file`` are taken.

    ``first`` limits the problems of each class and split. ``update_best_known`` is offered the costs where
    goals contradict each other, and saved when it is improved.
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
    outcome = attempt(method, hard)
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
        # where there is no other proof of how good it is
        "q": None if hard.feasible else outcome.q.tolist(),
    }


def _offer(best_known: BestKnown, row: dict[str, Any]) -> None:
    if best_known.offer(row["problem"], cost=row["cost"], q=row["q"], method=row["method"]):
        best_known.save()
