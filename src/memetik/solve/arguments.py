"""Checks the arguments of a solver's queries and converts them for the core."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import ConfigurationError, GoalError
from ..goals.fields import LARGEST_WEIGHT
from ..goals.goal import Goal
from ..transforms import Array
from .problem import Problem
from .query_options import check_names, plain_option


class Arguments:
    """Converts the arguments of queries to one problem; raises a MemetikError if they do not fit."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._robot = problem.robot
        self._names = list(problem._goals)

    # ---------------------------------------------------------------- one query

    def options(self, options: Mapping[str, Any], known: type) -> dict[str, Any]:
        """Return options by name in the core's form; ``known`` is the TypedDict of the accepted options."""
        check_names(options, known)
        converters: dict[str, Callable[[Any], Any]] = {
            "targets": self.targets,
            "weights": self.weights,
            "history": self.history,
            "max_change": self.max_change,
        }
        return {
            name: converters[name](value) if name in converters else plain_option(name, value)
            for name, value in options.items()
        }

    def start(self, start: npt.ArrayLike | None) -> Any:
        """Return one configuration (dof,), or None."""
        return None if start is None else np.ascontiguousarray(self._robot._row(start))

    def targets(self, targets: Any) -> Any:
        """Return targets by goal name."""
        if targets is None:
            return None
        converted = {}
        for name, value in self._by_name(targets).items():
            goal = self._problem._goal(name)
            try:
                target = np.ascontiguousarray(goal._as_target(value, self._robot))
            except ValueError as error:
                raise GoalError(f"targets of {name!r}: {error}") from error
            if target.size:  # the configuration of a robot without joints is empty
                converted[name] = target
        return converted

    def weights(self, weights: Mapping[str, float] | None) -> Any:
        """Return weights by goal name."""
        if weights is None:
            return None
        if not isinstance(weights, Mapping):
            raise GoalError(f"weights: expected a mapping from goal names to numbers, got {weights!r}")
        return {name: self._weight(name, weight, "") for name, weight in weights.items()}

    def _weight(self, name: str, weight: Any, row: str) -> float:
        self._problem._goal(name)
        fits = isinstance(weight, Real) and 0 <= weight <= LARGEST_WEIGHT  # type: ignore[operator]
        if not fits:
            raise GoalError(
                f"weight of {name!r}{row}: expected a number from 0 to {LARGEST_WEIGHT:g}, got {weight!r}"
            )
        return float(weight)

    def max_change(self, change: Any) -> Any:
        """Return the largest change of every variable from the start (dof,), or None if all are infinite."""
        if change is None:
            return None
        most = np.full(self._robot.dof, np.inf)
        if isinstance(change, Mapping):
            for joint, value in change.items():
                most[self._robot._whole_variables(joint)] = _change(value, f"max_change of {joint!r}")
        else:
            most[:] = _change(change, "max_change")
        return None if np.isinf(most).all() else most

    def history(self, history: npt.ArrayLike | None) -> Any:
        """Return at least one configuration, (k, dof), or None."""
        if history is None:
            return None
        try:
            rows, _ = self._robot._usable_rows(history)
        except ConfigurationError as error:
            raise ConfigurationError(f"history: {error}") from error
        if not len(rows):
            raise ConfigurationError("history: expected at least one configuration, got none")
        return np.ascontiguousarray(rows)

    # ---------------------------------------------------------------- batches

    def target_arrays(self, targets: Any) -> tuple[list[tuple[int, Any]], int]:
        """Return pairs of goal index and target array (N, ...), checked row by row, and N."""
        arrays: list[tuple[int, Any]] = []
        count: int | None = None
        for name, values in self._by_name(targets).items():
            goal = self._problem._goal(name)
            shape = goal._target_shape(self._robot)
            if not shape:
                raise GoalError(f"targets of {name!r}: {type(goal).__name__} has no target")
            try:
                array = np.asarray(values, dtype=np.float64, order="C")
            except (TypeError, ValueError, OverflowError) as error:
                raise GoalError(
                    f"targets of {name!r}: expected an array of numbers, got {values!r}"
                ) from error
            if array.shape[1:] != shape or array.ndim != len(shape) + 1:
                expected = ", ".join(map(str, ("N", *shape)))
                raise GoalError(f"targets of {name!r}: expected an array ({expected}), got {array.shape}")
            if count not in (None, len(array)):
                raise GoalError(
                    f"targets of {name!r}: expected {count}, as many as of the other goals, got {len(array)}"
                )
            count = len(array)
            arrays.append((self._names.index(name), self._checked_rows(name, goal, array)))
        if count is None:
            raise GoalError("targets: the mapping is empty; give the targets of at least one goal")
        return arrays, count

    def weight_arrays(self, weights: Any, count: int) -> tuple[list[tuple[int, Array]], Any]:
        """Return pairs of goal index and weight array (N,), and the weights that are the same for all."""
        if not isinstance(weights, Mapping):
            return [], weights  # None, or refused later
        arrays = []
        for name, values in weights.items():
            if np.ndim(values) == 0:
                continue
            if np.shape(values) != (count,):
                raise GoalError(
                    f"weights of {name!r}: expected one number for all queries, or an array ({count},) of "
                    f"one per query; got {np.shape(values)}"
                )
            rows = [self._weight(name, w, f", row {i}") for i, w in enumerate(np.asarray(values).tolist())]
            arrays.append((self._names.index(name), np.array(rows)))
        return arrays, {name: weight for name, weight in weights.items() if np.ndim(weight) == 0}

    def batch_starts(self, starts: npt.ArrayLike | None, count: int) -> tuple[Any, Any]:
        """Return (one start for all queries, a start per query); at least one of the two is None."""
        if starts is None:
            return None, None
        rows, single = self._robot._usable_rows(starts)
        if single:
            return np.ascontiguousarray(rows[0]), None
        if len(rows) != count:
            raise ConfigurationError(
                f"starts: expected {count}, one per target, or one for all; got {len(rows)}"
            )
        return None, np.ascontiguousarray(self._robot.clip(rows))

    def _by_name(self, targets: Any) -> Mapping[str, Any]:
        """Return targets by goal name; a target without a name is for the only goal that has a target."""
        if isinstance(targets, Mapping):
            return targets
        goals = self._problem._goals
        targetable = [name for name, goal in goals.items() if goal._target_shape(self._robot)]
        primary = [name for name in targetable if goals[name]._decides_success] or targetable
        if not primary:
            raise GoalError("targets: none of the goals has a target")
        if len(primary) > 1:
            raise GoalError(
                f"targets: several goals have one; give a mapping from goal to target: {', '.join(primary)}"
            )
        return {primary[0]: targets}

    def _checked_rows(self, name: str, goal: Goal, array: Any) -> Any:
        """Return targets that the core accepts: rows with rounding errors are repaired, others raise."""
        index = self._names.index(name)
        bad = _core.first_bad_target(self._problem._native, index, array)
        if bad < 0:
            return array
        array = array.copy()
        while bad >= 0:
            try:
                array[bad] = goal._as_target(array[bad], self._robot)
            except ValueError as error:
                raise GoalError(f"targets of {name!r}, row {bad}: {error}") from error
            rest = _core.first_bad_target(self._problem._native, index, array[bad + 1 :])
            bad = bad + 1 + rest if rest >= 0 else -1
        return array


def _change(value: Any, what: str) -> float:
    if not isinstance(value, Real) or isinstance(value, bool) or not float(value) >= 0:
        raise ConfigurationError(f"{what}: expected a number [rad, m] of at least 0, got {value!r}")
    return float(value)
