"""Goal poses on a regular grid, as in R 4.2 and D Fig. 5.8."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from memetik.transforms import Array, transform

from ..arms import load_arm
from ..engine.queries import pose_queries
from ..targets import PoseTargets


@dataclass(frozen=True)
class Grid:
    """A box in the root's frame of an arm, from ``lower`` to ``upper`` [m], with one orientation."""

    arm: str
    lower: tuple[float, float, float]
    upper: tuple[float, float, float]
    rpy: tuple[float, float, float]
    shape: tuple[int, int, int] = (10, 10, 10)

    def points(self) -> Array:
        """Return all points (N, 3) [m]."""
        axes = [np.linspace(*ends) for ends in zip(self.lower, self.upper, self.shape, strict=True)]
        return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)


GRIDS: dict[str, Grid] = {
    "pr2 arm grid": Grid("pr2 arm", (0.35, -0.75, -0.4), (0.80, 0.05, 0.3), (0.0, 0.0, 0.0)),
    "ur5 grid": Grid("ur5", (0.25, -0.4, 0.05), (0.65, 0.4, 0.55), (np.pi, 0.0, 0.0)),
}
"""In front of the robot, with the tool pointing ahead on the PR2 and down on the UR5. The thesis specifies
neither box nor orientation; its pictures show a box in front of the robot."""

_EVALUATIONS = 50_000
"""Budget of the search that decides what is reachable: 100 times what a reachable pose takes."""


@functools.cache
def grid_targets(name: str) -> PoseTargets:
    """Return the poses of a grid that memetik solves with a large budget, and random starts.

    In the documents, the best solvers solve all poses of the grid, so those are reachable, too.
    """
    grid = GRIDS[name]
    arm = load_arm(grid.arm)
    poses = np.array([transform(point, rpy=grid.rpy) for point in grid.points()])
    rng = np.random.default_rng(1)
    starts = arm.robot.random(len(poses), rng)
    every = PoseTargets(arm.robot, arm.link, starts, np.full_like(starts, np.nan), poses)
    solver = pose_queries(every, tolerance=1e-6).solver(max_evaluations=_EVALUATIONS)
    solutions = solver.solve_batch({"tip": poses}, starts)
    kept = solutions.success
    # In random order, so that the first ones are spread over the whole box.
    order = rng.permutation(int(kept.sum()))
    cut = PoseTargets(arm.robot, arm.link, starts[kept], solutions.q[kept], poses[kept])
    return PoseTargets(arm.robot, arm.link, cut.starts[order], cut.solutions[order], cut.poses[order])
