"""BatchSolution: the solutions of many queries."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import SolveError
from ..transforms import Array
from .batch_explanation import BatchExplanation
from .batch_row import BatchQueries, BatchRow
from .clearances import keep_clears, smallest_clearances
from .explanation import Explanation
from .pulls import units_of
from .solution import Solution
from .wording import duration

_LAYOUT, _CORE_WORDS = _core.batch_layout()
FIELDS = np.dtype(_LAYOUT)  # the fields of a batch's solutions; one element per query
INVALID_INPUT = "invalid_input"
_WORDS = {name: (*words, INVALID_INPUT) for name, words in _CORE_WORDS.items()}


def _column(name: str) -> Any:
    """A property of that field of all solutions of a batch."""

    def read(batch: BatchSolution) -> Any:
        column = batch._fields[name]
        return np.take(np.array(_WORDS[name]), column) if name in _WORDS else np.ascontiguousarray(column)

    return property(read, doc=f"(N,), as ``Solution.{name}``.")


def code_of(field: str, word: str) -> int:
    """The number that stands for a word in the fields of a batch."""
    return _WORDS[field].index(word)


def mark_invalid(q: Array, fields: npt.NDArray[np.void], rows: Any) -> None:
    """Enter in ``rows`` that there is no solution because the input is invalid."""
    q[rows] = np.nan
    for name in FIELDS.names or ():
        column = fields[name]
        if name in _WORDS:
            column[rows] = code_of(name, INVALID_INPUT)
        else:
            column[rows] = np.nan if column.dtype == np.float64 else 0


class BatchSolution:
    """The solutions of many queries as arrays: ``q`` (N, dof), and the ``time`` [s] of the whole batch.

    ``batch[3]`` is one :class:`Solution`, whose time is the batch's divided by N; ``batch[10:20]`` and
    ``batch[~batch.success]`` are batches. ``invalid_input`` maps the rows that
    ``solve_batch(on_bad="mark")`` could not solve to the reason; their ``q`` is NaN.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> batch = mk.Solver(robot, mk.Pose("tool0")).solve_batch(robot.fk(robot.random(9, rng=1), "tool0"))
    >>> batch[2].success, len(batch[2:5]), batch.errors["tool0"]["position"].shape
    (True, 3, (9,))
    """

    status: npt.NDArray[np.str_] = _column("status")
    stopped_by: npt.NDArray[np.str_] = _column("stopped_by")
    stage: npt.NDArray[np.str_] = _column("stage")
    cost: Array = _column("cost")
    evaluations: npt.NDArray[np.int64] = _column("evaluations")
    starts: npt.NDArray[np.int64] = _column("starts")
    generations: npt.NDArray[np.int64] = _column("generations")
    validity_checks: npt.NDArray[np.int64] = _column("validity_checks")

    def __init__(
        self,
        q: Array,
        fields: npt.NDArray[np.void],
        time: float,
        queries: BatchQueries,
        invalid_input: Mapping[int, str],
    ) -> None:
        self.q = q
        self.time = time
        self.invalid_input = dict(invalid_input)
        self._fields = fields
        self._queries: BatchQueries | None = queries
        self._variables = queries.problem.robot.variable_names
        goals = queries.problem._goals.items()
        self._units = {n: units_of(queries.problem, goal) for n, goal in goals if goal._decides_success}

    @property
    def success(self) -> npt.NDArray[np.bool_]:
        """Whether every primary goal is within its tolerance, (N,)."""
        return np.asarray(self._fields["status"] == code_of("status", "solved"))

    @functools.cached_property
    def errors(self) -> dict[str, dict[str, Array]]:
        """Goal name -> error name -> values (N,) [m or rad] at ``q``; NaN where the input is invalid."""
        queries = self._known_queries("errors")
        problem = queries.problem
        count = sum(len(goal.error_names) for goal in problem._goals.values())
        values = np.full((len(self), count), np.nan)
        for row in range(len(self)):
            if row not in self.invalid_input:
                parameters = queries.as_single(row).parameters
                values[row] = problem._measure(parameters, self.q[row : row + 1])[0]
        return problem._errors_by_name(values.T)

    @functools.cached_property
    def clearance(self) -> Array | None:
        """The smallest clearance (N,) [m] at each ``q``, as :attr:`Solution.clearance`; NaN where the input
        is invalid, None if the problem has no :class:`~memetik.KeepClear`. Contacts are in
        ``batch[i].contacts``.
        """
        queries = self._known_queries("clearance")
        known = range(len(self)) if keep_clears(queries.problem) else ()
        parameters = (
            None if row in self.invalid_input else queries.as_single(row).parameters for row in known
        )
        return smallest_clearances(queries.problem, parameters, self.q)

    @overload
    def explain(self, row: int) -> Explanation: ...
    @overload
    def explain(self, row: None = None) -> BatchExplanation: ...
    def explain(self, row: int | None = None) -> Explanation | BatchExplanation:
        """Return why the solution of one query is not solved, as ``batch[row].explain()``.

        Without a row, return how many queries were not solved for which reasons.

        >>> import memetik as mk
        >>> solver = mk.Solver("ur5", mk.Position("tool0", name="tip"))
        >>> solver.solve_batch([(0.4, 0.1, 0.3), (2, 0, 0), (3, 0, 0)]).explain()
        1 of 3 solved. Of the 2 others:
        - 2: tip is not met
        - 2: tip is out of reach
        batch.explain(1) explains the first of them.
        """
        if row is None:
            unsolved = {int(i): self[int(i)].explain() for i in np.flatnonzero(~self.success)}
            return BatchExplanation(len(self), unsolved)
        if isinstance(row, slice) or np.ndim(row) != 0:
            raise TypeError(f"explain: expected one row, or none for a summary, got {row!r}")
        return self[row].explain()

    def to_dict(self) -> dict[str, npt.NDArray[Any]]:
        """Return columns (N,) by name, from which ``pandas.DataFrame`` makes a table.

        They are ``success``, ``status`` and so on, ``q.<variable>`` and ``errors.<goal>.<error>``.

        >>> import memetik as mk
        >>> batch = mk.Solver("ur5", mk.Position("tool0", name="tip")).solve_batch([(0.4, 0.1, 0.3)])
        >>> list(batch.to_dict())[-2:]
        ['q.wrist_3_joint', 'errors.tip.position']
        """
        columns: dict[str, npt.NDArray[Any]] = {"success": self.success}
        columns |= {name: getattr(self, name) for name in FIELDS.names or ()}
        columns |= {f"q.{name}": self.q[:, i].copy() for i, name in enumerate(self._variables)}
        if self.clearance is not None:
            columns["clearance"] = self.clearance.copy()
        for goal, errors in self.errors.items():
            columns |= {f"errors.{goal}.{name}": np.array(values) for name, values in errors.items()}
        return columns

    def __len__(self) -> int:
        return len(self.q)

    def __iter__(self) -> Iterator[Solution]:
        return (self[row] for row in range(len(self)))

    @overload
    def __getitem__(self, rows: int | np.integer[Any]) -> Solution: ...
    @overload
    def __getitem__(self, rows: slice | npt.ArrayLike) -> BatchSolution: ...
    def __getitem__(self, rows: Any) -> Solution | BatchSolution:
        if isinstance(rows, (int, np.integer)) and not isinstance(rows, bool):
            if not -len(self) <= rows < len(self):
                raise IndexError(f"batch[{rows}]: the batch has {len(self)} rows")
            return self._solution(int(rows) % len(self))
        if not isinstance(rows, slice):
            rows = _row_numbers(rows, len(self))
        kept = np.arange(len(self))[rows]
        marked = {i: self.invalid_input[row] for i, row in enumerate(kept) if row in self.invalid_input}
        time = self.time * len(kept) / max(len(self), 1)
        queries = self._known_queries("batch[...]").only(rows)
        return BatchSolution(self.q[rows], self._fields[rows], time, queries, marked)

    def _solution(self, row: int) -> Solution:
        queries = self._known_queries(f"batch[{row}]")
        time = self.time / len(self)
        fields = {name: self._fields[name][row].item() for name in FIELDS.names or ()}
        fields |= {name: words[fields[name]] for name, words in _WORDS.items()}
        if row in self.invalid_input:
            return Solution._refused(self.q[row].copy(), fields, time, queries, self.invalid_input[row])
        native = BatchRow(fields, self.q[row].copy(), time, queries.as_single(row))
        return Solution(native, queries.problem, queries.method, queries.prefers_best)

    def _known_queries(self, what: str) -> BatchQueries:
        if self._queries is None:
            raise SolveError(
                f"{what}: a batch that was pickled has its arrays and errors, but not its goals and targets; "
                "do this before you pickle it"
            )
        return self._queries

    def __repr__(self) -> str:
        each = self.time / max(len(self), 1)
        solved = np.count_nonzero(self.success)
        total = f"{solved} of {len(self)} solved in {duration(self.time)}"
        marked = f", {len(self.invalid_input)} with invalid input" if self.invalid_input else ""
        return f"<BatchSolution {total}, {duration(each)} each{marked}>"

    def _repr_html_(self) -> str:
        from ..report.batch_html import batch_html

        return batch_html(self)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "errors": self.errors, "clearance": self.clearance, "_queries": None}


def _row_numbers(rows: Any, count: int) -> npt.NDArray[np.int64]:
    """Return the row numbers that a list of integers or a boolean mask selects."""
    try:
        array = np.asarray(rows)
    except ValueError:  # ragged
        array = np.array(None)
    if array.dtype == bool and array.shape == (count,):
        return np.flatnonzero(array)
    if array.ndim != 1 or (array.size and not np.issubdtype(array.dtype, np.integer)):
        raise TypeError(f"batch[...]: expected a row, a slice, a list of rows or a mask, got {rows!r}")
    if array.size and not (-count <= array.min() and array.max() < count):
        raise IndexError(f"batch[...]: the batch has {count} rows, got {rows!r}")
    return array.astype(np.int64)
