"""Solver: repeated solves of one problem."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from .. import _core
from ..compiled_function import address_of
from ..errors import ConfigurationError, GoalError, MethodError, SolverBusyError
from ..goals.goal import Goal
from ..number_checks import check_choice, is_integer
from ..option_names import KnownOptions
from ..robot.robot import Robot
from .arguments import Arguments
from .batch_arguments import BatchArguments
from .batch_row import BatchQueries
from .batch_run import Found, solve_at_once, solve_good_rows, solve_in_chunks
from .batch_solution import BatchSolution
from .busy import busy_error
from .evolution import Evolution
from .method import Method
from .method_names import MethodName
from .method_registry import find
from .neighbor_starts import solve_from_neighbors
from .opening_hints import moved_targets, with_opening_hints, without_hints
from .problem import Problem
from .query_options import (
    DEFAULT_EVALUATIONS,
    QueryOptions,
    SearchOptions,
    SolveOptions,
    Start,
    Target,
    check_names,
    plain_option,
    shows_options,
)
from .solution import Solution
from .solutions import Solutions
from .solver_options import LADDER_METHODS, LOCAL_METHODS, AfterRejection, Prefer, StartTable, check_options
from .validity import Valid, native_check

if TYPE_CHECKING:
    from typing_extensions import Unpack

OnBad: TypeAlias = Literal["raise", "mark"]
Hints: TypeAlias = Literal["auto", "given"]


class Solver(KnownOptions):
    """Solves inverse kinematics for a robot and goals. It reuses its buffers, so repeated solves are fast.

    - ``joints`` names the joints that may move, by default all.
    - ``method``: ``"auto"`` tries the given start first, then many starts in SIMD lanes, then memetic
      evolution in turns with more starts. ``"restarts"`` and ``"memetic"`` are the latter two alone. Others,
      such as ``"bioik2"``, are systems of the literature, see :mod:`memetik.methods`.
    - ``prefer``: return the ``"first"`` solution found, or the ``"best"`` found within the whole budget: that
      with the lowest cost of the secondary goals, or without any the one nearest to the start.
    - ``valid(q)`` is your own validity check, such as a collision check, of configurations that meet all
      goals. If it returns False, the search continues ``"anywhere"`` or ``"near start"``
      (``after_rejection``). If no solution is found, it also checks the best approximation. Python functions
      run on the calling thread, compiled ones on all threads: numba's ``@cfunc``, or the address of a C
      function ``void(int64 n, double* q, uint8* valid, void* user)`` that fills in n verdicts.
    - ``threads`` share batches, evolution, and the ``runners`` or ``islands`` of a method. Their number
      changes no solution, only how long it takes; a method with one runner uses one thread for a query.
    - ``max_evaluations`` is the budget of each query. A failed search may exceed it by a fifth for the local
      search from the start, and by 200 evaluations for secondary goals.
    - ``hints="auto"`` looks among the obstacles of KeepClear goals for vessels with narrow openings, and adds
      the hint that the links near the tip pass through (methods ``"auto"`` and ``"restarts"``; the first time
      this takes about a second for each mesh). ``"given"`` uses only the goals with ``priority="hint"``.
    - ``evolution`` has the parameters of the memetic stage.
    - ``start_table`` (see :meth:`Robot.build_start_table`) provides starts near the target.

    A solver serves one thread at a time; a concurrent call from another thread raises
    :class:`~memetik.SolverBusyError`. Solvers may share a robot.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> solver = mk.Solver(robot, mk.Pose("tool0", robot.fk(robot.neutral, "tool0"), name="tip"))
    >>> targets = robot.fk(robot.random(100, rng=1), "tool0")
    >>> solver.solve(targets={"tip": targets[0]}).success
    True
    >>> bool(solver.solve_batch(targets).success.all())
    True
    """

    _options_elsewhere = dict.fromkeys(SolveOptions.__annotations__.keys() - {"max_evaluations"}, "solve()")

    def __init__(
        self,
        robot: Robot | Problem | Any,
        goals: Goal | Iterable[Goal] | None = None,
        *,
        joints: Iterable[str] | None = None,
        method: MethodName | Method = "auto",
        prefer: Prefer = "first",
        valid: Valid | None = None,
        after_rejection: AfterRejection = "anywhere",
        threads: int = 1,
        max_evaluations: int = DEFAULT_EVALUATIONS,
        hints: Hints = "auto",
        evolution: Evolution | None = None,
        start_table: StartTable | None = None,
    ) -> None:
        if isinstance(robot, Problem):
            if goals is not None or joints is not None:
                raise GoalError("a Problem already has goals and joints: give the Problem alone")
            problem = robot
        else:
            problem = Problem(robot, () if goals is None else goals, joints=joints)
        self._method = find(method)
        check_choice(hints, get_args(Hints), "hints")
        check_options(problem, self._method, prefer, valid, after_rejection, threads, evolution, start_table)
        self._prefers_best = prefer == "best"
        self._options: dict[str, Any] = {
            "method": self._method,
            "prefer": prefer,
            "valid": valid,
            "after_rejection": after_rejection,
            "threads": int(threads),
            "max_evaluations": _budget(max_evaluations),
            "hints": hints,
            "evolution": evolution,
            "start_table": start_table,
        }
        self._bind(problem, None)

    def _bind(self, problem: Problem, known: _core.Solver | None) -> None:
        """Construct the core's solver; what it has in common with ``known`` is copied from there."""
        if self._method.name not in LOCAL_METHODS:
            problem = without_hints(problem)
        elif self._options["hints"] == "auto":
            problem = with_opening_hints(problem)
        self._problem, self._arguments = problem, Arguments(problem)
        self._cancelled = False
        self._completes_targets = bool(problem._worlds or problem._awaited)
        self._checks_start = True  # until the first start
        goals = problem._goals.values()
        warning = any(type(goal)._warn_of_targets is not Goal._warn_of_targets for goal in goals)
        self._checks_targets = warning  # until the first targets
        self._checks_change = True  # until the first max_change
        options = self._options
        self._native = _core.Solver(
            problem._native,
            list(problem._goals),
            self._method._engine_factory(problem, self._prefers_best, options["evolution"] or Evolution()),
            options["start_table"],
            options["threads"],
            options["max_evaluations"],
            problem.robot._neutral.tolist(),
            native_check(options["valid"]),
            _core.AfterRejection(options["after_rejection"]),
            self._prefers_best,
            known,
        )

    def with_goals(self, goals: Goal | Iterable[Goal] = (), *, remove: str | Iterable[str] = ()) -> Solver:
        """Return a solver with some goals added and others removed; this solver stays as it is.

        A goal with the ``name`` of one that this solver has replaces it; ``remove`` names one or more goals.
        The others keep their names, and robot, joints and options stay the same. Goals that stay are not
        compiled again, so this is faster than a new solver. Solutions are those of a new solver, bit for bit.
        To change only a target or a weight, or to switch a goal off for some time, do not construct a
        solver: see ``targets`` and ``weights`` of :meth:`solve`.

        >>> import memetik as mk
        >>> reach = mk.Solver("panda", mk.Position("panda_hand", (0.4, 0.1, 0.5), name="hand"))
        >>> look = reach.with_goals(mk.LookAt("panda_link5", (1, 0, 0), name="gaze"))
        >>> look
        Solver('panda', hand, gaze, method='auto')
        >>> look.with_goals(mk.StayClose(name="rest"), remove="gaze")
        Solver('panda', hand, rest, method='auto')
        """
        problem = self._problem._with_goals(goals, remove)
        options = {n: v for n, v in self._options.items() if n not in ("max_evaluations", "hints")}
        check_options(problem, **options)
        solver = Solver.__new__(Solver)
        solver._method, solver._options = self._method, self._options
        solver._prefers_best = self._prefers_best
        solver._bind(problem, self._native)
        return solver

    @property
    def problem(self) -> Problem:
        """The problem that this solver solves: the goals, compiled for the robot."""
        return self._problem

    @property
    def robot(self) -> Robot:
        """The robot of the problem."""
        return self._problem.robot

    def __repr__(self) -> str:
        return f"Solver({self.robot.name!r}, {', '.join(self._problem._goals)}, method={self._method.name!r})"

    def _repr_html_(self) -> str:
        from ..report.solver_html import solver_html

        return solver_html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        if address_of(self._options["valid"]) is not None:
            raise TypeError("a compiled valid cannot be pickled: construct the solver where it is used")
        if self._options["start_table"] is not None:
            raise TypeError(
                "a Solver with a start table cannot be pickled: pickle the robot and the goals, and "
                "construct the table and the solver again"
            )
        return functools.partial(Solver, **self._options), (self._problem,)

    @shows_options(SolveOptions)
    def solve(self, start: Start = None, **options: Unpack[SolveOptions]) -> Solution:
        """Solve one query from ``start``: a configuration (dof,), or joint name -> value for some joints.

        All other joints, or without ``start`` all, begin in the neutral posture.

        :class:`~memetik.SolveOptions` explains the options, such as other targets and weights. A weight of 0
        switches a goal off: it is not met then, it just does not count, and the solution shows it as off. A
        start outside the limits is clipped to them.

        >>> import memetik as mk
        >>> solver = mk.Solver("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)))
        >>> near = solver.solve().q + 0.01
        >>> bool(abs(solver.solve(near, max_change=0.02).q - near).max() <= 0.02)
        True
        >>> held = solver.solve(near, max_change={"elbow_joint": 0})
        >>> bool(held.q[2] == near[2])
        True
        >>> solver.solve(near, weights={"tool0": 0}).off
        ('tool0',)
        """
        self._check_local(options)
        if self._completes_targets:
            options["targets"] = self._with_worlds(options.get("targets"))
            self._arguments.require_targets(options["targets"], options.get("weights"), start)
        try:
            try:
                native = self._native.solve(start, options, False)  # type: ignore[arg-type]  # it is a dict
            except _core.RefusedArgument:  # converts the arguments, or raises an error that explains them
                arguments = self._arguments
                converted = arguments.options(options, SolveOptions, Solver.solve)
                begin = arguments.start(start, converted.get("history"))
                native = self._native.solve(begin, converted, True)
            else:
                if self._checks_targets and "targets" in options:
                    self._checks_targets = False
                    self._arguments.targets(options["targets"])  # warns of quaternions that the core accepts
        except SolverBusyError as error:
            raise self._busy_error(error) from None
        if start is not None and (self._checks_start or not native.success):
            # Not at each success: the check would take a quarter of the time of an easy query.
            self._checks_start = False
            self._arguments.warn_of_start(start)
        if self._checks_change and options.get("max_change") is not None:
            self._warn_of_max_change(options)
        return Solution(native, self._problem._as_compiled(), self._method.name, self._prefers_best)

    @shows_options(QueryOptions)
    def solve_all(
        self,
        start: Start = None,
        *,
        targets: Mapping[str, Target] | npt.ArrayLike | None = None,
        max_solutions: int = 32,
        **options: Unpack[QueryOptions],
    ) -> Solutions:
        """Find distinct solutions, at most ``max_solutions``.

        Two solutions are distinct if their joint values differ by more than whole turns; each joint is
        returned at the turn nearest to the start. The secondary goals are minimised from each solution, and
        the list is sorted by their cost, or without any by the distance from the start. It is empty if no
        solution was found.

        A single pose of an arm whose inverse kinematics has a closed form gets all solutions from it, in
        microseconds, and the list is ``complete``. Such an arm has six revolute joints that move (others may
        be locked, by ``joints`` or ``max_change``), of which the first or last three intersect in one point,
        or three successive axes are parallel: axes 2 to 4 or 3 to 5, or 1 to 3 or 4 to 6 if the other end's
        two axes intersect. Axes may be 1e-5 rad, or 1e-5 of the arm's length, off. An arm with seven joints
        of which such six remain if one is held gets samples of the motion that keeps the pose: held at values
        all over its range, the joint gives all branches. They are not ``complete``, and an empty list proves
        nothing. Otherwise, and for arms with seven joints and secondary goals, the solutions are found by a
        search that uses the whole budget; a larger one finds rarer branches. If the solutions form a
        continuum, as for redundant arms and at singularities, the list has representatives that are far
        apart; what the closed form knows comes first.

        ``start`` and ``targets`` are those of :meth:`solve`; :class:`~memetik.QueryOptions` explains the
        other options.

        >>> import memetik as mk
        >>> robot = mk.Robot.load("ur5")
        >>> target = robot.fk([0.1, -1.2, 1.5, -0.3, 0.8, 0.2], "tool0")
        >>> solutions = mk.Solver(robot, mk.Pose("tool0", target)).solve_all()
        >>> len(solutions), solutions.complete
        (8, True)
        """
        if not self._method.is_ladder:
            ladder = ", ".join(repr(name) for name in LADDER_METHODS)
            raise MethodError(f"solve_all: only methods {ladder} support it, not {self._method.name!r}")
        if max_solutions != 32 and not is_integer(max_solutions, 1, 10**6):
            raise ConfigurationError(
                f"max_solutions: expected an integer from 1 to 1000000, got {max_solutions!r}"
            )
        if self._problem._worlds:
            targets = self._with_worlds(targets)
        arguments = self._arguments
        arguments.require_targets(targets, options.get("weights"))
        if options:
            check_names(options, QueryOptions, Solver.solve_all)
        given: dict[str, Any] = {**options, "targets": targets}
        try:
            try:
                native = self._native.solve_all(start, given, max_solutions, False)
            except _core.RefusedArgument:  # as in solve
                converted = arguments.options(options, QueryOptions, Solver.solve_all)
                converted["targets"] = arguments.targets(targets)
                begin = arguments.start(start)
                native = self._native.solve_all(begin, converted, int(max_solutions), True)
            else:
                if self._checks_targets and targets is not None:
                    self._checks_targets = False
                    arguments.targets(targets)
        except SolverBusyError as error:
            raise self._busy_error(error) from None
        if start is not None and (self._checks_start or not len(native)):
            self._checks_start = False
            arguments.warn_of_start(start)
        if options:
            self._warn_of_max_change(options)
        return Solutions(native, self._problem._as_compiled(), self._method.name, self._prefers_best)

    @shows_options(SearchOptions)
    def solve_batch(
        self,
        targets: Mapping[str, npt.ArrayLike] | npt.ArrayLike | Any,
        starts: npt.ArrayLike | Mapping[str, npt.ArrayLike] | None = None,
        *,
        from_nearest: bool = False,
        on_bad: OnBad = "raise",
        progress: bool = False,
        **options: Unpack[SearchOptions],
    ) -> BatchSolution:
        """Solve N queries at once, distributed over SIMD lanes and threads: the fastest way to solve many.

        ``targets`` is (N, 4, 4) for a single pose goal, or maps goal names to arrays of N targets: poses (N,
        4, 4), positions (N, 3), orientations (N, 4) and so on; poses and orientations may have any form that
        the goal accepts, such as (N, 7), a pair (positions, quaternions) or a list of ``pin.SE3``.
        ``starts`` is (N, dof), or one start for all, by default the neutral posture.
        :class:`~memetik.SearchOptions` explains the options; a weight is one number for all queries or an
        array (N,), with 0 where the goal is off. Every solution equals that of ``solve`` with the same
        arguments; it depends neither on the other queries nor on the number of threads.

        A row with a wrong target, start or weight raises an error that names it. With ``on_bad="mark"`` the
        other rows are solved, and this one has the status ``"invalid_input"`` and NaN as ``q``;
        ``BatchSolution.invalid_input`` has the reasons. ``progress=True`` shows a progress bar.

        ``from_nearest=True`` starts each query at the solution of the nearest target that was solved before,
        for hard problems whose targets are close to each other, such as points inside a vessel: once the way
        in is known, the next solution is a short local search away. ``starts`` are for queries without a
        solved one before them. Solutions then depend on the queries before: these are solved in waves, each
        longer by one than all waves before it. The distance of targets is in metres, with 0.2 m for a radian.
        """
        self._check_local(options)
        check_choice(on_bad, get_args(OnBad), "on_bad")
        if not isinstance(progress, bool):
            raise ConfigurationError(f"progress: expected True or False, got {progress!r}")
        if self._problem._moved():
            self._bind(Problem._of(self.robot, self._problem._goals, self._problem._joints), None)
        if not isinstance(from_nearest, bool):
            raise ConfigurationError(f"from_nearest: expected True or False, got {from_nearest!r}")
        if from_nearest and progress:
            raise ConfigurationError("progress: from_nearest=True has no progress bar")
        queries = BatchArguments(self._problem, targets, starts, options.get("weights"))
        if on_bad == "raise":
            queries.raise_if_bad()
        self._arguments.require_targets(targets, options.get("weights"))
        given = {**options, "weights": queries.common_weights}
        converted = self._arguments.options(given, SearchOptions, Solver.solve_batch)
        self._warn_of_max_change(options)
        self._cancelled = False

        def run(part: BatchArguments) -> Found:
            if not (from_nearest or progress):
                return solve_at_once(self._native, part, converted)
            solve = solve_from_neighbors if from_nearest else solve_in_chunks
            return solve(self._native, part, converted, lambda: self._cancelled)

        try:
            q, fields, time = solve_good_rows(queries, run)
        except SolverBusyError as error:
            raise self._busy_error(error) from None
        queries.keep_targets()
        solved = BatchQueries(queries, converted, self._method.name, self._prefers_best)
        return BatchSolution(q, fields, time, solved, {row: str(error) for row, error in queries.bad.items()})

    def _with_worlds(self, targets: Any) -> Any:
        """Return the targets of a query with the poses of objects that have moved since compilation. If the
        world has other objects than then, compile again.
        """
        compiled, worlds = self._problem._follow_worlds()
        if compiled:
            self._bind(self._problem, None)
        if not worlds:
            return targets
        moved: dict[str, Any] = {name: world.poses for name, world in worlds.items()}
        moved |= moved_targets(self._problem._goals, worlds)
        return moved if targets is None else moved | dict(self._arguments.by_name(targets))

    def _warn_of_max_change(self, options: Mapping[str, Any]) -> None:
        if options.get("max_change") is not None:
            self._checks_change = False
            self._arguments.warn_of_max_change(options["max_change"])

    def _busy_error(self, raised: SolverBusyError) -> SolverBusyError:
        return busy_error(raised, self, (Solver.solve, Solver.solve_all, Solver.solve_batch))

    def _check_local(self, options: Mapping[str, Any]) -> None:
        local = options.get("local")
        if isinstance(local, (bool, np.bool_)) and local and self._method.name not in LOCAL_METHODS:
            local = ", ".join(repr(name) for name in LOCAL_METHODS)
            raise MethodError(f"local=True is for methods {local}, not for {self._method.name!r}")

    def cancel(self) -> None:
        """Stop a solve that runs in another thread; it returns its best ``q``, stopped by ``"cancelled"``."""
        self._cancelled = True  # ends the chunks of a batch with a progress bar
        self._native.cancel()


def _budget(value: Any) -> int:
    """Return the solver's budget of evaluations, which unlike a query's must not be None."""
    if value is None:
        raise ConfigurationError("max_evaluations: a solver needs an integer, got None")
    return int(plain_option("max_evaluations", value))
