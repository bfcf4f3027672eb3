"""What a solve gives back: the configuration, and the truth about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import SolveError
from ..transforms import Array
from .generations import Generations
from .trace import Trace, TraceEntry

if TYPE_CHECKING:
    from .problem import Problem

Status: TypeAlias = Literal["solved", "approximate", "timed out", "cancelled", "unreachable", "invalid"]
Stage: TypeAlias = Literal["start", "restarts", "memetic", "settle", "search"]

_LAYOUT, _WORDS = _core.batch_layout()
FIELDS = np.dtype(_LAYOUT)  # of a batch, an element per query


class _Record(dict[str, Any]):
    """A solution on its own, away from the core, the robot and the goals: what a pickle holds.

    The fields of the core's solution, and beside them:
    """

    q: Array
    success: bool
    time: float
    trace: Trace
    joints: dict[str, float | Array]
    errors: dict[str, dict[str, float]]
    units: dict[str, tuple[str, ...]]

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def _field(name: str, meaning: str) -> Any:
    """A property of that field of the core's solution."""
    return property(lambda solution: solution._native[name], doc=meaning)


class Solution:
    """The answer to one query. True in a condition if every primary goal is within its tolerance.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> target = robot.fk([0.1, -1.2, 1.5, -0.3, 0.8, 0.2], "tool0")
    >>> solution = mk.solve(robot, mk.Pose("tool0", target))
    >>> solution.status, robot.within_limits(solution.q)
    ('solved', True)
    """

    __slots__ = ("_errors", "_native", "_problem", "_q", "method")
    _q: Array
    _errors: dict[str, dict[str, float]]

    status: Status = _field(
        "status",
        """``"solved"``, or why not: ``"approximate"`` (the best that the budget of evaluations found),
        ``"timed out"``, ``"cancelled"``, ``"unreachable"`` (a target is proven to be farther away than the
        chain is long; this is the best approximation), ``"invalid"`` (the solver's ``valid`` rejected all
        that met the goals; this is one of those).
        """,
    )
    stage: Stage = _field(
        "stage",
        """What found the answer: the user's ``"start"``, ``"restarts"``, ``"memetic"`` evolution, or
        ``"settle"``, the best compromise near the best start; or the ``"search"`` of another method.
        """,
    )
    cost: float = _field("cost", "Sum of the squared, weighted residuals of the primary goals.")
    evaluations: int = _field(
        "evaluations",
        "Configurations evaluated up to the answer, counted as if one start was tried after the other.",
    )
    starts: int = _field("starts", "Configurations that local searches began at.")
    generations: int = _field("generations", "Generations of populations, on all islands together.")

    def __init__(self, native: _core.Solution, problem: Problem, method: str) -> None:
        self._native: _core.Solution | _Record = native
        self._problem = problem
        self.method = method

    @property
    def q(self) -> Array:
        """The configuration (dof,): within limits, continuous joints near the start. Always there."""
        try:
            return self._q
        except AttributeError:
            self._q = self._native.q
            return self._q

    @property
    def joints(self) -> dict[str, float | Array]:
        """Joint name -> value: a number, or an array for joints with several variables."""
        if isinstance(self._native, _Record):
            return self._native.joints
        return self._problem.robot.unpack(self.q)

    @property
    def success(self) -> bool:
        """Every primary goal is within its tolerance, by exact forward kinematics at ``q``."""
        return self._native.success

    @property
    def time(self) -> float:
        """Seconds spent in the core."""
        return self._native.time

    @property
    def trace(self) -> Trace:
        """What the solve did, if it was asked for by ``trace=True``; else nothing."""
        if isinstance(self._native, _Record):
            return self._native.trace
        entries = [TraceEntry(*entry) for entry in self._native.trace]
        names = self._problem.active_variables
        generations = Generations._of_islands(names, self._native.lineages)
        return Trace(entries, self._native.gaps, generations)

    @property
    def errors(self) -> dict[str, dict[str, float]]:
        """Goal name -> error name -> value in [m] or [rad], of all goals, at ``q``."""
        if isinstance(self._native, _Record):
            return self._native.errors
        try:
            return self._errors
        except AttributeError:
            values, _ = self._problem._measure(self._native.parameters, self._native.q[None])
            self._errors = self._problem._errors_by_name(values[0])
            return self._errors

    @property
    def _units(self) -> dict[str, tuple[str, ...]]:
        """Goal name -> units of its errors."""
        if isinstance(self._native, _Record):
            return self._native.units
        return {name: goal.error_units for name, goal in self._problem.goals.items()}

    def __bool__(self) -> bool:
        return self._native.success

    def raise_if_failed(self) -> Solution:
        """The solution itself, or :class:`~memetik.SolveError` if it is none."""
        if not self.success:
            raise SolveError(repr(self))
        return self

    def __repr__(self) -> str:
        effort = f"{_duration(self.time)}, {self.evaluations} evaluations, by {self.stage}"
        goals = ", ".join(self._describe(name, units) for name, units in self._units.items())
        return f"<Solution {self.status} in {effort}: {goals}>"

    def _describe(self, name: str, units: tuple[str, ...]) -> str:
        values = zip(self.errors[name].values(), units, strict=True)
        return " ".join([name, *(_human(value, unit) for value, unit in values)])

    def __reduce__(self) -> tuple[Any, ...]:
        record = _Record(
            self._native,
            q=self.q,
            success=self.success,
            time=self.time,
            trace=self.trace,
            joints=self.joints,
            errors=self.errors,
            units=self._units,
        )
        return Solution._restored, (record, self.method)

    @classmethod
    def _restored(cls, record: _Record, method: str) -> Solution:
        solution = cls.__new__(cls)
        solution._native, solution.method = record, method
        return solution


def _column(name: str) -> Any:
    """A property of that field of all solutions of a batch."""

    def read(batch: BatchSolution) -> Any:
        column = batch._fields[name]
        return np.take(np.array(_WORDS[name]), column) if name in _WORDS else np.ascontiguousarray(column)

    return property(read, doc=f"(N,), as ``Solution.{name}``.")


class BatchSolution:
    """The solutions of many queries as arrays: ``q`` (N, dof), and the ``time`` [s] of the whole batch."""

    status: npt.NDArray[np.str_] = _column("status")
    stage: npt.NDArray[np.str_] = _column("stage")
    cost: Array = _column("cost")
    evaluations: npt.NDArray[np.int64] = _column("evaluations")
    starts: npt.NDArray[np.int64] = _column("starts")
    generations: npt.NDArray[np.int64] = _column("generations")

    def __init__(self, q: Array, fields: npt.NDArray[np.void], time: float) -> None:
        self.q = q
        self.time = time
        self._fields = fields

    @property
    def success(self) -> npt.NDArray[np.bool_]:
        """(N,): every primary goal within its tolerance."""
        return np.asarray(self._fields["status"] == _WORDS["status"].index("solved"))

    def __len__(self) -> int:
        return len(self.q)

    def __repr__(self) -> str:
        each = self.time / max(len(self), 1)
        solved = np.count_nonzero(self.success)
        total = f"{solved} of {len(self)} solved in {_duration(self.time)}"
        return f"<BatchSolution {total}, {_duration(each)} each>"


def _duration(seconds: float) -> str:
    for factor, unit in ((1.0, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1 or unit == "µs":
            return f"{seconds * factor:.3g} {unit}"
    raise AssertionError("unreachable")


def _human(value: float, unit: str) -> str:
    """Metres in mm and radians in degrees, with the digits that matter."""
    if unit == "m":
        value, unit = value * 1e3, " mm"
    elif unit == "rad":
        value, unit = float(np.degrees(value)), "°"
    return f"{value:.3g}{unit}" if value < 1000 else f"{value:.0f}{unit}"
