"""Solving again and again: a :class:`Solver`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from types import NoneType
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import ConfigurationError, GoalError, MethodError, SolverBusyError
from ..goals.goal import Goal
from ..number_checks import is_integer
from ..robot.robot import Robot
from ..transforms import Array
from .arguments import Arguments, budget
from .evolution import Evolution
from .method import Method
from .method_names import find
from .options import (
    DEFAULT_EVALUATIONS,
    LADDER_METHODS,
    AfterRejection,
    Prefer,
    StartTable,
    check_options,
)
from .problem import Problem
from .solution import BatchSolution, Solution

Target: TypeAlias = npt.ArrayLike | Mapping[str, npt.ArrayLike]  # the latter of a StayClose, by joint
JointChange: TypeAlias = float | Mapping[str, float]


class Solver:
    """A method bound to a robot and goals, with its workspaces: solve, re-target, solve again.

    ``method``: ``"auto"`` tries the start first, then many starts in SIMD lanes, then memetic evolution turn
    by turn with more starts; ``"restarts"`` and ``"memetic"`` are the latter two alone; others, such as
    ``"bioik2"``, are systems of the literature, see :mod:`memetik.methods`. ``joints`` names the
    joints that may move, by default all. ``prefer``: the ``"first"`` solution that is found, or the
    ``"best"`` that the whole budget finds, by the cost of the secondary goals, or without any by the distance
    from the start. ``valid(q)`` has the last word on what meets all goals, such as a collision check: where
    it says no the search goes on, ``after_rejection`` ``"anywhere"`` or ``"near start"``. ``threads`` help in
    batches and in evolution; answers do not depend on their number. ``max_evaluations`` bounds the search of
    each query, but for the few hundred that settle a failed one. ``evolution`` has parameters of the memetic
    stage; ``start_table`` (see :meth:`Robot.build_start_table`) gives starts by place.

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
        method: str | Method = "auto",
        prefer: Prefer = "first",
        valid: Callable[[Array], bool] | None = None,
        after_rejection: AfterRejection = "anywhere",
        threads: int = 1,
        max_evaluations: int = DEFAULT_EVALUATIONS,
        evolution: Evolution | None = None,
        start_table: StartTable | None = None,
    ) -> None:
        if isinstance(robot, Problem):
            if goals is not None or joints is not None:
                raise GoalError("a Problem has its goals and joints: give it alone")
            self._problem = robot
        else:
            self._problem = Problem(robot, () if goals is None else goals, joints=joints)
        self._method = find(method)
        check_options(
            self._problem, self._method, prefer, valid, after_rejection, threads, evolution, start_table
        )
        self._max_evaluations = budget(max_evaluations)
        self._start_table = start_table
        self._options: dict[str, Any] = {
            "method": self._method,
            "prefer": prefer,
            "valid": valid,
            "after_rejection": after_rejection,
            "threads": int(threads),
            "max_evaluations": self._max_evaluations,
            "evolution": evolution,
        }
        self._arguments = Arguments(self._problem)
        self._native = _core.Solver(
            self._problem._native,
            list(self._problem._goals),
            self._method._engine_factory(self._problem, prefer == "best", evolution or Evolution()),
            int(threads),
            self._max_evaluations,
            self._problem.robot._neutral.tolist(),
            start_table,
            valid,
            after_rejection == "near start",
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
        return f"Solver({self.robot.name!r}, {', '.join(self._problem._goals)}, method={self._method.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._start_table is not None:
            raise TypeError(
                "a Solver with a start table cannot be pickled: pickle the robot and the goals, and make "
                "the table and the solver anew"
            )
        return functools.partial(Solver, **self._options), (self._problem,)

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
        locked: Iterable[str] = (),
        max_joint_change: JointChange | None = None,
        trace: bool = False,
    ) -> Solution:
        """One query: from ``start`` (dof,), by default the neutral posture, with other targets or weights.

        ``targets`` maps goal names to targets, or is the target of the only goal; ``weights`` maps names to
        weights. ``timeout`` [s] is a deadline besides the budget. ``history`` (k, dof) are the last
        configurations, the newest last and ``dt`` [s] apart, for :class:`~memetik.Smooth`; the newest is the
        start unless another is given. ``locked`` names joints that stay where the start has them;
        ``max_joint_change`` [rad, m] is how far any joint may go from the start, or maps joints' names to
        that (of joints with a rotation vector it bounds the angle). ``trace`` keeps what the solve did, see
        :class:`Trace`. The same arguments give the same answer, bit for bit, unless the deadline strikes. A
        start outside the limits is clipped to them.

        >>> import memetik as mk
        >>> solver = mk.Solver("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)))
        >>> near = solver.solve().q + 0.01
        >>> bool(abs(solver.solve(near, max_joint_change=0.02).q - near).max() <= 0.02)
        True
        """
        plain = type(locked) is tuple and not locked and type(max_joint_change) in (NoneType, float, int)
        change = max_joint_change if plain else self._arguments.joint_change(max_joint_change, locked)
        try:
            try:
                native = self._native.solve(
                    start, targets, weights, timeout, max_evaluations, random_seed, history, dt, change, trace
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
                    arguments.joint_change(max_joint_change, ()) if plain else change,
                    arguments.flag(trace, "trace"),
                )
        except _core.Busy as error:
            raise SolverBusyError(f"{error}; make one solver per thread") from None
        return Solution(native, self._problem, self._method.name)

    def solve_all(
        self,
        start: npt.ArrayLike | None = None,
        *,
        targets: Mapping[str, Target] | npt.ArrayLike | None = None,
        weights: Mapping[str, float] | None = None,
        max_solutions: int = 32,
        timeout: float | None = None,
        max_evaluations: int | None = None,
        random_seed: int = 0,
        locked: Iterable[str] = (),
        max_joint_change: JointChange | None = None,
    ) -> list[Solution]:
        """The distinct solutions that the whole budget of evaluations finds, at most ``max_solutions``.

        Solutions are told apart on the joints, whole turns aside; each joint is at the turn nearest the
        start. Where solutions form a continuum, as those of redundant arms do, they are representatives that
        are far apart. They are ordered by the cost of the secondary goals, which descend from each of them,
        or without any by the distance from the start. An empty list means that none was found. More
        evaluations find rarer branches. The other arguments are those of :meth:`solve`.

        >>> import memetik as mk
        >>> robot = mk.Robot.load("ur5")
        >>> target = robot.fk([0.1, -1.2, 1.5, -0.3, 0.8, 0.2], "tool0")
        >>> len(mk.Solver(robot, mk.Pose("tool0", target)).solve_all())
        8
        """
        arguments = self._arguments
        if not self._method.is_ladder:
            ladder = ", ".join(repr(name) for name in LADDER_METHODS)
            raise MethodError(f"solve_all is for methods {ladder}, not for {self._method.name!r}")
        if not is_integer(max_solutions, 1, 10**6):
            raise ConfigurationError(f"max_solutions: expected a number from 1 on, got {max_solutions!r}")
        try:
            natives = self._native.solve_all(
                arguments.start(start),
                arguments.targets(targets),
                arguments.weights(weights),
                arguments.timeout(timeout),
                arguments.max_evaluations(max_evaluations),
                arguments.random_seed(random_seed),
                arguments.joint_change(max_joint_change, locked),
                int(max_solutions),
            )
        except _core.Busy as error:
            raise SolverBusyError(f"{error}; make one solver per thread") from None
        return [Solution(native, self._problem, self._method.name) for native in natives]

    def solve_batch(
        self,
        targets: Mapping[str, npt.ArrayLike] | npt.ArrayLike,
        starts: npt.ArrayLike | None = None,
        *,
        weights: Mapping[str, float] | None = None,
        timeout: float | None = None,
        max_evaluations: int | None = None,
        random_seed: int = 0,
        locked: Iterable[str] = (),
        max_joint_change: JointChange | None = None,
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
                arguments.joint_change(max_joint_change, locked),
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
