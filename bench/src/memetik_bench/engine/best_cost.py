"""Infeasible poses: how near the solutions are to the best known compromise, and which status they have."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..arms import load_arm
from ..solvers.memetik_solver import tip_goal
from .case import Case, Measurement, OnProgress, Row, Run, percent
from .deficient_arms import DEFICIENT, deficient_arm, deficient_poses
from .queries import Queries, solve_each, summary
from .references import References, pose_costs
from .unreachable_targets import UNREACHABLE

_COUNT = 2_000
_TIMEOUT = 0.005
_TOLERANCE = 1e-5
_NEAR = 1.01
_NOTHING = _TOLERANCE**2
"""A pose with a lower cost counts as met."""


def infeasible_queries(robot: mk.Robot, link: str, poses: Array, rng: np.random.Generator) -> Queries:
    """Return queries for poses, from random starts, without known solutions."""
    return Queries(robot, (tip_goal(link, _TOLERANCE),), {"tip": poses}, robot.random(len(poses), rng))


def unreachable_queries(arm: str, kind: str, random_seed: int) -> Queries:
    """Return all queries of a kind, so that the first ones do not depend on the count."""
    rng = np.random.default_rng(random_seed)
    poses = UNREACHABLE[arm][kind](arm, _COUNT, rng)
    return infeasible_queries(load_arm(arm).robot, load_arm(arm).link, poses, rng)


def deficient_queries(name: str, random_seed: int) -> Queries:
    """Return all queries of an arm."""
    rng = np.random.default_rng(random_seed)
    arm = deficient_arm(name)
    return infeasible_queries(arm.robot, arm.link, deficient_poses(name, _COUNT, rng), rng)


def measure_best_cost(kind: str, queries: Queries, run: Run, on_progress: OnProgress) -> Row:
    """Measure costs at the timeout relative to the best known, which include the measured ones."""
    queries = queries.first(run.settings.count(_COUNT))
    results = solve_each(queries.solver(), queries, timeout=_TIMEOUT)
    costs = pose_costs(queries.robot, _link(queries), queries.targets["tip"], results.q)
    best = _best_known(kind, queries, results.q, costs, run, on_progress)
    ratios = np.where(costs <= _NOTHING, 1.0, costs / np.maximum(best, _NOTHING))
    worst = np.argsort(ratios)[::-1][:5]
    return {
        **summary(queries, results),
        "within_1_percent": float((ratios <= _NEAR).mean()),
        "p99_ratio": float(np.percentile(ratios, 99)),
        "worst_ratio": float(ratios[worst[0]]),
        "worst": [[int(i), float(ratios[i])] for i in worst],
        "reachable": float((best <= _NOTHING).mean()),
        "misreported_costs": int((~np.isclose(results.cost, costs, rtol=1e-6, atol=1e-12)).sum()),
    }


def _best_known(
    kind: str, queries: Queries, answers: Array, costs: Array, run: Run, on_progress: OnProgress
) -> Array:
    """Return the lowest costs (N,) of references and solutions; better solutions become references."""
    settings = run.settings
    references = References(
        run.references, evaluations=settings.reference_evaluations, random_seed=settings.random_seed
    )
    link, poses, best = _link(queries), queries.targets["tip"], np.empty(len(queries))
    for i, pose in enumerate(poses):
        known = references.best(kind, i, queries.robot, link, pose)
        best[i] = pose_costs(queries.robot, link, pose[None], known[None])[0]
        if costs[i] < best[i] * (1.0 - 1e-9):
            references.improve(kind, i, answers[i])
        on_progress(1)
    return np.minimum(best, costs)


def _link(queries: Queries) -> str:
    (goal,) = queries.goals
    assert isinstance(goal, mk.Pose)
    return goal.link


def _unreachable(run: Run) -> Iterator[Measurement]:
    for arm, kinds in UNREACHABLE.items():
        for kind in kinds:
            queries = unreachable_queries(arm, kind, run.settings.random_seed)
            yield _measurement(f"{arm}, {kind}", queries, run)


def _deficient(run: Run) -> Iterator[Measurement]:
    for name in DEFICIENT:
        yield _measurement(name, deficient_queries(name, run.settings.random_seed), run)


def _measurement(name: str, queries: Queries, run: Run) -> Measurement:
    measure = functools.partial(measure_best_cost, name, queries, run)
    return Measurement({"case": name}, run.settings.count(_COUNT), measure)


def _outcome(row: Row) -> str:
    unreachable = row["statuses"].get("unreachable", 0) / row["count"]
    near = f"{percent(row['within_1_percent'])}, worst ratio {row['worst_ratio']:.2f}"
    return f"{near}; {percent(unreachable)} reported unreachable"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return row["within_1_percent"] >= 0.99 and not row["false_success"] and not row["limit_violations"]


OUT_OF_REACH = Case(
    "out-of-reach",
    "Out of reach, cost within 1 % of the best known, 5 ms",
    "≥ 99 %; status “unreachable” if a bound proves it",
    _unreachable,
    _outcome,
    _met,
)
TOO_FEW_JOINTS = Case(
    "deficient",
    "Too few joints, cost within 1 % of the best known, 5 ms",
    "≥ 99 %",
    _deficient,
    _outcome,
    _met,
)
