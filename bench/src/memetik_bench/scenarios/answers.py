"""What a solver has to offer to be measured on scenarios, and memetik as such a solver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import memetik as mk
from memetik.transforms import Array

from .scenario import MARGIN, POSE, Scenario


class Answer(NamedTuple):
    """A configuration (dof,), whether the solver claims that it is correct, and what it cost."""

    q: Array
    claimed: bool
    evaluations: int


class ScenarioSolver(Protocol):
    """A solver that was prepared for one scenario."""

    def solve(self, pose: Array, random_seed: int) -> Answer:
        """Return the answer to a target pose (4, 4), from the scenario's start."""
        ...


class SolverFactory(Protocol):
    """A solver with its options; ``label`` identifies both in stored rows."""

    @property
    def label(self) -> str:
        """The text."""
        ...

    def prepare(self, scenario: Scenario) -> ScenarioSolver:
        """Return the solver, ready for the scenario; this is not timed."""
        ...


@dataclass(frozen=True)
class Memetik:
    """memetik with the goals of the scenario: the pose, and spheres that keep clear by ``margin`` [m].

    ``clear_weight`` is the weight of the latter. ``hints`` are further goals; a run without a hint has none.
    With ``finds_openings`` the solver looks for openings among the obstacles, which nothing else tells it of.
    """

    method: Any = "auto"
    margin: float = MARGIN
    max_evaluations: int = 100_000
    timeout: float | None = None
    name: str = "memetik"
    hints: tuple[mk.Goal, ...] = ()
    clear_weight: float = 1.0
    finds_openings: bool = False

    @property
    def label(self) -> str:
        """The name, the method and what differs from the defaults."""
        method = self.method if isinstance(self.method, str) else repr(self.method)
        margin = "" if self.margin == MARGIN else f", margin {self.margin:g} m"
        weight = "" if self.clear_weight == 1.0 else f", weight {self.clear_weight:g}"
        timeout = "" if self.timeout is None else f", timeout {self.timeout:g} s"
        hints = "".join(f", hint {goal.name or type(goal).__name__}" for goal in self.hints)
        found = ", finds openings" if self.finds_openings else ""
        effort = f"{self.max_evaluations} evaluations"
        return f"{self.name} {method}, {effort}{margin}{weight}{timeout}{hints}{found}"

    def prepare(self, scenario: Scenario) -> ScenarioSolver:
        """Return the solver for a scenario."""
        goals = [*scenario.goals(margin=self.margin, clear_weight=self.clear_weight), *self.hints]
        solver = mk.Solver(
            scenario.load_robot(),
            goals,
            method=self.method,
            max_evaluations=self.max_evaluations,
            hints="auto" if self.finds_openings else "given",
        )
        return _Prepared(solver, scenario.start, self.timeout)


@dataclass(frozen=True, eq=False)
class _Prepared:
    solver: mk.Solver
    start: Array
    timeout: float | None

    def solve(self, pose: Array, random_seed: int) -> Answer:
        found = self.solver.solve(
            self.start, targets={POSE: pose}, random_seed=random_seed, timeout=self.timeout
        )
        return Answer(found.q, found.success, found.evaluations)
