"""A problem as a generator draws it, and its conversion to a record for storage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from memetik import Robot
from memetik.transforms import Array

from .box import search_box
from .draws import Draws
from .named_custom import StorableGoal
from .plain import DECIMALS, goal_to_plain, rounded
from .robot_source import RobotSource, build_robot

BUDGET = 20_000
"""Evaluations per problem."""

LARGE_BUDGET = 50_000
"""Evaluations per problem of a robot with at least 30 variables."""

_LARGE = 30


@dataclass(frozen=True, eq=False)
class Draft:
    """A new problem: its ``kind`` within the class, robot, goals and start.

    ``witness`` (dof,) is a configuration that meets all goals, or None if the goals contradict each other.
    """

    kind: str
    source: RobotSource
    goals: Sequence[StorableGoal]
    start: Array
    witness: Array | None

    def record(self, *, name: str, split: str, random_seed: int) -> dict[str, Any]:
        """Return the record to store as a line of JSON."""
        dof = len(self.start)
        return {
            "name": name,
            "kind": self.kind,
            "split": split,
            "robot": rounded(self.source),
            "goals": [goal_to_plain(goal) for goal in self.goals],
            "start": rounded(self.start),
            "random_seed": random_seed,
            "budget": LARGE_BUDGET if dof >= _LARGE else BUDGET,
            "witness": None if self.witness is None else rounded(self.witness),
        }


def random_configuration(robot: Robot, draws: Draws) -> Array:
    """Draw a configuration uniformly from the search box about zero, rounded as it will be stored."""
    q = np.round(draws.uniform(*search_box(robot, np.zeros(robot.dof))), DECIMALS)
    return robot.clip(q)


def draw_robot(source: RobotSource, draws: Draws) -> tuple[Robot, Array, Array]:
    """Return the robot of a source, an independent random start, and a random witness."""
    robot = build_robot(source)
    return robot, random_configuration(robot, draws), random_configuration(robot, draws)
