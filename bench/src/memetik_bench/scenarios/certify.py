"""Searches for certificates: configurations that reach a target and touch nothing, verified by coal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

import memetik as mk
from memetik.solve.method_names import MethodName
from memetik.transforms import Array

from .frozen import storable
from .scenario import CLEAR, MARGIN, POSE, Scenario
from .verifier import OK, Verifier

Rows = npt.NDArray[np.intp]

_TIGHT = 1e-6
"""Tolerance of the search [m, rad]: certificates are stored in single precision."""

_PER_REJECTION = 1000
"""Evaluations that each check by coal may take on average."""


@dataclass(frozen=True)
class Effort:
    """How hard to search for one target; a stage begins where those before it have failed.

    ``batches`` seeds of ``evaluations`` each from random starts with spheres, then as many with finer spheres
    and no margin; then ``rejections`` poses without spheres, each checked by coal, by every method.
    """

    evaluations: int = 20_000
    batches: int = 4
    fine_evaluations: int = 50_000
    fine_batches: int = 4
    rejections: int = 3000
    methods: tuple[MethodName, ...] = ("restarts", "memetic", "jacobian")


class Certifier:
    """Searches for certificates of a scenario's targets."""

    def __init__(self, scenario: Scenario, effort: Effort) -> None:
        self._scenario, self._effort = scenario, effort
        self._robot, self._verifier = scenario.load_robot(), Verifier(scenario)

    def certify(self, poses: Array, on_progress: Callable[[str], object] = print) -> Array:
        """Return configurations (N, dof) that are verified, with rows of NaN where none was found."""
        q = np.full((len(poses), self._robot.dof), np.nan)
        for what, attempt in self._attempts():
            missing = np.flatnonzero(np.isnan(q[:, 0]))
            if not len(missing):
                break
            on_progress(f"{self._scenario.name}: {what} for {len(missing)} of {len(poses)} targets")
            self._keep_verified(q, missing, poses, attempt(poses[missing]))
        return q

    def _keep_verified(self, q: Array, rows: Rows, poses: Array, found: Array) -> None:
        found = storable(self._robot, found)
        verdicts = self._verifier.check_batch(poses[rows], found)
        good = np.array([verdict == OK for verdict in verdicts], dtype=bool)
        q[rows[good]] = found[good]

    def _attempts(self) -> Iterator[tuple[str, Callable[[Array], Array]]]:
        effort, scenario = self._effort, self._scenario
        solver = self._solver(scenario, MARGIN)
        for seed in range(effort.batches):
            yield f"spheres, seed {seed}", self._batch(solver, effort.evaluations, seed)
        if not (effort.fine_batches or effort.methods):
            return
        fine = replace(
            scenario, sphere_tolerances=_finer(scenario), field_spacing=0.5 * scenario.field_spacing
        )
        solver = self._solver(fine, 0.0)
        for seed in range(effort.fine_batches):
            yield f"finer spheres, seed {seed}", self._batch(solver, effort.fine_evaluations, 100 + seed)
        for method in effort.methods:
            yield f"rejection by coal, {method}", self._rejection(method)

    def _solver(self, scenario: Scenario, margin: float) -> mk.Solver:
        pose = mk.Pose(scenario.tool, name=POSE, tolerance=_TIGHT)
        clear = next(goal for goal in scenario.goals(margin=margin) if goal.name == CLEAR)
        return mk.Solver(self._robot, [pose, clear])

    def _batch(self, solver: mk.Solver, evaluations: int, seed: int) -> Callable[[Array], Array]:
        def attempt(poses: Array) -> Array:
            starts = self._robot.random(len(poses), rng=seed) if seed else None
            found = solver.solve_batch(
                {POSE: poses}, starts, thorough=True, max_evaluations=evaluations, random_seed=seed
            )
            return found.q

        return attempt

    def _rejection(self, method: MethodName) -> Callable[[Array], Array]:
        """Solve the pose alone; coal accepts or rejects, until ``rejections`` poses were checked."""
        left, budget = 0, _PER_REJECTION * self._effort.rejections

        def valid(q: Array) -> bool:
            nonlocal left
            left -= 1
            return left < 0 or bool(self._verifier.free(q[None])[0])  # beyond the limit, accept and end

        solver = mk.Solver(
            self._robot, mk.Pose(self._scenario.tool, name=POSE, tolerance=_TIGHT), method=method, valid=valid
        )

        def attempt(poses: Array) -> Array:
            nonlocal left
            rows = []
            for k, pose in enumerate(poses):
                left = self._effort.rejections
                start = self._robot.random(rng=k)
                found = solver.solve(start, targets={POSE: pose}, random_seed=k, max_evaluations=budget)
                rows.append(found.q)
            return np.array(rows)

        return attempt


def _finer(scenario: Scenario) -> dict[str, float]:
    """Return half the tolerances of the thin links, and 15 mm for the others; at least 1 mm."""
    fine = {**scenario.robot.fine_links, **scenario.sphere_tolerances}
    return {link: max(0.5 * fine[link], 1e-3) if link in fine else 0.015 for link in scenario.robot.shapes()}
