"""Checks the arguments of a solver's queries and converts them for the core."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import ConfigurationError, GoalError, InputWarning, warn
from ..goals.fields import LARGEST_WEIGHT
from ..number_checks import MAX_VALUE, Array, as_real, numbers
from ..robot.joint_types import has_rotation_vector
from ..robot.units import SI_UNITS, useful_changes
from .problem import Problem, without_target
from .query_options import check_names, plain_option

_FAR_OUTSIDE = 0.1  # [rad, m] beyond a limit; measured configurations may be slightly outside


class Arguments:
    """Converts the arguments of queries to one problem; raises a MemetikError if they do not fit."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._robot = problem.robot

    def options(self, options: Mapping[str, Any], known: type, call: Callable[..., Any]) -> dict[str, Any]:
        """Return options by name in the core's form.

        ``known`` is the TypedDict of the options that ``call``, a method of the solver, accepts.
        """
        check_names(options, known, call)
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

    def start(self, start: Any, history: Any = None) -> Any:
        """Return one configuration (dof,), or None. A mapping has the values of some joints; the others are
        as in the newest of ``history`` (k, dof), or else neutral.
        """
        if start is None:
            return None
        if isinstance(start, Mapping):
            start = self._robot.pack(start, base=None if history is None else history[-1])
        self._refuse_poses_and_batches(start)
        return np.ascontiguousarray(self._robot._row(start))

    def _refuse_poses_and_batches(self, start: Any) -> None:
        """Raise an error that says what to write instead, if ``start`` is a pose or many configurations."""
        array = None if isinstance(start, str) else numbers(start)
        if array is None or array.ndim != 2:
            return
        if array.shape == (4, 4) and np.array_equal(array[3], (0, 0, 0, 1)):
            raise ConfigurationError("start: this is a pose, not a configuration: write targets=pose")
        if array.shape[1] == self._robot.dof:
            raise ConfigurationError(
                f"start: expected one configuration ({self._robot.dof},), got {array.shape}: "
                "solve_batch(targets, starts) solves many"
            )

    def warn_of_start(self, start: Any) -> None:
        """Warn of a start that is far outside the limits: it is clipped, and probably a mistake."""
        self.warn_of_starts(self.start(start)[None], "start")

    def warn_of_starts(self, rows: Array, what: str) -> None:
        """Warn of the first of the starts (N, dof) that is far outside the limits."""
        robot = self._robot
        inside = np.asarray(robot.within_limits(rows, tolerance=_FAR_OUTSIDE))
        if inside.all():
            return
        row = int(np.argmin(inside))
        beyond = np.maximum(rows[row] - robot.upper, robot.lower - rows[row])
        i = int(np.argmax(beyond))
        where = f", row {row}" if len(rows) > 1 else ""
        limit = robot.upper[i] if rows[row, i] > robot.upper[i] else robot.lower[i]
        warn(
            f"{what}{where}: {robot.variable_names[i]} = {rows[row, i]:g} is far outside its limit {limit:g};"
            " the start is clipped to the limits. Angles are in radians",
            InputWarning,
        )

    def targets(self, targets: Any) -> Any:
        """Return targets by goal name."""
        if targets is None:
            return None
        converted = {}
        for name, value in self.by_name(targets).items():
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
        return {name: self.weight(name, weight, "") for name, weight in weights.items()}

    def weight(self, name: str, weight: Any, row: str) -> float:
        """Return the weight of one goal; ``row`` says in an error which query of a batch it is for."""
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
        robot = self._robot
        most = np.full(robot.dof, np.inf)
        if isinstance(change, Mapping):
            for joint, value in change.items():
                most[robot._whole_variables(joint)] = _change(value, f"max_change of {joint!r}")
        elif (each := numbers(change)) is not None and each.ndim == 1:
            if each.shape != most.shape:
                raise ConfigurationError(
                    f"max_change: expected one number, or {robot.dof} for {', '.join(robot.variable_names)}; "
                    f"got {len(each)}"
                )
            for i, value in enumerate(each.tolist()):
                most[i] = _change(value, f"max_change of {robot.variable_names[i]!r}")
            self._check_rotation_vectors(most)
        else:
            most[:] = _change(change, "max_change")
        return None if np.isinf(most).all() else most

    def warn_of_max_change(self, change: Any) -> None:
        """Warn of a largest change that limits nothing: one number beyond all ranges, or one joint's beyond
        its own. Arrays do not warn, because products of speed and time may be large.
        """
        useful = useful_changes(self._robot)
        by_joint = change.items() if isinstance(change, Mapping) else [(None, change)]
        for joint, value in by_joint:
            variables = slice(None) if joint is None else self._robot._slice(joint)
            if np.ndim(value) == 0 and useful[variables].max(initial=2 * np.pi) < value <= MAX_VALUE:
                what = "max_change" if joint is None else f"max_change of {joint!r}"
                warn(f"{what}: {value:g} is more than the whole range; {SI_UNITS}", InputWarning)
                return

    def _check_rotation_vectors(self, most: Array) -> None:
        for name in self._robot.joint_names:
            if has_rotation_vector(self._robot.joints[name].type):
                parts = most[self._robot._slice(name)][-3:].tolist()
                if len(set(parts)) > 1:
                    raise ConfigurationError(
                        f"max_change of {name!r}: it limits the angle of a rotation vector, so its three "
                        f"numbers must be equal; got {parts}"
                    )

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

    def require_targets(self, targets: Any, weights: Any, start: Any = None) -> None:
        """Raise an error if a goal without a target of its own is switched on and gets none.

        The error says so if ``start`` is the target.
        """
        if not self._problem._awaited:
            return
        given = {} if targets is None else self.by_name(targets)
        factors = weights if isinstance(weights, Mapping) else {}
        for name in self._problem._awaited:
            weight = factors.get(name, 1.0)
            if name not in given and not (np.ndim(weight) == 0 and weight == 0):
                self._refuse_poses_and_batches(start)
                raise GoalError(without_target(name, self._problem._goals[name]))

    def by_name(self, targets: Any) -> Mapping[str, Any]:
        """Return targets by goal name; a target without a name is for the only goal that has a target."""
        if isinstance(targets, Mapping):
            return targets
        goals = self._problem._goals
        unnamed = {name: goal for name, goal in goals.items() if not goal._target_needs_name}
        targetable = [name for name, goal in unnamed.items() if goal._target_shape(self._robot)]
        primary = [name for name in targetable if goals[name]._decides_success] or targetable
        if not primary:
            raise GoalError("targets: none of the goals has a target")
        if len(primary) > 1:
            raise GoalError(
                f"targets: several goals have one; give a mapping from goal to target: {', '.join(primary)}"
            )
        return {primary[0]: targets}


def _change(value: Any, what: str) -> float:
    if not (number := as_real(value)) >= 0:
        raise ConfigurationError(f"{what}: expected a number [rad, m] of at least 0, got {value!r}")
    return number
