"""Solving: once with :func:`solve`, again and again with a :class:`Solver`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import ConfigurationError, GoalError, SolverBusyError, UnknownNameError
from .goals.goal import LARGEST_WEIGHT, Goal
from .problem import Problem
from .robot import Robot
from .solution import BatchSolution, Solution

StartTable: TypeAlias = _core.StartTable

Method: TypeAlias = Literal["auto", "restarts", "memetic"]
METHODS: tuple[Method, ...] = ("auto", "restarts", "memetic")  # in the order of memetik::Method

DEFAULT_EVALUATIONS = 20_000


def solve(
    robot: Robot | Any,
    goals: Goal | Iterable[Goal],
    *,
    start: npt.ArrayLike | None = None,
    joints: Iterable[str] | None = None,
    method: Method = "auto",
    threads: int = 1,
    timeout: float | None = None,
    max_evaluations: int = DEFAULT_EVALUATIONS,
    random_seed: int = 0,
) -> Solution:
    """A configuration of the robot that meets the goals.

    ``robot`` is a Robot or anything :meth:`Robot.load` takes. For many solves of the same kind, make
    a :class:`Solver` once; its arguments are explained there.

    >>> import memetik as mk
    >>> solution = mk.solve("panda", mk.Position("panda_hand", (0.5, 0.1, 0.4)))
    >>> solution.success
    True
    """
    solver = Solver(
        robot, goals, joints=joints, method=method, threads=threads, max_evaluations=max_evaluations
    )
    return solver.solve(start, timeout=timeout, random_seed=random_seed)


class Solver:
    """A method bound to a robot and goals, with its workspaces: solve, re-target, solve again.

    ``method``: ``"auto"`` tries the start first, then many starts in SIMD lanes, then memetic evolution;
    ``"restarts"`` and ``"memetic"`` are the latter two alone. ``joints`` names the joints that may move, by
    default all. ``threads`` help in batches and in evolution; answers do not depend on their number.
    ``max_evaluations`` bounds the search of each query. ``start_table`` (see
    :meth:`Robot.build_start_table`) gives starts by place.

    A solver serves one thread at a time; others get :class:`~memetik.SolverBusyError`. Robots may be
    shared.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> solver = mk.Solver(robot, mk.Pose("tool0", robot.fk(robot.neutral, "tool0"), name="tip"))
    >>> targets = robot.fk(robot.random(100, rng=1), "tool0")
    >>> solver.solve(targets={"tip": targets[0]}).success
    True
    >>> bool(solver.solve_batch(targets).success.all())
    True
    """

    def __init__(
        self,
        robot: Robot | Problem | Any,
        goals: Goal | Iterable[Goal] | None = None,
        *,
        joints: Iterable[str] | None = None,
        method: Method = "auto",
        threads: int = 1,
        max_evaluations: int = DEFAULT_EVALUATIONS,
        start_table: StartTable | None = None,
    ) -> None:
        if isinstance(robot, Problem):
            if goals is not None or joints is not None:
                raise GoalError("a Problem has its goals and joints: give it alone")
            self._problem = robot
        else:
            self._problem = Problem(robot, () if goals is None else goals, joints=joints)
        if method not in METHODS:
            raise UnknownNameError("method", method, METHODS)
        if not isinstance(threads, int) or not 1 <= threads <= 256:
            raise ConfigurationError(f"threads: expected a number from 1 to 256, got {threads!r}")
        if start_table is not None and not start_table.serves(self._problem._native):
            raise GoalError(
                "start_table: it serves full poses in the root's frame of the link it was built for, "
                "on the same Robot object, with all joints of the chain free to move"
            )
        self._method = method
        self._names = list(self._problem._goals)
        self._native = _core.Solver(
            self._problem._native,
            self._names,
            METHODS.index(method),
            threads,
            _budget(max_evaluations),
            self._problem.robot._neutral.tolist(),
            start_table,
        )

    @property
    def problem(self) -> Problem:
        """The compiled goals."""
        return self._problem

    @property
    def robot(self) -> Robot:
        """The robot."""
        return self._problem.robot

    def __repr__(self) -> str:
        return f"Solver({self.robot.name!r}, {', '.join(self._names)}, method={self._method!r})"

    def solve(
        self,
        start: npt.ArrayLike | None = None,
        *,
        targets: Mapping[str, npt.ArrayLike] | npt.ArrayLike | None = None,
        weights: Mapping[str, float] | None = None,
        timeout: float | None = None,
        max_evaluations: int | None = None,
        random_seed: int = 0,
    ) -> Solution:
        """One query: from ``start`` (dof,), by default the neutral posture, with other targets or weights.

        ``targets`` maps goal names to targets, or is the target of the only goal; ``weights`` maps names to
        weights. ``timeout`` [s] is a deadline besides the budget. The same arguments give the same answer,
        bit for bit, unless the deadline strikes. A start outside the limits is clipped to them.
        """
        try:
            native = self._native.solve(start, targets, weights, timeout, max_evaluations, random_seed)
        except _core.RefusedArgument:
            start, targets, weights = self._start(start), self._targets(targets), self._weights(weights)
            timeout, max_evaluations = _timeout(timeout), _optional_budget(max_evaluations)
            random_seed = _seed(random_seed)
            native = self._native.solve(start, targets, weights, timeout, max_evaluations, random_seed)
        except _core.Busy as error:
            raise SolverBusyError(f"{error}; make one solver per thread") from None
        return Solution(native, self._problem, self._method)

    def solve_batch(
        self,
        targets: Mapping[str, npt.ArrayLike] | npt.ArrayLike,
        starts: npt.ArrayLike | None = None,
        *,
        weights: Mapping[str, float] | None = None,
        timeout: float | None = None,
        max_evaluations: int | None = None,
        random_seed: int = 0,
    ) -> BatchSolution:
        """N queries at once, the fastest way there is: lanes and threads share them.

        ``targets`` is (N, 4, 4) for a single pose goal, or maps goal names to arrays of N targets: poses (N,
        4, 4), positions (N, 3), orientations (N, 4) and so on. ``starts`` is (N, dof), or one start (dof,)
        for all, by default the neutral posture. Every answer is that of ``solve`` with the same arguments,
        whatever the neighbours and the number of threads. ``timeout`` [s] is for the whole batch.
        """
        arrays, count = self._target_arrays(targets)
        start, rows = self._batch_starts(starts, count)
        q, cost = np.empty((count, self.robot.dof)), np.empty(count)
        codes: dict[str, npt.NDArray[Any]] = {
            "status": np.empty(count, dtype=np.uint8),
            "stage": np.empty(count, dtype=np.uint8),
            "evaluations": np.empty(count, dtype=np.int64),
        }
        try:
            time = self._native.solve_batch(
                arrays,
                start,
                rows,
                self._weights(weights),
                _timeout(timeout),
                _optional_budget(max_evaluations),
                _seed(random_seed),
                q,
                cost,
                **codes,
            )
        except _core.Busy as error:
            raise SolverBusyError(f"{error}; make one solver per thread") from None
        return BatchSolution(q, cost, codes, time)

    def cancel(self) -> None:
        """Stop the solve that runs in another thread; it returns the best it has, ``"cancelled"``."""
        self._native.cancel()

    # ---------------------------------------------------------------- arguments, converted or refused

    def _start(self, start: npt.ArrayLike | None) -> Any:
        return None if start is None else np.ascontiguousarray(self.robot._row(start))

    def _named_targets(self, targets: Any) -> Mapping[str, Any]:
        """A target without a name belongs to the only goal that has one."""
        if isinstance(targets, Mapping):
            return targets
        targetable = [n for n, goal in self._problem._goals.items() if goal._target_shape(self.robot)]
        primary = [n for n in targetable if self._problem._goals[n].priority == "primary"] or targetable
        if len(primary) != 1:
            raise GoalError(
                f"targets: {len(primary)} goals have one; give a mapping from {', '.join(primary)}"
            )
        return {primary[0]: targets}

    def _targets(self, targets: Any) -> Any:
        if targets is None:
            return None
        named = self._named_targets(targets)
        return {
            name: np.ascontiguousarray(self._problem._goal(name)._as_target(value, self.robot))
            for name, value in named.items()
        }

    def _weights(self, weights: Mapping[str, float] | None) -> Any:
        if weights is None:
            return None
        if not isinstance(weights, Mapping):
            raise GoalError(f"weights: expected a mapping from goal names to numbers, got {weights!r}")
        for name, weight in weights.items():
            self._problem._goal(name)
            if not isinstance(weight, (int, float, np.number)) or not 0 <= weight <= LARGEST_WEIGHT:
                raise GoalError(f"weight of {name!r}: expected 0 to {LARGEST_WEIGHT:g}, got {weight!r}")
        return {name: float(weight) for name, weight in weights.items()}

    def _target_arrays(self, targets: Any) -> tuple[list[tuple[int, Any]], int]:
        """(goal index, (N, ...) array) pairs, checked row by row, and N."""
        arrays: list[tuple[int, Any]] = []
        count: int | None = None
        for name, values in self._named_targets(targets).items():
            goal = self._problem._goal(name)
            shape = goal._target_shape(self.robot)
            try:
                array = np.ascontiguousarray(values, dtype=np.float64)
            except (TypeError, ValueError, OverflowError) as error:
                raise GoalError(
                    f"targets of {name!r}: expected an array of numbers, got {values!r}"
                ) from error
            if not shape or array.shape[1:] != shape or array.ndim != len(shape) + 1:
                expected = ", ".join(map(str, ("N", *shape)))
                raise GoalError(f"targets of {name!r}: expected an array ({expected}), got {array.shape}")
            if count not in (None, len(array)):
                raise GoalError(f"targets of {name!r}: {len(array)} of them, but {count} of another goal")
            count = len(array)
            arrays.append((self._names.index(name), self._checked_rows(name, goal, array)))
        if count is None:
            raise GoalError("targets: an empty mapping says nothing about how many queries there are")
        return arrays, count

    def _checked_rows(self, name: str, goal: Goal, array: Any) -> Any:
        """Rows the core takes as they are; one that is off by rounding is repaired, else refused."""
        index = self._names.index(name)
        bad = _core.first_bad_target(self._problem._native, index, array)
        if bad < 0:
            return array
        array = array.copy()
        while bad >= 0:
            try:
                array[bad] = goal._as_target(array[bad], self.robot)
            except ValueError as error:
                raise GoalError(f"targets of {name!r}, row {bad}: {error}") from error
            rest = _core.first_bad_target(self._problem._native, index, array[bad + 1 :])
            bad = bad + 1 + rest if rest >= 0 else -1
        return array

    def _batch_starts(self, starts: npt.ArrayLike | None, count: int) -> tuple[Any, Any]:
        """(one start for all, a start for each): at most one of them is not None."""
        if starts is None:
            return None, None
        rows, single = self.robot._usable_rows(starts)
        if single:
            return np.ascontiguousarray(rows[0]), None
        if len(rows) != count:
            raise ConfigurationError(f"starts: {len(rows)} of them for {count} targets")
        return None, np.ascontiguousarray(self.robot.clip(rows))


def _budget(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 0 < value < 2**62:
        raise ConfigurationError(f"max_evaluations: expected a positive integer, got {value!r}")
    return int(value)


def _seed(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 0 <= value < 2**64:
        raise ConfigurationError(f"random_seed: expected an integer from 0 to 2**64 - 1, got {value!r}")
    return int(value)


def _optional_budget(value: Any) -> int | None:
    return None if value is None else _budget(value)


def _timeout(value: Any) -> float | None:
    if value is None:
        return None
    try:
        seconds = float(value)
    except (TypeError, ValueError, OverflowError):
        seconds = -1.0
    if isinstance(value, str) or not seconds >= 0:
        raise ConfigurationError(f"timeout: expected seconds, got {value!r}")
    return seconds
