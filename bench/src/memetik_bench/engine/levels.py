"""Required goals that conflict with a primary one: whether they hold, and how near the primary one comes."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..verify import limits_held
from .case import Case, Measurement, OnProgress, Row, Run, percent
from .conflicts import CONFLICTS, Conflict, conflict
from .standing import Embedding

_COUNT = 250
_NEAR = 1.01
_ITERATIONS = 200
_SLIGHT = 1e-7
"""[m, rad]: a reference may exceed tolerances by so much, which is SciPy's accuracy."""


def best_wish(problem: Conflict, answer: Array) -> float:
    """Return the lowest cost of the wish that SLSQP finds from ``answer`` (dof,), required goals held."""
    from scipy.optimize import minimize

    robot, wish = problem.robot, mk.Problem(problem.robot, problem.wish)
    moved = [robot.variable_names.index(name) for name in problem.joints]
    full, scale = Embedding(answer, moved), max(wish.cost(answer), 1e-9)
    found = minimize(
        lambda x: wish.cost(full(x)) / scale,
        answer[moved],
        jac=lambda x: wish.gradient(full(x))[moved] / scale,
        bounds=list(zip(robot.lower[moved], robot.upper[moved], strict=True)),
        constraints=[full.restrict(constraint) for constraint in problem.required.constraints()],
        method="SLSQP",
        options={"maxiter": _ITERATIONS, "ftol": 1e-12},
    ).x
    if not np.isfinite(found).all():
        return float(wish.cost(answer))
    posture = robot.clip(full(found))
    held = problem.required.excess(posture[None])[0] <= _SLIGHT
    return float(min(wish.cost(posture), wish.cost(answer)) if held else wish.cost(answer))


def measure_levels(kind: str, run: Run, on_progress: OnProgress) -> Row:
    """Measure one kind of conflict with the default budget."""
    count, seed = run.settings.count(_COUNT), run.settings.random_seed
    held, possible, ratios, excesses, evaluations = [], [], [], [], []
    statuses: Counter[str] = Counter()
    false = outside = moved = 0
    for index in range(count):
        problem = conflict(kind, index, seed)
        solver = mk.Solver(problem.robot, problem.goals, joints=problem.joints)
        solution = solver.solve(problem.start)
        excess = float(problem.required.excess(solution.q[None])[0])
        held.append(excess <= 0.0)
        possible.append(problem.can_be_held(index))
        excesses.append(excess)
        evaluations.append(solution.evaluations)
        statuses[f"{solution.status}, {solution.stopped_by}"] += 1
        wish = mk.Problem(problem.robot, problem.wish)
        false += solution.success and not (held[-1] and wish.accepts(solution.q))
        outside += not limits_held(problem.robot, solution.q[None])[0]
        others = [i for i, name in enumerate(problem.robot.variable_names) if name not in problem.joints]
        moved += bool((solution.q[others] != problem.start[others]).any())
        if held[-1]:
            cost = float(wish.cost(solution.q))
            ratios.append(cost / max(min(best_wish(problem, solution.q), cost), 1e-9) if cost > 1e-9 else 1.0)
        on_progress(1)
    return {
        "count": count,
        "possible": int(np.sum(possible)),
        "held": float(np.mean([h for h, p in zip(held, possible, strict=True) if p] or [True])),
        "held_of_all": float(np.mean(held)),
        "missed": [i for i, (h, p) in enumerate(zip(held, possible, strict=True)) if p and not h][:20],
        "worst_excess": max(excesses),
        "within_1_percent": float(np.mean(np.array(ratios) <= _NEAR)) if ratios else 0.0,
        "p99_ratio": float(np.percentile(ratios, 99)) if ratios else float("inf"),
        "mean_evaluations": float(np.mean(evaluations)),
        "statuses": dict(statuses),
        "false_success": int(false),
        "limit_violations": int(outside),
        "moved_others": moved,
    }


def _measurements(run: Run) -> Iterator[Measurement]:
    for kind in CONFLICTS:
        measure = functools.partial(measure_levels, kind, run)
        yield Measurement({"case": kind}, run.settings.count(_COUNT), measure)


def _outcome(row: Row) -> str:
    held = f"required held in {percent(row['held'])} of {row['possible']} possible"
    near = f"primary within 1 % in {percent(row['within_1_percent'])}"
    return f"{held} (of all {percent(row['held_of_all'])}); {near}; {row['mean_evaluations']:.0f} evaluations"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    counts = row["false_success"], row["limit_violations"], row["moved_others"]
    return row["held"] == 1.0 and row["within_1_percent"] >= 0.99 and not any(counts)


LEVELS = Case(
    "levels",
    "Required goals that conflict with a primary one",
    "required goals held in 100 % where the start or a sampled posture holds them; primary cost within 1 % "
    "of SLSQP's from the answer in ≥ 99 %",
    _measurements,
    _outcome,
    _met,
)
