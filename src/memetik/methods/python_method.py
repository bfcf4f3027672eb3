"""Methods written in Python: bridges to libraries, and what is not worth a place in the core."""

from __future__ import annotations

import functools
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .. import _core
from ..transforms import Array
from .method import Method

if TYPE_CHECKING:
    from ..problem import Problem


class Search:
    """One query as such a method sees it: functions of q, all of them counted.

    Every evaluation is judged: as soon as one meets all primary goals, or the budget or the time is used
    up, it raises and so ends the method. Configurations are brought into their limits before they are
    evaluated; variables that are not active stay at the start. ``start`` (dof,), ``active`` (k,) the indices
    in q of the variables that may change, ``lower`` and ``upper`` (k,) their bounds, maybe infinite.
    ``max_change`` (dof,) is how far variables may go from the start, empty if anywhere; the bounds have it in
    them.
    """

    def __init__(self, problem: Problem, native: _core.Search) -> None:
        self.problem = problem
        self._native = native
        self.start: Array = native.start
        self.active = np.array(native.active, dtype=np.intp)
        self.lower: Array = native.lower
        self.upper: Array = native.upper
        self.max_change: Array = native.max_change
        self.rng = np.random.default_rng(native.random_seed)
        self._starts = 0

    def full(self, x: Array) -> Array:
        """The configuration (dof,) of the active variables' values x (k,)."""
        q = self.start.copy()
        q[self.active] = x
        return q

    def cost(self, q: Array) -> float:
        """Of all goals, as :meth:`Problem.cost`."""
        return self._native.cost(np.ascontiguousarray(q, dtype=np.float64))

    def gradient(self, q: Array) -> tuple[float, Array]:
        """The cost and its derivative (dof,)."""
        return self._native.gradient(np.ascontiguousarray(q, dtype=np.float64))

    def linearize(self, q: Array) -> tuple[Array, Array]:
        """Residuals (rows,) of all goals, and their derivatives by the active variables (rows, k)."""
        residuals, columns = self._native.linearize(np.ascontiguousarray(q, dtype=np.float64))
        return residuals, columns.reshape(len(self.active), len(residuals)).T

    def next_start(self) -> Array:
        """Where to begin, (dof,): at the start, then at one random place after the other."""
        self._starts += 1
        self._native.count_starts(self._starts)
        return self.start.copy() if self._starts == 1 else self._native.sample(self._starts)

    @property
    def time_left(self) -> float:
        """Until the deadline [s]; infinite without one."""
        return self._native.time_left

    @property
    def evaluations_left(self) -> int:
        """Of the budget."""
        return self._native.evaluations_left

    def spend(self, evaluations: int) -> None:
        """Count what another solver evaluated on behalf of this search."""
        self._native.spend(evaluations)

    def target(self, goal: str) -> Array:
        """The numbers of a goal's target in this query, as the core keeps them."""
        return self.problem._target_in(self._native.parameters, goal)


@dataclass(frozen=True, kw_only=True)
class PythonMethod(Method):
    """Base of methods written in Python: they implement :meth:`search`."""

    def _recipe(self, problem: Problem) -> _core.Recipe:
        return _core.python_method(functools.partial(_search_native, problem, self._prepare(problem)))

    def _prepare(self, problem: Problem) -> Callable[[Search], None]:
        """What answers the queries of one solver: what takes long is done here, before any deadline."""
        return self.search

    def _check(self, problem: Problem, threads: int) -> None:
        self._require(threads == 1, "runs on one thread")

    @abstractmethod
    def search(self, search: Search) -> None:
        """Evaluate configurations until that raises; to return is to give up."""


def _search_native(problem: Problem, search: Callable[[Search], None], native: _core.Search) -> None:
    search(Search(problem, native))
