"""HQP: hierarchical quadratic programming."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import MethodError, UnknownNameError
from ..goals.pass_through import PassThrough
from ..number_checks import items_of
from ..solve.method_registry import method
from ..transforms import Array
from .shared.python_method import PythonMethod, Search

if TYPE_CHECKING:
    from ..solve.problem import Problem

Rows: TypeAlias = npt.NDArray[np.intp]

# DAMPING times the level's cost, clipped to the other two, is added to the diagonal of its Hessian (Sugihara
# 2011), which keeps steps short near singularities. With less damping DAQP more often declares the optima of
# higher levels infeasible for the lower ones.
DAMPING, LEAST_DAMPING, MOST_DAMPING = 1e-2, 1e-6, 1e-2
# A descent ends unless the primary cost falls below PROGRESS times its value within PATIENCE steps.
PROGRESS, PATIENCE = 0.5, 8
INEQUALITY, EQUALITY = 0, 5  # DAQP's codes of constraints
OPTIMAL = 1


class Hierarchy(NamedTuple):
    """Rows of the residuals for every level, and for the primary goals."""

    levels: list[Rows]
    decisive: Rows


@method("hqp")
@dataclass(frozen=True, kw_only=True)
class HQP(PythonMethod):
    """Differential inverse kinematics by hierarchical quadratic programming (Colan et al. 2023).

    Every step d minimises ‖J_k d + r_k‖² for one level of goals after the other, with their residuals r_k and
    Jacobians J_k, within the joint limits and ``max_step`` [rad or m], and without changing the result of
    higher levels: J_i d = J_i d_i, i < k. When steps make no more progress, the search restarts elsewhere.
    ``levels`` are names of goals, one tuple per level, the highest first. By default every goal is a level:
    primary before secondary goals, and among each :class:`~memetik.PassThrough` (the remote centre of motion)
    first, then the others in the given order. DAQP (Arnström, Bemporad and Axehill 2022), a dual active-set
    solver for small problems, solves the quadratic programs.

    >>> import memetik as mk
    >>> goals = [mk.Position("tool0", (0.4, 0.1, 0.3)), mk.StayClose()]
    >>> mk.solve("ur5", goals, method="hqp").success
    True
    """

    source: ClassVar[str] = "Colan et al. 2023; Engelke 2024, 3.1.7"
    advice: ClassVar[str] = "goals with several levels of priority, such as a remote centre of motion"
    packages: ClassVar[tuple[str, ...]] = ("daqp",)

    levels: tuple[tuple[str, ...], ...] | None = None
    max_step: float = 0.5
    restarts: bool = True

    def __post_init__(self) -> None:
        self._check_numbers(max_step=(1e-6, 1e6))
        self._check_flags("restarts")
        if self.levels is not None:
            object.__setattr__(self, "levels", _names_by_level(self.levels))

    def _check(self, problem: Problem, threads: int) -> None:
        super()._check(problem, threads)
        if self.levels is None:
            return
        named = [goal for level in self.levels for goal in level]
        for goal in named:
            if goal not in problem.goals:
                raise UnknownNameError("goal", goal, problem.goals)
        missing = [goal for goal in problem.goals if named.count(goal) != 1]
        self._require(
            not missing, f"needs every goal in exactly one of its levels; {', '.join(missing[:1])!r} is not"
        )

    def hierarchy(self, problem: Problem) -> Hierarchy:
        """Return the rows of each level."""
        rows = {name: np.arange(part.start, part.stop) for name, part in problem.rows.items()}
        levels = self.levels or [(name,) for name in sorted(problem.goals, key=lambda n: _rank(problem, n))]
        primary = [name for name, goal in problem.goals.items() if goal._decides_success]
        return Hierarchy(
            [np.concatenate([rows[name] for name in level]) for level in levels],
            np.concatenate([rows[name] for name in primary or rows]),
        )

    def prepare(self, problem: Problem) -> Callable[[Search], None]:
        """Return a search that descends from one start after the other."""
        return functools.partial(self._search, self.hierarchy(problem))

    def _search(self, hierarchy: Hierarchy, search: Search) -> None:
        def descend(x: Array) -> None:
            for _ in self.descent(search, x, hierarchy):
                pass

        search.descend(descend, restarts=self.restarts)

    def descent(self, search: Search, x: Array, hierarchy: Hierarchy) -> Iterator[None]:
        """Step from x (k,) as long as there is progress; yields after every step."""
        wanted, left = np.inf, PATIENCE
        while left:
            residuals, jacobian = search.linearize(search.full(x))
            decisive = residuals[hierarchy.decisive]
            cost = float(decisive @ decisive)
            wanted, left = (PROGRESS * cost, PATIENCE) if cost < wanted else (wanted, left - 1)
            yield
            step = self._step(search, x, [(residuals[rows], jacobian[rows]) for rows in hierarchy.levels])
            x = np.clip(x + step, search.lower, search.upper)

    def _step(self, search: Search, x: Array, tasks: Sequence[tuple[Array, Array]]) -> Array:
        lower = np.maximum(search.lower - x, -self.max_step)
        upper = np.minimum(search.upper - x, self.max_step)
        return hierarchical_step(tasks, np.minimum(lower, 0.0), np.maximum(upper, 0.0))


def hierarchical_step(tasks: Sequence[tuple[Array, Array]], lower: Array, upper: Array) -> Array:
    """Return the d (k,) in [lower, upper] that minimises ‖J d + r‖ of the first (r, J), then of the next, ...

    >>> import numpy as np
    >>> first, second = (np.array([-1.0]), np.array([[1.0, 0.0]])), (np.array([-3.0]), np.array([[1.0, 1.0]]))
    >>> hierarchical_step([first, second], np.full(2, -1.5), np.full(2, 1.5)).round(1)  # d₁ = 1, d₁ + d₂ = 3
    array([1. , 1.5])
    """
    import daqp

    size = len(lower)
    step, kept, values = np.zeros(size), np.empty((0, size)), np.empty(0)
    for residuals, jacobian in tasks:
        senses = np.repeat(np.array([INEQUALITY, EQUALITY], dtype=np.int32), [size, len(values)])
        damping = min(LEAST_DAMPING + DAMPING * float(residuals @ residuals), MOST_DAMPING)
        best, _, flag, _ = daqp.solve(
            jacobian.T @ jacobian + damping * np.eye(size),
            jacobian.T @ residuals,
            kept,
            np.concatenate((upper, values)),
            np.concatenate((lower, values)),
            senses,
        )
        if flag != OPTIMAL:  # no freedom is left for this level
            break
        step = best
        kept = np.concatenate((kept, jacobian))
        values = kept @ step
    return step


def _rank(problem: Problem, name: str) -> tuple[int, bool]:
    goal = problem.goals[name]
    return ("required", "primary", "secondary").index(goal.priority), not isinstance(goal, PassThrough)


def _names_by_level(levels: object) -> tuple[tuple[str, ...], ...]:
    listed = levels if isinstance(levels, (tuple, list)) else ()
    sorted_out = tuple((level,) if isinstance(level, str) else items_of(level) for level in listed)
    if not sorted_out or not all(level and all(isinstance(n, str) for n in level) for level in sorted_out):
        raise MethodError(f"levels: expected names of goals, one tuple per level, got {levels!r}")
    return sorted_out
