"""Methods written in Python: bridges to libraries, and what is not worth a place in the core."""

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
from ...errors import MethodError, MissingDependencyError, UnknownNameError
from ...number_checks import is_integer, is_number
from ...solve.method import Method
from ...transforms import LARGEST_VALUE, Array

if TYPE_CHECKING:
    from ...solve.evolution import Evolution
    from ...solve.problem import Problem

IDLE_STARTS = 10  # in a row from which nothing was evaluated: others will not help


class Astray(Exception):  # noqa: N818 (it says where one is, and is no error of the user's)
    """An optimiser asks for a configuration that is none: its descent is over."""


class Search:
    """One query as such a method sees it: functions of q, all of them counted.

    Every evaluation is judged: as soon as one meets all primary goals, or the budget or the time is used
    up, it raises and so ends the method. Configurations are brought into their limits before they are
    evaluated; variables that are not active, or locked, stay at the start. ``start`` (dof,), ``active`` (k,)
    the indices in q of the variables that may change, ``lower`` and ``upper`` (k,) their bounds, maybe
    infinite, ``sampled_lower`` and ``sampled_upper`` those within which starts are drawn, which are not;
    ``evaluations`` made so far. ``max_change`` (dof,) is how far variables may go from the start, empty if
    anywhere; the bounds have it in them.
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
        """The configuration (dof,) of the active variables' values x (k,); :class:`Astray` if it is none."""
        if not (np.abs(x) <= LARGEST_VALUE).all():
            raise Astray
        q = self.start.copy()
        q[self.active] = x
        return q

    def clip(self, q: Array) -> Array:
        """The nearest configuration (dof,) within the bounds."""
        return self.full(np.clip(q[self.active], self.lower, self.upper))

    def cost(self, q: Array) -> float:
        """Of the primary goals, as :meth:`Problem.cost`."""
        self.evaluations += 1
        return self._native.cost(np.ascontiguousarray(q, dtype=np.float64))

    def gradient(self, q: Array) -> tuple[float, Array]:
        """The cost and its derivative (dof,)."""
        self.evaluations += 1
        return self._native.gradient(np.ascontiguousarray(q, dtype=np.float64))

    def linearize(self, q: Array) -> tuple[Array, Array]:
        """Residuals (rows,) of all goals, and their derivatives by the active variables (rows, k)."""
        self.evaluations += 1
        residuals, columns = self._native.linearize(np.ascontiguousarray(q, dtype=np.float64))
        return residuals, columns.reshape(len(self._movable), len(residuals))[self._movable].T

    def next_start(self) -> Array:
        """Where to begin, (dof,): at the start, then at one random place after the other."""
        self._starts += 1
        self._native.count_starts(self._starts)
        return self.start.copy() if self._starts == 1 else self._native.sample(self._starts)

    def descend(self, descent: Callable[[Array], object], *, restarts: bool = True) -> None:
        """Call ``descent`` with the active variables' values (k,) of one start after the other.

        Without ``restarts`` with the first only. It ends, too, when nothing is evaluated any more: some
        optimisers give up before they begin, and would do so for ever.
        """
        idle = 0
        while idle < IDLE_STARTS:
            before = self.evaluations
            with contextlib.suppress(Astray):
                descent(self.next_start()[self.active])
            if not restarts:
                return
            idle = idle + 1 if self.evaluations == before else 0

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

    @property
    def parameters(self) -> Array:
        """Numbers of all goals in this query, weights and targets, as the core keeps them."""
        return self._native.parameters

    def root_weight(self, goal: str) -> float:
        """The root of a goal's weight in this query, by which its residuals are multiplied."""
        first, _ = self.problem._native.target_parameters[list(self.problem.goals).index(goal)]
        return float(self.parameters[first - 1])

    def count_generations(self, generations: int) -> None:
        """Say how many there were, of a method that evolves."""
        self._native.count_generations(generations)

    def target(self, goal: str) -> Array:
        """The numbers of a goal's target in this query, as the core keeps them."""
        return self.problem._target_in(self.parameters, goal)


@dataclass(frozen=True, kw_only=True)
class PythonMethod(Method):
    """Base of methods written in Python: they implement :meth:`prepare`."""

    packages: ClassVar[tuple[str, ...]] = ()  # of the extra "methods" that it needs

    @abstractmethod
    def prepare(self, problem: Problem) -> Callable[[Search], object]:
        """What answers the queries of one solver: what takes long is done here, before any deadline.

        It evaluates configurations until that raises; to return is to give up.
        """

    def _engine_factory(self, problem: Problem, best: bool, evolution: Evolution) -> _core.EngineFactory:
        return _core.python_method(functools.partial(_search_native, problem, self.prepare(problem)))

    def _check(self, problem: Problem, threads: int) -> None:
        self._require(threads == 1, "runs on one thread")
        self._import_packages()

    def _import_packages(self) -> None:
        """Now, because to import one takes longer than many a deadline leaves the first query."""
        for package in self.packages:
            try:
                importlib.import_module(package)
            except ImportError:
                raise MissingDependencyError(f"method {self.name!r}", "methods") from None

    # ---------------------------------------------------------------- what options may be

    def _check_integers(self, **most: int) -> None:
        """Options that are whole numbers from 1 on; those whose limit is negative, from 0 on."""
        for option, limit in most.items():
            value, least = getattr(self, option), int(limit > 0)
            if not is_integer(value, least, abs(limit)):
                raise MethodError(f"{option}: expected a number from {least} to {abs(limit)}, got {value!r}")

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
        if (value := getattr(self, option)) not in (names := tuple(choices)):
            raise UnknownNameError(option, value, names)


def _search_native(problem: Problem, answer: Callable[[Search], object], native: _core.Search) -> None:
    search = Search(problem, native)
    if len(search.active):
        with contextlib.suppress(Astray):
            answer(search)
