"""Tables of the results on the hard set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median
from typing import Any

from .best_known import BestKnown

HEADER = (
    "class",
    "split",
    "method",
    "problems",
    "solved %",
    "median evaluations",
    "mean evaluations",
    "median cost / best",
    "mean cost / best",
    "within 1 % of best",
    "mean s",
)

_CLOSE = 1.01


@dataclass(frozen=True)
class Summary:
    """The results of a method on a class; values that do not apply are None.

    ``solved`` is the fraction of feasible problems solved, and evaluations are those of solved problems. For
    problems with contradicting goals, ratios are costs divided by the best known, and ``close`` is the
    fraction within one percent of it.
    """

    class_name: str
    split: str
    method: str
    count: int
    solved: float | None
    median_evaluations: float | None
    mean_evaluations: float | None
    median_ratio: float | None
    mean_ratio: float | None
    close: float | None
    mean_seconds: float


def summarize(rows: Iterable[Mapping[str, Any]], best_known: BestKnown | None = None) -> list[Summary]:
    """Summarise rows of :func:`~.run.run_hard_set`; lower costs among them replace the best known ones."""
    known = BestKnown() if best_known is None else best_known
    groups: dict[tuple[str, str, str], list[Mapping[str, Any]]] = {}
    best: dict[str, float] = {}
    for row in rows:
        groups.setdefault((row["class"], row["split"], row["method"]), []).append(row)
        name = row["problem"]
        best[name] = min(row["cost"], best.get(name, known.cost(name)))
    return [_summary(*key, group, best) for key, group in groups.items()]


def hard_set_table(rows: Iterable[Mapping[str, Any]], best_known: BestKnown | None = None) -> list[list[str]]:
    """Return the header, then a line per class, split and method, in the order of the rows."""
    return [list(HEADER), *(_cells(summary) for summary in summarize(rows, best_known))]


def pivot(
    rows: Iterable[Mapping[str, Any]], methods: Sequence[str], best_known: BestKnown | None = None
) -> list[list[str]]:
    """Return a line per class and split with a column per method: solved, or near the best known cost [%]."""
    lines: dict[tuple[str, str], dict[str, str]] = {}
    for summary in summarize(rows, best_known):
        share = summary.close if summary.solved is None else summary.solved
        lines.setdefault((summary.class_name, summary.split), {})[summary.method] = (
            f"{100 * (share or 0):.0f}"
        )
    head = ["class", "problems", *methods]
    return [head, *([*key, *(cells.get(method, "") for method in methods)] for key, cells in lines.items())]


def _summary(
    class_name: str, split: str, method: str, rows: list[Mapping[str, Any]], best: Mapping[str, float]
) -> Summary:
    feasible = [row for row in rows if row["feasible"]]
    evaluations = [row["evaluations"] for row in feasible if row["solved"]]
    ratios = [row["cost"] / best[row["problem"]] for row in rows if not row["feasible"]]
    return Summary(
        class_name=class_name,
        split=split,
        method=method,
        count=len(rows),
        solved=len(evaluations) / len(feasible) if feasible else None,
        median_evaluations=median(evaluations) if evaluations else None,
        mean_evaluations=mean(evaluations) if evaluations else None,
        median_ratio=median(ratios) if ratios else None,
        mean_ratio=mean(ratios) if ratios else None,
        close=mean(ratio <= _CLOSE for ratio in ratios) if ratios else None,
        mean_seconds=mean(row["seconds"] for row in rows),
    )


def _cells(summary: Summary) -> list[str]:
    def shown(value: float | None, form: str) -> str:
        return "" if value is None else format(value, form)

    return [
        summary.class_name,
        summary.split,
        summary.method,
        str(summary.count),
        "" if summary.solved is None else f"{100 * summary.solved:.0f}",
        shown(summary.median_evaluations, ".0f"),
        shown(summary.mean_evaluations, ".0f"),
        shown(summary.median_ratio, ".4f"),
        shown(summary.mean_ratio, ".4f"),
        "" if summary.close is None else f"{100 * summary.close:.0f} %",
        f"{summary.mean_seconds:.2f}",
    ]
