"""The case methods: ``auto`` beside every other method that accepts a pose and a clearance."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

import memetik as mk
from memetik.errors import MethodError
from memetik.methods import PythonMethod, find

from ..engine.case import Case, Measurement, OnProgress, Row
from ..methods import measured_methods
from ..scenarios import Scenario, find_scenario
from ..scenarios.answers import Memetik
from ..scenarios.measure import solved_within
from .mcnemar import discordant, mcnemar
from .run import TANKS, TARGETS, ClutterRun
from .solve_rates import joined_percent

BUDGETS = (100, 300, 1000)
"""Evaluations within which targets count as solved; searches end at the last."""

_SLOW_TARGETS = 200
_SLOW_TIMEOUT = 2.0  # [s] for methods in Python
_SIGNIFICANT = 0.05


def accepting_methods(scenario: Scenario) -> tuple[str, ...]:
    """Return the names of the methods that accept the scenario's goals, ``auto`` left out."""
    robot, goals = scenario.load_robot(), scenario.goals()
    found = []
    for name in measured_methods():
        try:
            mk.Solver(robot, goals, method=find(name))
        except MethodError:  # it does not accept these goals, or its library is not installed
            continue
        found.append(name)
    return tuple(name for name in found if name != "auto")


def _measurements(run: ClutterRun) -> Iterator[Measurement]:
    for scenario in map(find_scenario, TANKS):
        for name in accepting_methods(scenario):
            slow = isinstance(find(name), PythonMethod)
            count = run.settings.count(_SLOW_TARGETS if slow else TARGETS)
            key = {"case": f"{scenario.name}, {name}", "hash": scenario.content_hash}
            measure = functools.partial(_measure, run, scenario, name, count, _SLOW_TIMEOUT if slow else None)
            yield Measurement(key, 2 * count, measure)


def _measure(
    run: ClutterRun, scenario: Scenario, name: str, count: int, timeout: float | None, show: OnProgress
) -> Row:
    solvers = {
        "auto": Memetik(max_evaluations=BUDGETS[-1], finds_openings=True),
        "other": Memetik(name, max_evaluations=BUDGETS[-1], timeout=timeout),
    }
    rows = {key: run.on_scenario(scenario, solver, count, show) for key, solver in solvers.items()}
    solved = {key: [solved_within(rows[key], budget) for budget in BUDGETS] for key in solvers}
    pairs = [discordant(*both) for both in zip(solved["auto"], solved["other"], strict=True)]
    shares = {key: [float(flags.mean()) for flags in solved[key]] for key in solvers}
    return {"count": count, "method": name, **shares, "discordant": pairs}


def _outcome(row: Row) -> str:
    values = " / ".join(f"{mcnemar(*pair):.2g}" for pair in row["discordant"])
    ours, others = joined_percent(row["auto"]), joined_percent(row["other"])
    return f"`auto` {ours}, `{row['method']}` {others}; p {values}"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return not any(
        ours < others and mcnemar(ours, others) < _SIGNIFICANT for ours, others in row["discordant"]
    )


BESIDE_METHODS = Case(
    "methods",
    "Targets inside a tank, `auto` beside other methods on the same targets, "
    f"within {' / '.join(map(str, BUDGETS))} evaluations",
    "never significantly worse (McNemar's test, 5 %)",
    _measurements,
    _outcome,
    _met,
)
