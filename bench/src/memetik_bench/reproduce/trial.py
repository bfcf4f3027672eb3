"""Trial: one solver with its timeout and tolerance, measured on sets of queries; its rows fill the tables."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TypeAlias

import numpy as np

from memetik.transforms import Array

from ..arms import load_arm
from ..engine.case import Measurement, OnProgress, Row
from ..engine.queries import Queries, QueryResults, pose_queries, solve_each, summary
from ..runner import run
from ..solvers import SOLVERS, MeasuredSolver
from ..targets import PoseTargets, random_reachable
from .experiment import Key, Scale
from .goal_styles import in_style
from .published.table import QUERIES
from .solver_spec import NamedRival, OwnMethod, SolverSpec
from .unbounded import UNBOUNDED


@dataclass(frozen=True)
class Trial:
    """``solver`` with ``timeout`` [s] and ``tolerance`` [m] and [rad]; ``queries`` is the default number."""

    solver: SolverSpec
    timeout: float = 5e-3
    tolerance: tuple[float, float] = (1e-5, 1e-5)
    queries: int = 10_000

    def key(self, case: str) -> Key:
        """Return the key of its row on a case: everything that the results depend on, except the count."""
        return {
            "case": case,
            "who": self.solver.name,
            "goals": self.solver.goals if isinstance(self.solver, OwnMethod) else "pose",
            "timeout": self.timeout,
            "tolerance": "{:g} m, {:g} rad".format(*self.tolerance),
        }


MakeQueries: TypeAlias = Callable[[int, int], Queries]
"""Makes queries from a count and a random seed."""


def measurement(trial: Trial, case: str, scale: Scale, make_queries: MakeQueries) -> Measurement:
    """Return the measurement of one of our methods on any queries, which have the name ``case``."""
    spec, count = trial.solver, scale.count(trial.queries)
    assert isinstance(spec, OwnMethod)

    def measure(on_progress: OnProgress) -> Row:
        return _measure_ours(trial, spec, make_queries(count, scale.random_seed), on_progress)

    return Measurement(dict(trial.key(case)), count, measure)


def arm_measurement(trial: Trial, arm: str, scale: Scale) -> Measurement:
    """Return the measurement of any solver on random reachable poses of an arm from random starts."""
    spec, count = trial.solver, scale.count(trial.queries)
    if isinstance(spec, OwnMethod):
        make = functools.partial(arm_queries, arm, tolerance=trial.tolerance)
        return measurement(trial, arm, scale, make)

    def measure(on_progress: OnProgress) -> Row:
        targets = arm_targets(arm, count, scale.random_seed)
        rival = make_rival(trial, spec, targets)
        return asdict(run(arm, rival, targets, tolerance=min(trial.tolerance), on_progress=on_progress))

    return Measurement(dict(trial.key(arm)), count, measure)


def arm_targets(arm: str, count: int, random_seed: int) -> PoseTargets:
    """Return random reachable poses of an arm and independent random starts; fewer are the first of more."""
    return _drawn(arm, max(count, QUERIES), random_seed).first(count)


@functools.cache
def _drawn(arm: str, count: int, random_seed: int) -> PoseTargets:
    """Draw all at once: starts are drawn after the poses, so that another count would give other starts."""
    loaded = load_arm(arm)
    return random_reachable(loaded.robot, loaded.link, count=count, random_seed=random_seed)


def arm_queries(arm: str, count: int, random_seed: int, *, tolerance: tuple[float, float]) -> Queries:
    """Return :func:`arm_targets` as queries for memetik."""
    return pose_queries(arm_targets(arm, count, random_seed), tolerance=tolerance)


def make_rival(trial: Trial, spec: NamedRival, targets: PoseTargets) -> MeasuredSolver:
    """Construct a rival with the smaller tolerance for both errors; ImportError if it is not installed."""
    solver = UNBOUNDED[spec.name] if spec.name in UNBOUNDED else SOLVERS[spec.name]
    return solver(targets.robot, targets.link, tolerance=min(trial.tolerance), timeout=trial.timeout)


def _measure_ours(trial: Trial, spec: OwnMethod, queries: Queries, on_progress: OnProgress) -> Row:
    """Return verified success, times, generations, and the efficiency of D (5.1)."""
    queries = in_style(queries, spec.goals)
    generations: list[int] = []

    solver = queries.solver(method=spec.build(), threads=spec.usable_threads())
    results = solve_each(
        solver,
        queries,
        timeout=trial.timeout,
        on_progress=on_progress,
        on_solution=lambda solution: generations.append(solution.generations),
    )
    solved = queries.met(results.q)
    needed = Counter(np.array(generations)[solved].tolist())
    return {
        **summary(queries, results),
        "threads": spec.usable_threads(),
        "efficiency": efficiency(results, len(queries.goals), trial.tolerance[1]),
        "all_generations": sum(generations),
        "generations": {str(n): times for n, times in sorted(needed.items())} if any(generations) else {},
    }


def efficiency(results: QueryResults, objectives: int, floor: float) -> float:
    """Return E = mean of 1/(φ·t), D (5.1), with φ = √(cost / objectives) and the time t [s] of each query.

    φ is at least ``floor``. Otherwise queries whose last step happens to end far below the tolerance would
    dominate the mean.
    """
    fitness: Array = np.sqrt(np.maximum(results.cost, 0.0) / objectives)
    return float(np.mean(1.0 / (np.maximum(fitness, floor) * results.core)))
