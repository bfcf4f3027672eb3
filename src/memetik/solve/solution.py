"""Solution: the result of a solve."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from .. import _core
from ..collision.collision_check import Contact
from ..errors import SolveError
from ..transforms import Array
from .batch_row import BatchQueries, BatchRow
from .clearances import Clearances, clearances_at
from .explain import explain
from .explanation import Explanation
from .generations import Generations
from .pulls import units_of
from .query_goals import query_goals
from .solution_record import FIELD_NAMES, SolutionRecord, refused_record
from .trace import Trace, TraceEntry
from .wording import duration, human

if TYPE_CHECKING:
    from ..goals.goal import Goal
    from ..plot import Still
    from .problem import Problem

Status: TypeAlias = Literal["solved", "approximate", "unreachable", "invalid", "invalid_input"]
StoppedBy: TypeAlias = Literal[
    "solved", "converged", "unreachable", "budget", "deadline", "cancelled", "invalid_input"
]
Stage: TypeAlias = Literal[
    "start", "restarts", "hints", "memetic", "settle", "closed form", "search", "invalid_input"
]


class _ErrorsOfOff(dict[str, float]):
    """The errors of a goal that is switched off, which prints as such."""

    def __repr__(self) -> str:
        return f"{super().__repr__()} (off)"


def _field(name: str, meaning: str) -> Any:
    """Return a property that reads this field of the core's solution."""
    return property(lambda solution: solution._native[name], doc=meaning)


class Solution:
    """The result of one query. Its truth value is ``success``.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> target = robot.fk([0.1, -1.2, 1.5, -0.3, 0.8, 0.2], "tool0")
    >>> solution = mk.solve(robot, mk.Pose("tool0", target))
    >>> solution.status, robot.within_limits(solution.q)
    ('solved', True)
    """

    __slots__ = ("_clearances", "_errors", "_native", "_prefers_best", "_problem", "_q", "method")
    _q: Array
    _errors: dict[str, dict[str, float]]
    _clearances: Clearances

    status: Status = _field(
        "status",
        """What ``q`` is: ``"solved"`` (all required and primary goals that are switched on are met),
        ``"approximate"`` (the best configuration found), ``"unreachable"`` (the same, and a target is
        provably out of reach), or ``"invalid"`` (the solver's ``valid`` rejects it, and no better
        configuration is known to be valid). In a batch, ``"invalid_input"`` marks a query whose target,
        start or weight is wrong; ``q`` is NaN then.
        """,
    )
    stopped_by: StoppedBy = _field(
        "stopped_by",
        """Why the search ended: ``"solved"``, ``"converged"`` (further search had nothing to gain),
        ``"unreachable"`` (it is proven that a target is out of reach), ``"budget"`` (of evaluations),
        ``"deadline"`` or ``"cancelled"``.
        """,
    )
    stage: Stage = _field(
        "stage",
        """The stage that found ``q``: the local search from the user's ``"start"``, ``"restarts"``,
        ``"memetic"`` evolution, or ``"settle"``, the descent to the best compromise near the best start; for
        ``solve_all`` also ``"closed form"``; for methods outside the ladder, ``"search"``.
        """,
    )
    cost: float = _field("cost", "Weighted sum of the squared residuals of the primary goals.")
    evaluations: int = _field(
        "evaluations",
        "Number of evaluated configurations, counted as if the starts had been tried one after the other.",
    )
    starts: int = _field("starts", "Number of configurations that local searches and species began at.")
    generations: int = _field("generations", "Number of generations, summed over all islands.")
    validity_checks: int = _field("validity_checks", "Number of configurations that ``valid`` checked.")

    def __init__(
        self, native: _core.Solution | BatchRow, problem: Problem, method: str, prefers_best: bool
    ) -> None:
        self._native: _core.Solution | BatchRow | SolutionRecord = native
        self._problem = problem
        self._prefers_best = prefers_best
        self.method = method

    @property
    def q(self) -> Array:
        """The best configuration (dof,) [rad, m], also after a failure: within limits, with continuous joints
        at the turn nearest to the start.
        """
        try:
            return self._q
        except AttributeError:
            self._q = self._native.q
            return self._q

    @property
    def joints(self) -> dict[str, float | Array]:
        """Joint name -> value: a number, or an array for joints with several variables.

        Joints that :meth:`Robot.lock` fixed are included: the robot before ``lock`` can ``pack`` them.
        """
        if isinstance(self._native, SolutionRecord):
            return self._native.joints
        return self._problem.robot.unpack(self.q)

    @property
    def success(self) -> bool:
        """Whether all required and primary goals are within tolerance, by exact forward kinematics at ``q``.

        Goals that are ``off`` do not count. If none is left that does, this is True of any configuration.
        """
        return self._native.success

    @property
    def time(self) -> float:
        """The time spent in the core [s]."""
        return self._native.time

    @property
    def trace(self) -> Trace:
        """The record of the search; empty unless the solve had ``trace=True``."""
        if isinstance(self._native, SolutionRecord):
            return self._native.trace
        entries = [TraceEntry(*entry) for entry in self._native.trace]
        names = self._problem.active_variables
        generations = Generations._of_islands(names, self._native.lineages)
        return Trace(entries, self._native.gaps, generations)

    @property
    def errors(self) -> dict[str, dict[str, float]]:
        """Goal name -> error name -> value [m or rad] at ``q``; goals with weight 0 print as ``(off)``.

        >>> import memetik as mk
        >>> goals = mk.JointValue("elbow_joint", 1), mk.JointValue("wrist_1_joint", 2, name="wrist")
        >>> mk.Solver("ur5", goals).solve(weights={"wrist": 0}).errors["wrist"]
        {'difference': 2.0} (off)
        """
        if isinstance(self._native, SolutionRecord):
            return self._native.errors
        try:
            return self._errors
        except AttributeError:
            values, _ = self._problem._measure(self._native.parameters, self._native.q[None])
            self._errors = self._problem._errors_by_name(values[0])
            self._errors |= {name: _ErrorsOfOff(self._errors[name]) for name in self.off}
            return self._errors

    @property
    def clearance(self) -> float | None:
        """The smallest clearance [m] at ``q``, negative in collision, over all
        :class:`~memetik.KeepClear` goals of the problem, also those that are off; None if it has none.

        Obstacles are where this query had them. It is computed when it is first asked for.

        >>> import memetik as mk
        >>> ball = mk.KeepClear({"tool0": (0, 0, 0, 0.1)}, mk.collision.HalfSpace(), margin=0.05)
        >>> solution = mk.solve("ur5", [mk.Position("tool0", (0.4, 0.1, 0.2)), ball])
        >>> round(solution.clearance, 6), solution.contacts
        (0.1, [])
        """
        if isinstance(self._native, SolutionRecord):
            return self._native.clearance
        return self._known_clearances.smallest

    @property
    def contacts(self) -> list[Contact]:
        """What is nearer to a link than the margin of a :class:`~memetik.KeepClear`: a
        :class:`~memetik.collision.Contact` of each pair, the deepest first.
        """
        if isinstance(self._native, SolutionRecord):
            return list(self._native.contacts)
        return self._known_clearances.deepest

    @property
    def _known_clearances(self) -> Clearances:
        assert not isinstance(self._native, SolutionRecord)
        try:
            return self._clearances
        except AttributeError:
            self._clearances = clearances_at(self._problem, self._native.parameters, self._native.q)
            return self._clearances

    @property
    def off(self) -> tuple[str, ...]:
        """Names of the goals that a weight of 0 switched off: they count neither as met nor as unmet."""
        if isinstance(self._native, SolutionRecord):
            return self._native.off
        factors = self._problem._factors_in(self._native.parameters)
        return tuple(name for name, factor in factors.items() if factor == 0)

    @property
    def _variable_names(self) -> tuple[str, ...]:
        """The name of each entry of q."""
        if isinstance(self._native, SolutionRecord):
            return self._native.variable_names
        return self._problem.robot.variable_names

    @property
    def _undecided(self) -> bool:
        """Whether no goal decides success, because all are secondary or off: any configuration is solved."""
        if isinstance(self._native, SolutionRecord):
            return self._native.explanation.goal_count == 0
        goals = self._problem._goals
        return all(name in self.off for name, goal in goals.items() if goal._decides_success)

    @property
    def _units(self) -> dict[str, tuple[str, ...]]:
        """Goal name -> the units of its errors."""
        if isinstance(self._native, SolutionRecord):
            return self._native.units
        return {name: units_of(self._problem, goal) for name, goal in self._problem._goals.items()}

    def __bool__(self) -> bool:
        return self._native.success

    def explain(self) -> Explanation:
        """Return why the solution is not solved: the unmet goals, and what keeps them from being met.

        >>> import memetik as mk
        >>> solution = mk.solve("ur5", mk.Position("tool0", (2, 0, 0)))
        >>> solution.explain().beyond_reach[0].goal
        'tool0'
        """
        if isinstance(self._native, SolutionRecord):
            return self._native.explanation
        return explain(self._native, self._problem, self._prefers_best, lambda: self._known_clearances)

    def plot(self, **options: Any) -> Still:
        """A picture of the robot at ``q``, with the goals at the targets of this query, the obstacles of
        :class:`~memetik.KeepClear` goals where this query had them, and :attr:`contacts`.

        ``options`` are those of :meth:`memetik.Robot.plot`, such as ``quality="preview"``; notebooks show the
        picture, ``solution.plot().save("solution.png")`` writes it.

        >>> import memetik as mk
        >>> mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3))).plot(size=(320, 240))
        Still(320 x 240); .save('picture.png') writes it
        """
        goals = self._query_goals()
        return self._problem.robot.plot(self.q, **{"goals": goals, "contacts": self.contacts, **options})

    def _query_goals(self) -> list[Goal]:
        """The goals that are switched on, with the targets and the obstacles of this query."""
        if isinstance(self._native, SolutionRecord):
            raise SolveError(
                "plot: a solution that was pickled, or whose input is invalid, has no robot and goals; "
                "use robot.plot(solution.q, goals=goals)"
            )
        return query_goals(self._problem, self._native.parameters)

    def raise_if_failed(self) -> Solution:
        """Return the solution itself; raise :class:`~memetik.SolveError` if it is not a success.

        The message has the words of :meth:`explain`.
        """
        if not self.success:
            raise SolveError(f"{self.explain()}\n{self!r}")
        return self

    def to_dict(self) -> dict[str, Any]:
        """Return the solution as strings and numbers [rad, m, s] by name, which JSON can store.

        The names are those of :meth:`BatchSolution.to_dict`, and ``time``; what is NaN there is None here.
        So ``pandas.DataFrame([s.to_dict() for s in solutions])`` is a table with a row per solution.

        >>> import memetik as mk
        >>> entry = mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3), name="tip")).to_dict()
        >>> entry["status"], list(entry)[-2:]
        ('solved', ['q.wrist_3_joint', 'errors.tip.position'])
        """
        entry: dict[str, Any] = {"success": self.success}
        entry |= {name: self._native[name] for name in FIELD_NAMES}
        entry["time"] = self.time
        entry |= {
            f"q.{name}": value for name, value in zip(self._variable_names, self.q.tolist(), strict=True)
        }
        if self.clearance is not None:  # infinite if there is nothing to touch
            entry["clearance"] = self.clearance if math.isfinite(self.clearance) else None
        for goal, errors in self.errors.items():
            entry |= {f"errors.{goal}.{name}": float(value) for name, value in errors.items()}
        return {name: None if value != value else value for name, value in entry.items()}

    def __repr__(self) -> str:
        effort = f"{duration(self.time)}, {self.evaluations} evaluations, by {self.stage}"
        status: str = self.status
        if self.stopped_by not in ("solved", status) and not self.success:
            status += f", stopped by {self.stopped_by},"
        if self._undecided:
            status += ", no goal decides success,"
        goals = ", ".join(self._describe(name, units) for name, units in self._units.items())
        return f"<Solution {status} in {effort}: {goals}>"

    def _repr_html_(self) -> str:
        from ..report.solution_html import solution_html

        return solution_html(self)

    def _describe(self, name: str, units: tuple[str, ...]) -> str:
        if name in self.off:
            return f"{name} off"
        values = zip(self.errors[name].values(), units, strict=True)
        return " ".join([name, *(human(value, unit) for value, unit in values)])

    def __reduce__(self) -> tuple[Any, ...]:
        record = SolutionRecord(
            self._native,
            q=self.q,
            success=self.success,
            time=self.time,
            trace=self.trace,
            joints=self.joints,
            variable_names=self._variable_names,
            errors=self.errors,
            off=self.off,
            units=self._units,
            clearance=self.clearance,
            contacts=self.contacts,
            explanation=self.explain(),
        )
        return Solution._restored, (record, self.method)

    @classmethod
    def _restored(cls, record: SolutionRecord, method: str) -> Solution:
        solution = cls.__new__(cls)
        solution._native, solution.method = record, method
        return solution

    @classmethod
    def _refused(
        cls, q: Array, fields: dict[str, Any], time: float, queries: BatchQueries, reason: str
    ) -> Solution:
        """Return the solution of a query that was not solved because its input is invalid."""
        return cls._restored(refused_record(queries.problem, q, fields, time, reason), queries.method)
