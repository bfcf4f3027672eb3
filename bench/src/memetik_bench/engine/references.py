"""The best known configurations of infeasible queries, with which measured costs are compared.

Long runs or many descents find them; a file stores them. It has configurations instead of costs, so that
every cost is backed by a configuration within the limits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..solvers.memetik_solver import LADDER_METHODS, tip_goal
from ..store import ResultFile
from ..verify import limits_held

_SHORT = 10
"""If all methods agree after 1/10 of the budget, their cost is the best known."""

_ROUNDS = 3
"""Largest number of rounds of all methods with the whole budget, if the short runs do not agree."""

_AGREED = 1.0001
"""Costs within this ratio count as equal."""


class References:
    """Configurations by kind and index of the query, in memory and on disk.

    ``evaluations`` is the whole budget of a run. References do not depend on the machine or the build.
    """

    def __init__(self, path: Path, *, evaluations: int, random_seed: int) -> None:
        parameters = {"evaluations": evaluations, "random_seed": random_seed}
        self._file = ResultFile(path, {"machine": {}, "parameters": parameters})
        self._evaluations = evaluations
        self._known: dict[tuple[str, int], Array] = {}
        for row in self._file.rows:  # the last row of a query is the best
            self._known[row["kind"], row["index"]] = np.array(row["q"])

    def best(self, kind: str, index: int, robot: mk.Robot, link: str, pose: Array) -> Array:
        """Return the best known configuration for ``pose``; if none is stored, find one by long runs."""
        return self.known(
            kind, index, "long runs", lambda: long_runs(robot, link, pose, evaluations=self._evaluations)
        )

    def known(self, kind: str, index: int, source: str, find: Callable[[], Array]) -> Array:
        """Return the best known configuration; if none is stored, that of ``find``, named ``source``."""
        if (kind, index) not in self._known:
            self._keep(kind, index, find(), source)
        return self._known[kind, index]

    def improve(self, kind: str, index: int, q: Array) -> None:
        """Store a configuration of a measured run that is better than the known one."""
        self._keep(kind, index, q, "measured")

    def _keep(self, kind: str, index: int, q: Array, source: str) -> None:
        self._file.append({"kind": kind, "index": index, "source": source, "q": q.tolist()})
        self._known[kind, index] = q


def pose_costs(robot: mk.Robot, link: str, poses: Array, rows: Array) -> Array:
    """Return the cost (N,) of each configuration (N, dof) for its pose; infinite outside the limits."""
    goals = (mk.Pose(link, pose) for pose in poses)
    costs = np.array([mk.Problem(robot, goal).cost(q) for goal, q in zip(goals, rows, strict=True)])
    return np.where(limits_held(robot, rows), costs, np.inf)


def long_runs(robot: mk.Robot, link: str, pose: Array, *, evaluations: int) -> Array:
    """Return the configuration (dof,) with the lowest cost that any method finds from several starts."""
    solvers = {
        method: mk.Solver(robot, tip_goal(link, 1e-5), method=mk.methods.find(method))
        for method in LADDER_METHODS
    }
    found = [_run(solver, pose, max(evaluations // _SHORT, 1), 0) for solver in solvers.values()]
    if _agree(found, len(found)):
        return _lowest(found)
    for seed in range(1, _ROUNDS + 1):
        long = [_run(solver, pose, evaluations, seed) for solver in solvers.values()]
        found += long
        if _agree(found, 2 * len(solvers)):
            break
    return _lowest(found)


def _run(solver: mk.Solver, pose: Array, evaluations: int, seed: int) -> mk.Solution:
    start = solver.robot.random(rng=seed)
    targets: Mapping[str, Array] = {"tip": pose}
    return solver.solve(start, targets=targets, max_evaluations=evaluations, random_seed=seed)


def _agree(found: list[mk.Solution], wanted: int) -> bool:
    """Return whether at least ``wanted`` solutions have the lowest cost or meet the pose."""
    lowest = min(solution.cost for solution in found)
    return sum(solution.cost <= _AGREED * lowest or solution.success for solution in found) >= wanted


def _lowest(found: list[mk.Solution]) -> Array:
    return min(found, key=lambda solution: solution.cost).q
