"""Every method with a problem that it accepts, for tests of requirements that hold for all methods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

import memetik as mk
from memetik.methods import Method, Neural, Neural2, PythonMethod, Search
from tests.naive_kinematics import Array
from tests.solve_cases import FAR, HAND, PANDA

NEIGHBOUR = 0.05  # [rad] from a start to a solution that any method finds
BRIDGES = ("scipy:L-BFGS-B", "scipy:Nelder-Mead", "nlopt:LD_SLSQP", "nlopt:LN_BOBYQA")
NAMES = tuple(name for name in mk.methods.names() if ":" not in name or name in BRIDGES)
every_method = pytest.mark.parametrize("name", NAMES)

# options instead of the defaults, where these train for too long or do not meet small tolerances
OPTIONS: dict[str, Method] = {
    "neural": Neural(hidden=(24,), steps=400, batch=64, products=True),
    "neural2": Neural2(hidden=(16,), steps=300, batch=64),
}
UNRELIABLE = ("gd", "neural", "neural2")  # even nearby


@dataclass(frozen=True)
class Case:
    """A robot, and goals that are met at a configuration; "tip" is about the link ``tip``."""

    robot: mk.Robot
    tip: str
    goals: Callable[[Array], list[mk.Goal]]

    def solver(self, name: str, q: Array, *more: mk.Goal, **options: Any) -> mk.Solver:
        return mk.Solver(self.robot, [*self.goals(q), *more], method=method_of(name), **options)

    def solution(self) -> Array:
        """A configuration well within the limits."""
        middle = 0.5 * (self.robot.lower + self.robot.upper)
        middle[~np.isfinite(middle)] = 0
        return np.asarray(middle + 0.5 * (self.robot.random(rng=5) - middle))

    def target(self, pose: Array) -> Array:
        """The target of the goal "tip" for a pose (4, 4)."""
        is_position = isinstance(self.goals(self.robot.neutral)[0], mk.Position)
        return pose[:3, 3] if is_position else pose


def pose_of_the_hand(q: Array) -> list[mk.Goal]:
    return [mk.Pose(HAND, ARM.fk(q, HAND), name="tip")]


def place_of_the_hand(q: Array) -> list[mk.Goal]:
    return [mk.Position(HAND, ARM.fk(q, HAND)[:3, 3], name="tip")]


def through_a_hole(q: Array) -> list[mk.Goal]:
    hole = (ELISE.fk(q, "endo_base_link") @ (0, 0, 0.5, 1))[:3]
    shaft = mk.PassThrough(("endo_base_link", "endo_first_link"), hole, name="shaft")
    return [mk.Pose("endo_tool", ELISE.fk(q, "endo_tool"), name="tip"), shaft]


ARM, ELISE = PANDA.subtree("panda_link0", HAND), mk.Robot.load("ur10e_elise")
POSE = Case(ARM, HAND, pose_of_the_hand)
PLACE = Case(ARM, HAND, place_of_the_hand)
HOLE = Case(ELISE, "endo_tool", through_a_hole)
SPECIAL: dict[str, Case] = {"ccd": PLACE, "fabrik": PLACE, "pivot": HOLE}


def case_of(name: str) -> Case:
    return SPECIAL.get(name, POSE)


def method_of(name: str) -> str | Method:
    return OPTIONS.get(name, name)


def count_solved(
    method: str | Method, robot: mk.Robot, link: str, *, count: int, budget: int, tolerance: float = 1e-5
) -> int:
    """How many of ``count`` random reachable poses a method solves, with ``budget`` evaluations each."""
    rng = np.random.default_rng(0)
    poses = robot.fk(robot.random(count, rng), link)
    starts = robot.random(count, rng)
    goal = mk.Pose(link, np.eye(4), tolerance=tolerance, name="tip")
    solver = mk.Solver(robot, goal, method=method, max_evaluations=budget)
    return sum(solver.solve(q, targets=pose).success for q, pose in zip(starts, poses, strict=True))


def recorded_generations(method: Method) -> mk.Generations:
    """All individuals of a search for an unreachable position, with 600 evaluations."""
    solver = mk.Solver(PANDA, mk.Position(HAND, FAR), method=method, max_evaluations=600)
    return solver.solve(PANDA.random(rng=1), trace=True).trace.generations


@dataclass(frozen=True, kw_only=True)
class FunctionMethod(PythonMethod):
    """A method whose search is the given function."""

    source: ClassVar[str] = "tests"
    advice: ClassVar[str] = "for tests"
    function: Callable[[Search], object]

    @property
    def name(self) -> str:
        return "function"

    def prepare(self, problem: mk.Problem) -> Callable[[Search], object]:
        return self.function
