"""Queries with reachable poses, each generated from a known configuration."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from memetik import Robot
from memetik.transforms import Array


@dataclass(frozen=True, eq=False)
class PoseTargets:
    """N queries for one link: from ``starts`` (N, dof), reach ``poses`` (N, 4, 4).

    ``solutions`` (N, dof) are the configurations that generated the poses, within the limits.
    """

    robot: Robot
    link: str
    starts: Array
    solutions: Array
    poses: Array

    def __len__(self) -> int:
        return len(self.poses)

    def first(self, count: int) -> PoseTargets:
        """Return the first ``count`` of these queries (all, if there are fewer)."""
        cut = slice(0, count)
        return PoseTargets(self.robot, self.link, self.starts[cut], self.solutions[cut], self.poses[cut])


def random_reachable(robot: Robot, link: str, *, count: int, random_seed: int) -> PoseTargets:
    """Draw target and start configurations independently, uniform within limits (:meth:`Robot.random`)."""
    rng = np.random.default_rng(random_seed)
    solutions = robot.random(count, rng)
    return PoseTargets(robot, link, robot.random(count, rng), solutions, robot.fk(solutions, link))


def near_solution(
    robot: Robot, link: str, *, count: int, random_seed: int, distance: float = 0.3
) -> PoseTargets:
    """Draw starts uniformly within ``distance`` [rad, m] of the solution per variable, then clip them."""
    rng = np.random.default_rng(random_seed)
    solutions = robot.random(count, rng)
    starts = robot.clip(solutions + rng.uniform(-distance, distance, solutions.shape))
    return PoseTargets(robot, link, starts, solutions, robot.fk(solutions, link))


def warm_starts(
    robot: Robot, link: str, *, count: int, random_seed: int, distance: float = 0.05
) -> PoseTargets:
    """Draw starts like a controller's, one cycle behind: :func:`near_solution` with a small distance."""
    return near_solution(robot, link, count=count, random_seed=random_seed, distance=distance)
