"""Cases about the share of a scenario's targets that are solved within evaluations and CPU times."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..engine.case import Case, Measurement, OnProgress, Row
from ..scenarios import Scenario, find_scenario
from ..scenarios.answers import SolverFactory
from ..scenarios.measure import summarize
from .run import TARGETS, ClutterRun


@dataclass(frozen=True)
class Least:
    """The shares that have to be solved, by CPU time [ms] and by evaluations, and the most evaluations that
    a target may need on average, failures included.
    """

    ms: Mapping[int, float]
    evaluations: Mapping[int, float] = field(default_factory=dict)
    most_mean: float = float("inf")


def rates_case(
    name: str,
    title: str,
    requirement: str,
    least: Mapping[str, Least],
    solver_of: Callable[[Scenario], SolverFactory],
) -> Case:
    """Return a case with a row for each scenario in ``least``; no answer may be refused by the verifier."""

    def measurements(run: ClutterRun) -> Iterator[Measurement]:
        count = run.settings.count(TARGETS)
        for scenario in map(find_scenario, least):
            key = {"case": scenario.name, "hash": scenario.content_hash}
            solve = functools.partial(measure_rates, run, scenario, solver_of(scenario), count)
            yield Measurement(key, count, solve)

    def outcome(row: Row) -> str:
        return format_rates(row, least[row["case"]])

    def met(row: Row, rows: Sequence[Row]) -> bool:
        wanted = least[row["case"]]
        enough = all(row["solved_ms"][str(ms)] >= share for ms, share in wanted.ms.items())
        enough &= all(row["solved_evaluations"][str(n)] >= share for n, share in wanted.evaluations.items())
        return bool(enough and row["mean_evaluations"] <= wanted.most_mean and not row["exact_failures"])

    return Case(name, title, requirement, measurements, outcome, met)


def measure_rates(
    run: ClutterRun, scenario: Scenario, solver: SolverFactory, count: int, on_progress: OnProgress
) -> Row:
    """Return the shares of a solver on a scenario, by budgets as text, as they are stored."""
    whole = summarize(run.on_scenario(scenario, solver, count, on_progress))
    shares = {
        name: {f"{budget:g}": share for budget, share in whole[name].items()}
        for name in ("solved_evaluations", "solved_ms")
    }
    values = ("count", "solver", "mean_evaluations", "mean_ms", "exact_failures")
    return {name: whole[name] for name in values} | shares


def format_rates(row: Row, least: Least) -> str:
    """Format the shares for which there is a requirement."""
    parts = []
    if least.evaluations:
        shares = joined_percent(row["solved_evaluations"][str(n)] for n in least.evaluations)
        parts.append(f"{shares} within {_joined(least.evaluations)} evaluations")
    shares = joined_percent(row["solved_ms"][str(ms)] for ms in least.ms)
    parts.append(f"{shares} at {_joined(least.ms)} ms")
    parts.append(f"mean {row['mean_evaluations']:.0f} evaluations, {row['mean_ms']:.2f} ms")
    if row["exact_failures"]:
        parts.append(f"{row['exact_failures']} false")
    return "; ".join(parts)


def joined_percent(shares: Iterable[float]) -> str:
    """Format fractions as percentages, rounded down: 100 only if a fraction is exactly 1.

    >>> joined_percent([0.805, 0.9999, 1.0])
    '80.5 / 99.9 / 100 %'
    """
    return _joined(f"{int(1000 * share + 1e-6) / 10:g}" for share in shares) + " %"


def _joined(values: Iterable[object]) -> str:
    return " / ".join(map(str, values))
