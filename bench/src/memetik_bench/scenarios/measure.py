"""Measures a solver on the targets of a scenario: by evaluations, and by CPU time of its thread."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from memetik.transforms import Array

from ..engine.case import OnProgress, Row, no_progress
from ..store import ResultFile
from ..verify import Flags
from .answers import ScenarioSolver, SolverFactory
from .scenario import Scenario
from .verifier import OK, verifier_of

EVALUATIONS = (100, 300, 1000, 3000, 10_000, 30_000, 100_000)
"""Evaluations within which targets count as solved."""

MILLISECONDS = (1.0, 10.0, 100.0, 1000.0)
"""CPU times within which targets count as solved [ms]."""

BLOCK = 50
"""Targets of a stored row; an interrupted run loses at most one block."""


def measure_scenario(
    scenario: Scenario,
    solver: SolverFactory,
    results: ResultFile,
    *,
    count: int | None = None,
    random_seed: int = 1,
    on_progress: OnProgress = no_progress,
) -> list[Row]:
    """Solve the first ``count`` targets, or all, one after the other; return a row for each block.

    Blocks that are stored are not measured again. Every answer is verified by pinocchio and coal, outside of
    the time. Each query has one run with the whole budget: a target is solved within N evaluations or t
    milliseconds if that run needed no more.
    """
    total = len(scenario.targets) if count is None else min(count, len(scenario.targets))
    prepared: ScenarioSolver | None = None
    rows = []
    for targets in _blocks(total):
        key = {
            "section": "scenario",
            "scenario": scenario.name,
            "hash": scenario.content_hash,
            "solver": solver.label,
            "random_seed": random_seed,
            "first": targets.start,
            "count": len(targets),
        }
        row = results.find(**key)
        if row is None:
            if prepared is None:
                prepared = solver.prepare(scenario)
                prepared.solve(scenario.targets[0], random_seed)  # warms caches
            row = results.append(key | _measure_block(scenario, prepared, targets, random_seed))
        rows.append(row)
        on_progress(len(targets))
    return rows


def summarize(rows: Sequence[Row]) -> Row:
    """Return the rates and means of all blocks of a scenario and solver.

    ``solved_evaluations`` and ``solved_ms`` map budgets to shares. Means are over all targets; a failure
    counts with what it cost. ``exact_failures`` are answers that the solver claimed and the verifier refused,
    ``failed`` has the numbers of all unsolved targets.
    """
    evaluations = _joined(rows, "evaluations")
    milliseconds = _joined(rows, "cpu_ms")
    claimed = _joined(rows, "claimed").astype(bool)
    solved = claimed & _verified(rows)
    return {
        **{name: rows[0][name] for name in ("scenario", "hash", "solver", "random_seed")},
        "count": len(solved),
        "solved_evaluations": {n: float((solved & (evaluations <= n)).mean()) for n in EVALUATIONS},
        "solved_ms": {t: float((solved & (milliseconds <= t)).mean()) for t in MILLISECONDS},
        "mean_evaluations": float(evaluations.mean()),
        "mean_ms": float(milliseconds.mean()),
        "exact_failures": int((claimed & ~solved).sum()),
        "failed": np.flatnonzero(~solved).tolist(),
    }


def solved_within(rows: Sequence[Row], evaluations: int) -> Flags:
    """Return for each target (N,) whether it was solved within so many evaluations."""
    claimed = _joined(rows, "claimed").astype(bool)
    return np.asarray(claimed & _verified(rows) & (_joined(rows, "evaluations") <= evaluations))


def _blocks(total: int) -> Iterator[range]:
    for first in range(0, total, BLOCK):
        yield range(first, min(first + BLOCK, total))


def _measure_block(scenario: Scenario, solver: ScenarioSolver, targets: range, random_seed: int) -> Row:
    answers, times = [], []
    for pose in scenario.targets[targets.start : targets.stop]:
        start = time.thread_time_ns()
        answers.append(solver.solve(pose, random_seed))
        times.append((time.thread_time_ns() - start) / 1e6)
    found = np.array([answer.q for answer in answers])
    poses = scenario.targets[targets.start : targets.stop]
    return {
        "evaluations": [answer.evaluations for answer in answers],
        "cpu_ms": [round(value, 4) for value in times],
        "claimed": [bool(answer.claimed) for answer in answers],
        "verdicts": verifier_of(scenario).check_batch(poses, found),
    }


def _verified(rows: Sequence[Row]) -> Flags:
    verdicts = [verdict for row in rows for verdict in row["verdicts"]]
    return np.array([verdict == OK for verdict in verdicts], dtype=bool)


def _joined(rows: Sequence[Row], name: str) -> Array:
    values: list[Any] = [value for row in rows for value in row[name]]
    return np.array(values, dtype=float)
