"""Targets of random configurations, from random starts: what a bundled robot has to solve."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import memetik as mk

COUNT = 1000
THOROUGH_BUDGET = 100_000  # evaluations per query


def unsolved(
    robot: mk.Robot, *, poses: Sequence[str] = (), positions: Sequence[str] = (), thorough: bool = False
) -> list[int]:
    """The queries that are not solved: all links in ``poses`` and ``positions`` have targets at once.

    ``thorough`` searches on where the default search stops as "converged".
    """
    rng = np.random.default_rng(2026)
    solutions, starts = robot.random(COUNT, rng), robot.random(COUNT, rng)
    reached = robot.fk(solutions)
    targets = {link: reached[link] for link in poses} | {link: reached[link][:, :3, 3] for link in positions}
    goals = [mk.Pose(link, targets[link][0], name=link) for link in poses]
    goals += [mk.Position(link, targets[link][0], name=link) for link in positions]
    solver = mk.Solver(robot, goals)
    if thorough:
        answers = solver.solve_batch(targets, starts, thorough=True, max_evaluations=THOROUGH_BUDGET)
    else:
        answers = solver.solve_batch(targets, starts)
    return np.flatnonzero(~answers.success).tolist()
