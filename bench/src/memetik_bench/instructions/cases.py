"""The counted cases: poses, warm starts and batches of three arms, and small forms of the engine's cases."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import memetik as mk
from memetik.models import BUNDLED

from ..arms import load_arm
from ..builds import Part
from ..engine import compilation, failing, failing_problems, secondary, snakes, special_postures, valkyrie
from ..engine.best_cost import deficient_queries, unreachable_queries
from ..engine.bodies import body_queries
from ..engine.deficient_arms import DEFICIENT
from ..engine.queries import Queries, pose_queries
from ..engine.special_poses import special_queries
from ..engine.unreachable_targets import UNREACHABLE
from ..targets import random_reachable, warm_starts

STANDARD = ("ur5", "iiwa14", "panda")
_TOLERANCE = 1e-5
_COMPILED = (7, 35, 120)


@dataclass(frozen=True)
class InstructionSettings:
    """``most`` limits the queries of each case; None means no limit."""

    most: int | None = None
    random_seed: int = 1


@dataclass(frozen=True)
class CountedCase:
    """Queries that are counted together: ``section`` and ``case`` are its key; see :class:`Part`."""

    section: str
    case: str
    parts: tuple[Part, ...]

    @property
    def count(self) -> int:
        """The number of queries."""
        return sum(map(len, self.parts))


Subject = tuple[str, Callable[[int, int], list[Part]]]
"""The name of a case, and a function of a number of queries and a random seed that returns its parts."""


def _single(arm: str, count: int, seed: int) -> list[Part]:
    own = load_arm(arm)
    targets = random_reachable(own.robot, own.link, count=count, random_seed=seed)
    return [Part(pose_queries(targets, tolerance=_TOLERANCE))]


def _warm(arm: str, count: int, seed: int) -> list[Part]:
    own = load_arm(arm)
    targets = warm_starts(own.robot, own.link, count=count, random_seed=seed)
    return [Part(pose_queries(targets, tolerance=_TOLERANCE))]


def _batch(arm: str, count: int, seed: int, *, with_table: bool = False) -> list[Part]:
    (single,) = _single(arm, count, seed)
    table = load_arm(arm).link if with_table else None
    return [Part(single.queries, "solve_batch", table=table, starts=False)]


_batch_with_table = functools.partial(_batch, with_table=True)


def _valkyrie(setup: valkyrie.Setup, count: int, seed: int, *, tolerance: tuple[float, float]) -> list[Part]:
    return [Part(valkyrie.setup_queries(setup, count, tolerance=tolerance, random_seed=seed))]


def _valkyries(tolerance: tuple[float, float]) -> Iterator[Subject]:
    for setup in valkyrie.SETUPS:
        yield setup.name, functools.partial(_valkyrie, setup, tolerance=tolerance)


def _body(name: str, count: int, seed: int) -> list[Part]:
    return [Part(body_queries(name, count, seed))]


def _snake(dof: int, count: int, seed: int) -> list[Part]:
    targets = random_reachable(mk.Robot.load(f"snake({dof})"), "tip", count=count, random_seed=seed)
    return [Part(pose_queries(targets, tolerance=_TOLERANCE))]


def _special(arm: str, kind: str, count: int, seed: int) -> list[Part]:
    generate = {**special_postures.BOUNDARIES, **special_postures.SINGULARITIES}[kind]
    return [Part(special_queries(arm, generate, count, seed))]


def _specials(kinds: Iterable[str]) -> Iterator[Subject]:
    for arm in special_postures.SPECIAL_ARMS:
        for kind in kinds:
            yield f"{arm}, {kind}", functools.partial(_special, arm, kind)


def _unreachable(arm: str, kind: str, count: int, seed: int) -> list[Part]:
    return [Part(unreachable_queries(arm, kind, seed).first(count))]


def _deficient(name: str, count: int, seed: int) -> list[Part]:
    return [Part(deficient_queries(name, seed).first(count))]


def _failing(family: str, mode: str, count: int, seed: int) -> list[Part]:
    problems = [failing_problems.failing_problem(family, index, seed) for index in range(count)]
    return [Part(_one_query(problem), options=failing.MODES[mode]) for problem in problems]


def _one_query(problem: failing_problems.FailingProblem) -> Queries:
    """Return the problem as one query, with the targets of the goals that decide."""
    goals = mk.Problem(problem.robot, problem.goals).goals
    decide: dict[str, Any] = {n: goal for n, goal in goals.items() if goal.priority != "secondary"}
    targets = {name: np.asarray(goal.target)[None] for name, goal in decide.items()}
    return Queries(problem.robot, problem.goals, targets, problem.start[None])


def _failings() -> Iterator[Subject]:
    for family in failing_problems.FAMILIES:
        for mode in ("start", "best"):
            yield f"{family}, {mode}", functools.partial(_failing, family, mode)


def _secondary(goal: str, prefer: str, count: int, seed: int) -> list[Part]:
    options = secondary.PREFERENCES[prefer]
    return [Part(secondary.secondary_queries(goal, count, seed), options=options)]


def _secondaries(prefer: str) -> Iterator[Subject]:
    for goal in secondary.GOALS:
        yield f"{goal}, {prefer}", functools.partial(_secondary, goal, prefer)


def _all_solutions(arm: str, count: int, seed: int) -> list[Part]:
    (single,) = _single(arm, count, seed)
    return [Part(single.queries, "solve_all")]


def _solvers(shape: str, dof: int, count: int, seed: int) -> list[Part]:
    robot, goals = compilation.SHAPES[shape](dof), compilation.goals_of
    return [Part(Queries(robot, goals(robot), {}, np.tile(robot.neutral, (count, 1))), "solver")]


def _compilations() -> Iterator[Subject]:
    for shape in compilation.SHAPES:
        for dof in _COMPILED:
            yield f"{shape} of {dof} joints", functools.partial(_solvers, shape, dof)


def _named(make: Callable[..., list[Part]], names: Iterable[str]) -> Iterator[Subject]:
    for name in names:
        yield name, functools.partial(make, name)


def _snakes() -> Iterator[Subject]:
    for dof in snakes.DOFS:
        yield f"{dof} joints", functools.partial(_snake, dof)


def _unreachables() -> Iterator[Subject]:
    for arm, kinds in UNREACHABLE.items():
        for kind in kinds:
            yield f"{arm}, {kind}", functools.partial(_unreachable, arm, kind)


CASES: dict[str, tuple[str, int, Callable[[], Iterator[Subject]]]] = {
    "single": ("A pose from a random start", 1000, lambda: _named(_single, STANDARD)),
    "warm": ("A pose from a start at most 0.05 rad off", 1000, lambda: _named(_warm, STANDARD)),
    "batch": ("A batch of poses, per pose", 1000, lambda: _named(_batch, STANDARD)),
    "batch-table": (
        "A batch with a start table, per pose",
        1000,
        lambda: _named(_batch_with_table, ("panda",)),
    ),
    "valkyrie": ("Valkyrie, 1e-4 m and 1e-3 rad", 200, lambda: _valkyries((1e-4, 1e-3))),
    "valkyrie-exact": ("Valkyrie, 1e-5 m and rad", 200, lambda: _valkyries((1e-5, 1e-5))),
    "bodies": ("Every bundled robot with its typical goals", 200, lambda: _named(_body, BUNDLED)),
    "snakes": ("Snakes, the tip's pose", 200, _snakes),
    "compilation": ("Construction of a solver", 5, _compilations),
    "boundary": ("Near the workspace boundary", 300, lambda: _specials(special_postures.BOUNDARIES)),
    "singular": ("At singularities", 300, lambda: _specials(special_postures.SINGULARITIES)),
    "out-of-reach": ("Out of reach", 50, _unreachables),
    "deficient": ("Too few joints", 50, lambda: _named(_deficient, DEFICIENT)),
    "failing": ("Goals that cannot all be met", 10, _failings),
    "secondary": ("A pose of the panda and a posture", 200, lambda: _secondaries("first")),
    "secondary-best": ("A pose of the panda and the best posture", 5, lambda: _secondaries("best")),
    "all-solutions": ("All solutions of a pose", 20, lambda: _named(_all_solutions, ("ur5", "kr120"))),
}
"""Section -> title, number of queries, and its cases; sections of the same name are in docs/engine.md."""


def counted_cases(
    sections: Iterable[str], settings: InstructionSettings
) -> Iterator[tuple[str, str, Callable[[], CountedCase]]]:
    """Yield section and name of each case, and a function that makes it."""
    for section in sections:
        _, count, subjects = CASES[section]
        limited = count if settings.most is None else min(count, settings.most)
        for name, make in subjects():
            yield section, name, functools.partial(_case, section, name, make, limited, settings.random_seed)


def _case(section: str, name: str, make: Callable[..., list[Part]], count: int, seed: int) -> CountedCase:
    return CountedCase(section, name, tuple(make(count, seed)))
