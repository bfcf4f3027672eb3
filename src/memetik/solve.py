"""Solving: once with :func:`solve`, again and again with a :class:`Solver`."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import Arguments, budget, is_integer
from .errors import ConfigurationError, GoalError, SolverBusyError, UnknownNameError
from .goals.goal import Goal
from .problem import Problem
from .robot import Robot
from .solution import BatchSolution, Solution

StartTable: TypeAlias = _core.StartTable
Target: TypeAlias = npt.ArrayLike | Mapping[str, npt.ArrayLike]  # the latter of a StayClose, by joint

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
    ``max_evaluations`` bounds the search of each query, but for the few hundred that settle a failed one.
    ``start_table`` (see :meth:`Robot.build_start_table`) gives starts by place.

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
        if not is_integer(threads, 1, 256):
            raise ConfigurationError(f"threads: expected a number from 1 to 256, got {threads!r}")
        if not isinstance(start_table, StartTable | None):
            raise GoalError(f"start_table: expected one of Robot.build_start_table, got {start_table!r}")
        if start_table is not None and not start_table.serves(self._problem._native):
            raise GoalError(
                "start_table: it serves full poses in the root's frame of the link it was built for, "
                "on the same Robot object, with all joints of the chain free to move"
            )
        self._method = method
        self._threads = int(threads)
        self._max_evaluations = budget(max_evaluations)
        self._start_table = start_table
        self._arguments = Arguments(self._problem)
        self._native = _core.Solver(
            self._problem._native,
            list(self._problem._goals),
            METHODS.index(method),
            self._threads,
            self._max_evaluations,
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
        return f"Solver({self.robot.name!r}, {', '.join(self._problem._goals)}, method={self._method!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._start_table is not None:
            raise TypeError(
                "a Solver with a start table cannot be pickled: pickle the robot and the goals, and make "
                "the table and the solver anew"
            )
        make = functools.partial(
            Solver, method=self._method, threads=self._threads, max_evaluations=self._max_evaluations
        )
        return make, (self._problem,)

    def solve(
        self,
        start: npt.ArrayLike | None = None,
        *,
        targets: Mapping[str, Target] | npt.ArrayLike | None = None,
        weights: Mapping[str, float] | None = None,
        timeout: float | None = None,
        max_evaluations: int | None = None,
        random_seed: int = 0,
        history: npt.ArrayLike | None = None,
        dt: float = 1.0,
    ) -> Solution:
        """One query: from ``start`` (dof,), by default the neutral posture, with other targets or weights.

        ``targets`` maps goal names to targets, or is the target of the only goal; ``weights`` maps names to
        weights. ``timeout`` [s] is a deadline besides the budget. ``history`` (k, dof) are the last
        configurations, the newest last and ``dt`` [s] apart, for :class:`~memetik.Smooth`; the newest is the
        start unless another is given. The same arguments
        give the same answer, bit for bit, unless the deadline strikes. A start outside the limits is clipped
        to them.
        """
        try:
            try:
                native = self._native.solve(
                    start, targets, weights, timeout, max_evaluations, random_seed, history, dt
                )
            except _core.RefusedArgument:  # to be converted, or explained
                arguments = self._arguments
                native = self._native.solve(
                    arguments.start(start),
                    arguments.targets(targets),
                    arguments.weights(weights),
                    arguments.timeout(timeout),
                    arguments.max_evaluations(max_evaluations),
                    arguments.random_seed(random_seed),
                    arguments.history(history),
                    arguments.dt(dt),
                )
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
        arguments = self._arguments
        arrays, count = arguments.target_arrays(targets)
        start, rows = arguments.batch_starts(starts, count)
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
                arguments.weights(weights),
                arguments.timeout(timeout),
                arguments.max_evaluations(max_evaluations),
                arguments.random_seed(random_seed),
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
