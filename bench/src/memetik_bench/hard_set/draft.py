"""A problem as a generator draws it, and the record that is frozen of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from memetik import Robot
from memetik.transforms import Array

from .box import search_box
from .draws import Draws
from .named_custom import Wish
from .plain import DECIMALS, goal_to_plain, rounded
from .robot_source import RobotSource, build_robot

BUDGET = 20_000
"""Evaluations, for most."""

LARGE_BUDGET = 50_000
"""Evaluations, for robots of 30 joints and more."""

_LARGE = 30


@dataclass(frozen=True, eq=False)
class Draft:
    """What a problem is about: its ``kind`` within the class, robot, goals, start.

    ``witness`` (dof,) meets all goals; None where nothing can.
    """

    kind: str
    source: RobotSource
    goals: Sequence[Wish]
    start: Array
    witness: Array | None

    def record(self, *, name: str, split: str, random_seed: int) -> dict[str, Any]:
        """The line of JSON."""
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
    """Uniform in the search box about zero, at the numbers that will be stored."""
    q = np.round(draws.uniform(*search_box(robot, np.zeros(robot.dof))), DECIMALS)
    return robot.clip(q)


def draw_robot(source: RobotSource, draws: Draws) -> tuple[Robot, Array, Array]:
    """The robot of a source, with a start and a witness that know nothing of each other."""
    robot = build_robot(source)
    return robot, random_configuration(robot, draws), random_configuration(robot, draws)
