"""``solve_all``: whether it finds every branch of a ur5 that a closed form finds."""

from __future__ import annotations

import functools
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..arms import Arm, load_arm
from ..solvers.memetik_solver import tip_goal
from ..targets import PoseTargets, random_reachable
from ..verify import verify
from .analytic_arm import AnalyticArm, distances
from .case import Case, Measurement, OnProgress, Row, Run, no_progress, percent

_COUNT = 2_000
_TOLERANCE = 1e-5
_GENERIC = 0.1
"""[rad]: a pose is not generic if two branches are closer in every joint, because they are about to merge, or
if a branch can move that far within the tolerance, as at singularities."""

_FOUND = 0.02
"""[rad]: a solution within the tolerance of a generic pose is at most that far from its branch."""


class FindsAll(Protocol):
    """A solver that returns all distinct solutions."""

    def solve_all(self, start: Array, *, targets: dict[str, Array]) -> Sequence[Any]:
        """Return solutions with ``q`` and ``success``."""


class Oracle(Protocol):
    """A reference that returns all branches."""

    def branches(self, pose: Array) -> Array:
        """Return all solutions for a pose, (K, dof)."""


def generic_targets(oracle: Oracle, count: int, random_seed: int) -> tuple[PoseTargets, list[Array]]:
    """Return random reachable poses whose branches are isolated and far apart, and these branches."""
    arm = load_arm("ur5")
    drawn = random_reachable(arm.robot, arm.link, count=2 * count, random_seed=random_seed)
    branches = [oracle.branches(pose) for pose in drawn.poses]
    generic = [
        i for i, rows in enumerate(branches) if len(rows) and _are_apart(rows) and _are_isolated(arm, rows)
    ]
    rows = np.array(generic[:count], dtype=int)
    targets = PoseTargets(arm.robot, arm.link, drawn.starts[rows], drawn.solutions[rows], drawn.poses[rows])
    return targets, [branches[i] for i in rows]


def _are_apart(rows: Array) -> bool:
    return len(rows) > 0 and bool(
        (distances(rows, rows) + 2.0 * _GENERIC * np.eye(len(rows)) > _GENERIC).all()
    )


def _are_isolated(arm: Arm, rows: Array) -> bool:
    least = np.linalg.svd(arm.robot.jacobian(rows, arm.link), compute_uv=False)[:, -1]  # [m or rad per rad]
    return bool((_GENERIC * least > _TOLERANCE).all())


def count_branches(
    solver: FindsAll, targets: PoseTargets, branches: Sequence[Array], on_progress: OnProgress = no_progress
) -> Row:
    """Count queries with all branches found, and false, duplicate or unknown solutions."""
    missed, false, twice, news = [], 0, 0, 0
    cpu = np.empty(len(targets))
    for i, (pose, start) in enumerate(zip(targets.poses, targets.starts, strict=True)):
        started = time.thread_time()
        solutions = solver.solve_all(start, targets={"tip": pose})
        cpu[i] = time.thread_time() - started
        answers = np.reshape([solution.q for solution in solutions], (-1, targets.robot.dof))
        poses = np.tile(pose, (len(answers), 1, 1))
        true = verify(targets.robot, targets.link, poses, answers, tolerance=_TOLERANCE).solved
        false += sum(bool(s.success) and not t for s, t in zip(solutions, true, strict=True))
        found = distances(branches[i], answers[true]) <= _FOUND
        twice += int(np.maximum(found.sum(axis=1) - 1, 0).sum())
        news += int((~found.any(axis=0)).sum())
        missed.append(int((~found.any(axis=1)).sum()))
        on_progress(1)
    return {
        "count": len(targets),
        "complete": float(np.mean([m == 0 for m in missed])),
        "branches": sum(map(len, branches)),
        "missed": sum(missed),
        "missed_by_query": {str(m): n for m, n in sorted(Counter(missed).items())},
        "false_success": false,
        "repeated": twice,
        "unknown_to_oracle": news,
        "mean_cpu_us": float(1e6 * cpu.mean()),
    }


def measure_all_solutions(run: Run, on_progress: OnProgress) -> Row:
    """Measure the default solver, with EAIK as the oracle."""
    count = run.settings.count(_COUNT)
    oracle = AnalyticArm(load_arm("ur5"))
    targets, branches = generic_targets(oracle, count, run.settings.random_seed)
    solver: Any = mk.Solver(targets.robot, tip_goal(targets.link, _TOLERANCE))
    return {"oracle": oracle.name, **count_branches(solver, targets, branches, on_progress)}


def _measurements(run: Run) -> Iterator[Measurement]:
    measure = functools.partial(measure_all_solutions, run)
    yield Measurement({"case": "ur5"}, run.settings.count(_COUNT), measure)


def _outcome(row: Row) -> str:
    return f"{percent(row['complete'])} complete in {row['mean_cpu_us']:.0f} µs; {row['false_success']} false"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return row["complete"] >= 0.99 and not row["false_success"] and not row["repeated"]


ALL_SOLUTIONS = Case(
    "all-solutions",
    "`solve_all` on the ur5, against a closed form",
    "all branches in ≥ 99 % of generic poses",
    _measurements,
    _outcome,
    _met,
)
