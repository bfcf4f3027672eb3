"""PythonMethod: the base class of methods written in Python, and the Search that they use."""

from __future__ import annotations

import contextlib
import functools
import importlib
from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ... import _core
from ...errors import MethodError, MissingDependencyError
from ...number_checks import check_choice, is_integer, is_number
from ...solve.method import Method
from ...transforms import MAX_VALUE, Array

if TYPE_CHECKING:
    from ...solve.evolution import Evolution
    from ...solve.problem import Problem

IDLE_STARTS = 10  # after so many starts in a row without an evaluation, a search gives up


class UnusableConfiguration(Exception):  # noqa: N818 (not an error of the user)
    """Raised when an optimiser asks for an unusable configuration, such as NaN; it ends the descent."""


class Search:
    """One query as functions of q, which count evaluations.

    Every evaluation is verified: as soon as one meets all primary goals, or the budget or the time is used
    up, it raises an exception, which ends the method. Configurations are clipped to their limits before they
    are evaluated; inactive and locked variables stay at the start.

    - ``start`` (dof,): the start of the query
    - ``active`` (k,): the indices in q of the variables that may change
    - ``lower``, ``upper`` (k,): their bounds, possibly infinite; they include ``max_change``
    - ``sampled_lower``, ``sampled_upper`` (k,): the finite bounds within which starts are drawn
    - ``evaluations``: the number of evaluations so far
    - ``max_change`` (dof,): the largest changes from the start; empty if unlimited
    """

    def __init__(self, problem: Problem, native: _core.Search) -> None:
        self.problem = problem
        self._native = native
        self.start: Array = native.start
        self._movable = native.lower < native.upper
        self.active = np.array(native.active, dtype=np.intp)[self._movable]
        self.lower: Array = native.lower[self._movable]
        self.upper: Array = native.upper[self._movable]
        self.sampled_lower: Array = native.sampled_lower[self._movable]
        self.sampled_upper: Array = native.sampled_upper[self._movable]
        self.max_change: Array = native.max_change
        self.rng = np.random.default_rng(native.random_seed)
        self.evaluations = 0
        self._starts = 0

    def full(self, x: Array) -> Array:
        """Return the configuration (dof,) with the active variables' values x (k,).

        An infinite or too large value raises :class:`UnusableConfiguration`.
        """
        if not (np.abs(x) <= MAX_VALUE).all():
            raise UnusableConfiguration
        q = self.start.copy()
        q[self.active] = x
        return q

    def clip(self, q: Array) -> Array:
        """Return the nearest configuration (dof,) within the bounds."""
        return self.full(np.clip(q[self.active], self.lower, self.upper))

    def cost(self, q: Array) -> float:
        """Return the cost of the primary goals, see :meth:`Problem.cost`."""
        self.evaluations += 1
        return self._native.cost(np.ascontiguousarray(q, dtype=np.float64))

    def gradient(self, q: Array) -> tuple[float, Array]:
        """Return the cost of the primary goals and its gradient (dof,)."""
        self.evaluations += 1
        return self._native.gradient(np.ascontiguousarray(q, dtype=np.float64))

    def linearize(self, q: Array) -> tuple[Array, Array]:
        """Return the residuals (rows,) of all goals, and their derivatives by active variables (rows, k)."""
        self.evaluations += 1
        residuals, columns = self._native.linearize(np.ascontiguousarray(q, dtype=np.float64))
        return residuals, columns.reshape(len(self._movable), len(residuals))[self._movable].T

    def next_start(self) -> Array:
        """Return the next start (dof,): first the query's, then random configurations."""
        self._starts += 1
        self._native.count_starts(self._starts)
        return self.start.copy() if self._starts == 1 else self._native.sample(self._starts)

    def descend(self, descent: Callable[[Array], object], *, restarts: bool = True) -> None:
        """Call ``descent`` with the active variables' values (k,) of one start after the other.

        Without ``restarts`` only the first start is used. It also ends after ``IDLE_STARTS`` starts without
        an evaluation, because some optimisers return before their first one.
        """
        idle = 0
        while idle < IDLE_STARTS:
            before = self.evaluations
            with contextlib.suppress(UnusableConfiguration):
                descent(self.next_start()[self.active])
            if not restarts:
                return
            idle = idle + 1 if self.evaluations == before else 0

    @property
    def time_left(self) -> float:
        """The time until the timeout [s]; infinite without one."""
        return self._native.time_left

    @property
    def evaluations_left(self) -> int:
        """The number of evaluations left in the budget."""
        return self._native.evaluations_left

    def spend(self, evaluations: int) -> None:
        """Count evaluations that another solver made for this search."""
        self._native.spend(evaluations)

    @property
    def parameters(self) -> Array:
        """The weights and targets of all goals in this query, in the core's layout."""
        return self._native.parameters

    def root_weight(self, goal: str) -> float:
        """Return the square root of a goal's weight in this query, the factor of its residuals."""
        first, _ = self.problem._native.target_parameters[list(self.problem.goals).index(goal)]
        return float(self.parameters[first - 1])

    def count_generations(self, generations: int) -> None:
        """Report the number of generations of a method that evolves."""
        self._native.count_generations(generations)

    def target(self, goal: str) -> Array:
        """Return a goal's target in this query, in the core's layout."""
        return self.problem._target_in(self.parameters, goal)


@dataclass(frozen=True, kw_only=True)
class PythonMethod(Method):
    """Base of methods written in Python: they implement :meth:`prepare`."""

    packages: ClassVar[tuple[str, ...]] = ()  # the packages of the extra "methods" that it needs

    @abstractmethod
    def prepare(self, problem: Problem) -> Callable[[Search], object]:
        """Return a function that answers the queries of one solver; slow preparations belong here.

        The function evaluates configurations until an evaluation raises an exception; a return ends the
        search without a solution.
        """

    def _engine_factory(self, problem: Problem, best: bool, evolution: Evolution) -> _core.EngineFactory:
        return _core.python_method(functools.partial(_search_native, problem, self.prepare(problem)))

    def _check(self, problem: Problem, threads: int) -> None:
        self._require(threads == 1, f"runs on one thread only, got threads={threads}")
        self._import_packages()

    def _import_packages(self) -> None:
        """Import the packages now, because an import may take longer than the timeout of the first query."""
        for package in self.packages:
            try:
                importlib.import_module(package)
            except ImportError:
                raise MissingDependencyError(f"method {self.name!r}", "methods") from None

    # ---------------------------------------------------------------- checks of options

    def _check_integers(self, **most: int) -> None:
        """Check integers from 1 to a limit, or from 0 to its absolute value if the limit is negative."""
        for option, limit in most.items():
            value, least = getattr(self, option), int(limit > 0)
            if not is_integer(value, least, abs(limit)):
                raise MethodError(
                    f"{option}: expected an integer from {least} to {abs(limit)}, got {value!r}"
                )

    def _check_numbers(self, **ranges: tuple[float, float]) -> None:
        for option, (least, most) in ranges.items():
            value = getattr(self, option)
            if not (is_number(value) and least <= value <= most):
                raise MethodError(f"{option}: expected a number from {least:g} to {most:g}, got {value!r}")

    def _check_flags(self, *options: str) -> None:
        for option in options:
            if not isinstance(value := getattr(self, option), bool):
                raise MethodError(f"{option}: expected True or False, got {value!r}")

    def _check_choice(self, option: str, choices: Iterable[str]) -> None:
        check_choice(getattr(self, option), tuple(choices), option)


def _search_native(problem: Problem, answer: Callable[[Search], object], native: _core.Search) -> None:
    search = Search(problem, native)
    if len(search.active):
        with contextlib.suppress(UnusableConfiguration):
            answer(search)
