"""Checks the arguments of a batch and converts them for the core, row by row where a row is wrong."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import ConfigurationError, GoalError, InputWarning, MemetikError, warn
from ..goals.goal import Goal
from ..other_libraries import as_numpy
from ..robot.robot import Robot
from ..robot.sampling import angle_mask
from ..transforms import MAX_VALUE, Array
from .arguments import Arguments
from .freedom import FAR, has_place
from .problem import Problem

_ROWS_NAMED = 10  # in an error


class BatchArguments:
    """Targets, starts and weights of N queries. ``bad`` has an error for each row that cannot be solved.

    ``targets`` and ``weights`` are pairs of goal index and array with a row per query. ``start`` is one start
    for all queries and ``starts`` (N, dof) one per query; at least one of them is None. ``common_weights``
    are those that are the same for all queries.
    """

    def __init__(self, problem: Problem, targets: Any, starts: Any, weights: Any) -> None:
        self.problem = problem
        self._arguments = Arguments(problem)
        self._names = list(problem._goals)
        self.bad: dict[int, MemetikError] = {}
        self.count = -1
        self.targets: list[tuple[int, Array]] = []
        for name, values in self._arguments.by_name(targets).items():
            self.targets.append((self._index(name), self._target_rows(name, values)))
        if self.count < 0:
            raise GoalError("targets: the mapping is empty; give the targets of at least one goal")
        self.start, self.starts = self._read_starts(starts)
        self.weights, self.common_weights = self._read_weights(weights)

    def raise_if_bad(self) -> None:
        """Raise the error of the first row that cannot be solved, with the numbers of all such rows."""
        if not self.bad:
            return
        rows = sorted(self.bad)
        first = self.bad[rows[0]]
        if len(rows) == 1:
            raise first
        more = f", ... ({len(rows)} in all)" if len(rows) > _ROWS_NAMED else ""
        named = ", ".join(map(str, rows[:_ROWS_NAMED]))
        raise type(first)(
            f"{first}. Bad rows are: {named}{more}; with on_bad='mark' the others are solved"
        ) from first

    def keep_targets(self) -> None:
        """Copy the targets, so that they stay when the user changes the arrays."""
        self.targets = [(goal, array.copy()) for goal, array in self.targets]

    def only(self, rows: Any) -> BatchArguments:
        """The queries of some rows, given as a slice, an index array or a mask."""
        part = BatchArguments.__new__(BatchArguments)
        part.problem, part._arguments, part._names = self.problem, self._arguments, self._names
        part.bad, part.start, part.common_weights = {}, self.start, self.common_weights
        part.targets = [(goal, array[rows]) for goal, array in self.targets]
        part.weights = [(goal, array[rows]) for goal, array in self.weights]
        part.starts = None if self.starts is None else self.starts[rows]
        part.count = len(part.targets[0][1])
        return part

    def _index(self, name: str) -> int:
        self.problem._goal(name)
        return self._names.index(name)

    # ---------------------------------------------------------------- targets

    def _target_rows(self, name: str, values: Any) -> Array:
        """Return the targets (N, ...) of one goal in the core's form; wrong rows are entered in ``bad``."""
        goal, what = self.problem._goal(name), f"targets of {name!r}"
        shape = goal._target_shape(self.problem.robot)
        if not shape:
            raise GoalError(f"{what}: {type(goal).__name__} has no target")
        array = _in_core_form(values, shape)
        if array is None:
            array = _in_other_form(goal, values, shape, what)
        else:
            goal._warn_of_targets(array, what)
        if self.count not in (-1, len(array)):
            raise GoalError(f"{what}: expected {self.count}, as many as of the other goals, got {len(array)}")
        self.count = len(array)
        if self._first_bad(name, array) < 0:
            self._warn_of_far_targets(goal, array, what)
            return array
        repaired = goal._as_targets(array, what)
        rows = array.copy() if repaired is None else repaired
        self._enter_bad_targets(name, goal, values, rows)
        return rows

    def _warn_of_far_targets(self, goal: Goal, array: Array, what: str) -> None:
        """Warn of places that are many times the reach away, unless the robot may move anywhere."""
        robot = self.problem.robot
        if not has_place(goal) or not robot.reach or not array.size:
            return
        places = array[:, :3, 3] if array.ndim == 3 else array
        far = FAR * robot.reach
        if max(places.max(), -places.min()) * math.sqrt(3) <= far or _moves_anywhere(robot):
            return
        count = int((np.linalg.norm(places, axis=1) > far).sum())
        if count:
            warn(
                f"{what}: {count} of {len(array)} are more than {FAR:.0f} times the robot's reach "
                f"({robot.reach:.3g} m) away; targets are in metres",
                InputWarning,
            )

    def _enter_bad_targets(self, name: str, goal: Goal, values: Any, rows: Array) -> None:
        """Repair in place the rows that the core refuses, or enter them in ``bad``."""
        row = self._first_bad(name, rows)
        while row >= 0:
            try:
                rows[row] = goal._as_target(goal._target_row(values, row), self.problem.robot)
            except ValueError as error:
                self.bad.setdefault(row, GoalError(f"targets of {name!r}, row {row}: {error}"))
            rest = self._first_bad(name, rows[row + 1 :])
            row = row + 1 + rest if rest >= 0 else -1

    def _first_bad(self, name: str, rows: Array) -> int:
        return int(_core.first_bad_target(self.problem._native, self._index(name), rows))

    # ---------------------------------------------------------------- starts and weights

    def _read_starts(self, starts: npt.ArrayLike | Mapping[str, Any] | None) -> tuple[Any, Any]:
        if starts is None:
            return None, None
        if isinstance(starts, Mapping):
            return self._read_start(starts), None
        robot = self.problem.robot
        rows, single = robot._configurations.rows(starts)
        if single:
            return self._read_start(starts), None
        if len(rows) != self.count:
            raise ConfigurationError(
                f"starts: expected {self.count}, one per target, or one for all; got {len(rows)}"
            )
        usable = np.asarray((np.abs(rows) <= MAX_VALUE).all(axis=1))
        for row in np.flatnonzero(~usable).tolist():
            try:
                robot._row(rows[row])
            except ConfigurationError as error:
                self.bad.setdefault(row, ConfigurationError(f"starts, row {row}: {error}"))
        rows = np.where(usable[:, None], rows, robot._neutral)
        self._arguments.warn_of_starts(rows, "starts")
        return None, np.ascontiguousarray(robot.clip(rows))

    def _read_start(self, start: Any) -> Any:
        converted = self._arguments.start(start)
        self._arguments.warn_of_start(converted)
        return converted

    def _read_weights(self, weights: Any) -> tuple[list[tuple[int, Array]], Any]:
        if not isinstance(weights, Mapping):
            return [], weights  # None, or refused later
        arrays = []
        for name, values in weights.items():
            if np.ndim(values) == 0:
                continue
            if np.shape(values) != (self.count,):
                raise GoalError(
                    f"weights of {name!r}: expected one number for all queries, or an array ({self.count},) "
                    f"of one per query; got {np.shape(values)}"
                )
            arrays.append((self._index(name), self._weight_rows(name, np.asarray(values).tolist())))
        return arrays, {name: weight for name, weight in weights.items() if np.ndim(weight) == 0}

    def _weight_rows(self, name: str, values: list[Any]) -> Array:
        rows = np.zeros(len(values))
        for row, value in enumerate(values):
            try:
                rows[row] = self._arguments.weight(name, value, f", row {row}")
            except GoalError as error:
                self.bad.setdefault(row, error)
        return rows


def _moves_anywhere(robot: Robot) -> bool:
    """Whether a translation of the robot has no limits."""
    return bool(np.isinf(robot.upper - robot.lower)[angle_mask(robot.joints.values()) == 0].any())


def _in_core_form(values: Any, shape: tuple[int, ...]) -> Array | None:
    """``values`` as an array (N, *shape), not copied if it is one already; None if they are no such array."""
    try:
        array = np.asarray(as_numpy(values), dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError):
        return None
    return array if array.shape[1:] == shape and array.ndim == len(shape) + 1 else None


def _in_other_form(goal: Goal, values: Any, shape: tuple[int, ...], what: str) -> Array:
    """Convert targets in one of the goal's other forms to an array (N, *shape)."""
    expected = ", ".join(map(str, ("N", *shape)))
    try:
        array = goal._as_targets(values, what)
    except GoalError:
        raise
    except ValueError:
        array = None
    if array is None or array.shape[1:] != shape or array.ndim != len(shape) + 1:
        try:
            got = str(np.shape(values))
        except ValueError:
            got = repr(values)
        raise GoalError(f"{what}: expected an array ({expected}), got {got}")
    return array
