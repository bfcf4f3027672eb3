"""One solver on one set of queries: what a cell of the tables is made of."""

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
from ..engine.queries import Asked, Queries, ask_each, pose_queries, summary
from ..runner import run
from ..solvers import SOLVERS, Rival
from ..targets import PoseTargets, random_reachable
from .experiment import Key, Scale
from .goal_styles import in_style
from .published.table import QUERIES
from .unbounded import UNBOUNDED
from .who import NamedRival, Ours, Who


@dataclass(frozen=True)
class Trial:
    """``who`` solves with ``timeout`` [s] and ``tolerance`` [m] and [rad]; ``queries`` are what is usual."""

    who: Who
    timeout: float = 5e-3
    tolerance: tuple[float, float] = (1e-5, 1e-5)
    queries: int = 10_000

    def key(self, case: str) -> Key:
        """By what its row on a case is found again: all that the answer depends on but the count."""
        return {
            "case": case,
            "who": self.who.name,
            "goals": self.who.goals if isinstance(self.who, Ours) else "pose",
            "timeout": self.timeout,
            "tolerance": "{:g} m, {:g} rad".format(*self.tolerance),
        }


MakeQueries: TypeAlias = Callable[[int, int], Queries]
"""From a count and a random seed."""


def measurement(trial: Trial, case: str, scale: Scale, make_queries: MakeQueries) -> Measurement:
    """One of ours on any queries, which are called ``case``."""
    who, count = trial.who, scale.count(trial.queries)
    assert isinstance(who, Ours)

    def measure(on_progress: OnProgress) -> Row:
        return _measure_ours(trial, who, make_queries(count, scale.random_seed), on_progress)

    return Measurement(dict(trial.key(case)), count, measure)


def arm_measurement(trial: Trial, arm: str, scale: Scale) -> Measurement:
    """Anybody on random reachable poses of an arm from random starts."""
    who, count = trial.who, scale.count(trial.queries)
    if isinstance(who, Ours):
        make = functools.partial(arm_queries, arm, tolerance=trial.tolerance)
        return measurement(trial, arm, scale, make)

    def measure(on_progress: OnProgress) -> Row:
        targets = arm_targets(arm, count, scale.random_seed)
        rival = make_rival(trial, who, targets)
        return asdict(run(arm, rival, targets, tolerance=min(trial.tolerance), on_progress=on_progress))

    return Measurement(dict(trial.key(arm)), count, measure)


def arm_targets(arm: str, count: int, random_seed: int) -> PoseTargets:
    """Reachable poses of an arm and independent starts, random; fewer are the first of more."""
    return _drawn(arm, max(count, QUERIES), random_seed).first(count)


@functools.cache
def _drawn(arm: str, count: int, random_seed: int) -> PoseTargets:
    """All at once: starts are drawn after the poses, so that another count would give other starts."""
    loaded = load_arm(arm)
    return random_reachable(loaded.robot, loaded.link, count=count, random_seed=random_seed)


def arm_queries(arm: str, count: int, random_seed: int, *, tolerance: tuple[float, float]) -> Queries:
    """The same, to be put to ours."""
    return pose_queries(arm_targets(arm, count, random_seed), tolerance=tolerance)


def make_rival(trial: Trial, who: NamedRival, targets: PoseTargets) -> Rival:
    """Rivals know one tolerance for both errors; ImportError where they are not installed."""
    solver = UNBOUNDED[who.name] if who.name in UNBOUNDED else SOLVERS[who.name]
    return solver(targets.robot, targets.link, tolerance=min(trial.tolerance), timeout=trial.timeout)


def _measure_ours(trial: Trial, who: Ours, queries: Queries, on_progress: OnProgress) -> Row:
    """Success as verified, times, generations, and the efficiency of D (5.1)."""
    queries = in_style(queries, who.goals)
    generations: list[int] = []

    solver = queries.solver(method=who.build(), threads=who.usable_threads())
    asked = ask_each(
        solver,
        queries,
        timeout=trial.timeout,
        on_progress=on_progress,
        on_answer=lambda solution: generations.append(solution.generations),
    )
    solved = queries.met(asked.q)
    needed = Counter(np.array(generations)[solved].tolist())
    return {
        **summary(queries, asked),
        "threads": who.usable_threads(),
        "efficiency": efficiency(asked, len(queries.goals), trial.tolerance[1]),
        "all_generations": sum(generations),
        "generations": {str(n): times for n, times in sorted(needed.items())} if any(generations) else {},
    }


def efficiency(asked: Asked, objectives: int, floor: float) -> float:
    """E = mean of 1/(φ·t), D (5.1), with φ = √(cost / objectives) and the time t [s] of each query.

    A solver that stops when all is within the tolerance gains nothing by what it is better than that, but
    1/φ would make such luck the whole mean: φ counts as no less than ``floor``.
    """
    fitness: Array = np.sqrt(np.maximum(asked.cost, 0.0) / objectives)
    return float(np.mean(1.0 / (np.maximum(fitness, floor) * asked.core)))
