"""One contender on one set of queries: what a cell of the tables is made of."""

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
from ..solvers import SOLVERS, Adapter
from ..targets import PoseTargets, random_reachable
from .contenders import Contender, Ours, Peer
from .experiment import Key, Scale
from .goal_styles import in_style
from .published.table import QUERIES
from .unbounded import UNBOUNDED


@dataclass(frozen=True)
class Trial:
    """``contender`` with ``timeout`` [s] and ``tolerance`` [m] and [rad]; ``queries`` are what is usual."""

    contender: Contender
    timeout: float = 5e-3
    tolerance: tuple[float, float] = (1e-5, 1e-5)
    queries: int = 10_000

    def key(self, case: str) -> Key:
        """By what its row on a case is found again: all that the answer depends on but the count."""
        return {
            "case": case,
            "who": self.contender.name,
            "goals": self.contender.goals if isinstance(self.contender, Ours) else "pose",
            "timeout": self.timeout,
            "tolerance": "{:g} m, {:g} rad".format(*self.tolerance),
        }


MakeQueries: TypeAlias = Callable[[int, int], Queries]
"""From a count and a random seed."""


def measurement(trial: Trial, case: str, scale: Scale, make_queries: MakeQueries) -> Measurement:
    """One of ours on any queries, which are called ``case``."""
    contender, count = trial.contender, scale.count(trial.queries)
    assert isinstance(contender, Ours)

    def measure(on_progress: OnProgress) -> Row:
        return _measure_ours(trial, contender, make_queries(count, scale.random_seed), on_progress)

    return Measurement(dict(trial.key(case)), count, measure)


def arm_measurement(trial: Trial, arm: str, scale: Scale) -> Measurement:
    """Anybody on random reachable poses of an arm from random starts."""
    peer, count = trial.contender, scale.count(trial.queries)
    if isinstance(peer, Ours):
        make = functools.partial(arm_queries, arm, tolerance=trial.tolerance)
        return measurement(trial, arm, scale, make)

    def measure(on_progress: OnProgress) -> Row:
        targets = arm_targets(arm, count, scale.random_seed)
        adapter = peer_adapter(trial, peer, targets)
        return asdict(run(arm, adapter, targets, tolerance=min(trial.tolerance), on_progress=on_progress))

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


def peer_adapter(trial: Trial, peer: Peer, targets: PoseTargets) -> Adapter:
    """Peers know one tolerance for both errors; ImportError where they are not installed."""
    solver = UNBOUNDED[peer.name] if peer.name in UNBOUNDED else SOLVERS[peer.name]
    return solver(targets.robot, targets.link, tolerance=min(trial.tolerance), timeout=trial.timeout)


def _measure_ours(trial: Trial, contender: Ours, queries: Queries, on_progress: OnProgress) -> Row:
    """Success as verified, times, generations, and the efficiency of D (5.1)."""
    queries = in_style(queries, contender.goals)
    generations: list[int] = []

    solver = queries.solver(method=contender.build(), threads=contender.usable_threads())
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
        "threads": contender.usable_threads(),
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
