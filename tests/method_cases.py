"""Every method with a problem that it takes, for what all of them have to keep."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.naive_kinematics import Array
from tests.solve_cases import HAND, PANDA

NEIGHBOUR = 0.05  # [rad] from a start to a solution that any method finds
BRIDGES = ("scipy:L-BFGS-B", "scipy:Nelder-Mead", "nlopt:LD_SLSQP", "nlopt:LN_BOBYQA")
NAMES = tuple(name for name in mk.methods.names() if ":" not in name or name in BRIDGES)
every_method = pytest.mark.parametrize("name", NAMES)


@dataclass(frozen=True)
class Case:
    """A robot, and goals that are met at a configuration."""

    robot: mk.Robot
    goals: Callable[[Array], list[mk.Goal]]
    tip: str

    def solver(self, name: str, q: Array, **options: Any) -> mk.Solver:
        return mk.Solver(self.robot, self.goals(q), method=name, **options)

    def solution(self) -> Array:
        """Well within the limits."""
        middle = 0.5 * (self.robot.lower + self.robot.upper)
        middle[~np.isfinite(middle)] = 0
        return np.asarray(middle + 0.5 * (self.robot.random(rng=5) - middle))


def pose_of_the_hand(q: Array) -> list[mk.Goal]:
    return [mk.Pose(HAND, PANDA.fk(q, HAND), name="tip")]


def place_of_the_hand(q: Array) -> list[mk.Goal]:
    return [mk.Position(HAND, PANDA.fk(q, HAND)[:3, 3], name="tip")]


POSE = Case(PANDA.subtree("panda_link0", HAND), pose_of_the_hand, HAND)
PLACE = Case(POSE.robot, place_of_the_hand, HAND)
SPECIAL: dict[str, Case] = {"ccd": PLACE, "fabrik": PLACE}


def case_of(name: str) -> Case:
    return SPECIAL.get(name, POSE)
