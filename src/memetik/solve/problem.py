"""Problem: goals compiled for a robot, with cost, derivatives, errors and acceptance."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .. import _core
from ..collision.world_snapshot import WorldSnapshot
from ..errors import GoalError, GoalWarning, UnknownNameError, warn
from ..goals.fields import names
from ..goals.goal import Goal
from ..robot.robot import Robot
from ..transforms import Array

if TYPE_CHECKING:
    from .derivatives import WrongDerivative


_CHECKED = 5  # random configurations at which derivatives are checked


class Problem:
    """The goals of a robot as functions of its configuration q, for use with any optimiser.

    ``cost(q)`` is the sum of the goals' weighted squared residuals. A goal with a loss contributes the loss
    instead; its residuals are scaled so that ``gradient`` is still 2 ``jacobian``ᵀ ``residuals`` (iteratively
    reweighted least squares). ``joints`` names the joints that may move, by default all; only those that
    affect a goal are active. All methods take one configuration (dof,) or a batch (N, dof).

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> problem = mk.Problem(robot, [mk.Position("tool0", (0.4, 0.1, 0.3))])
    >>> problem.jacobian(robot.neutral).shape
    (3, 6)
    """

    def __init__(
        self, robot: Robot | Any, goals: Goal | Iterable[Goal], *, joints: Iterable[str] | None = None
    ) -> None:
        joint_names = None if joints is None else names(joints, "joints")
        self._compile(Robot.load(robot), _named(goals, ()), joint_names, None)

    def _compile(
        self, robot: Robot, goals: dict[str, Goal], joints: tuple[str, ...] | None, known: Problem | None
    ) -> None:
        """Compile goals by name; those of the problem ``known`` of the same robot are not compiled again."""
        if not goals:
            raise GoalError("goals: expected at least one, such as mk.Pose(link, target), got none")
        self._robot, self._goals, self._joints = robot, goals, joints
        snapshots = {name: goal._snapshot() for name, goal in goals.items()}
        self._worlds = {name: snapshot for name, snapshot in snapshots.items() if snapshot is not None}
        self._compiled: dict[str, tuple[_core.Goal, Any]] = {
            name: known._compiled[name]
            if known and known._goals.get(name) is goal and name not in self._worlds
            else goal._in(snapshots[name])._compile(robot)
            for name, goal in goals.items()
        }
        _warn_of_infinite_tolerances(goals)
        records = [record for record, _ in self._compiled.values()]
        functions = [function for _, function in self._compiled.values()]
        self._native: _core.Problem = _core.Problem(robot._tree, records, functions, self._movable())
        self._own_parameters = np.array(self._native.parameters)
        self._awaited = tuple(name for name, goal in goals.items() if goal._awaits_target)

    @classmethod
    def _of(
        cls,
        robot: Robot,
        goals: dict[str, Goal],
        joints: tuple[str, ...] | None,
        known: Problem | None = None,
    ) -> Problem:
        problem = cls.__new__(cls)
        problem._compile(robot, goals, joints, known)
        return problem

    def _with_goals(self, goals: Goal | Iterable[Goal], remove: str | Iterable[str]) -> Problem:
        """Return a problem with some goals added or replaced, and others removed; see Solver.with_goals."""
        try:
            removed = names(remove, "remove")
        except GoalError:
            raise GoalError(f"remove: expected names of goals, such as 'gaze', got {remove!r}") from None
        for name in removed:
            self._goal(name)
        kept = {name: goal for name, goal in self._goals.items() if name not in removed}
        return self._of(self._robot, kept | _named(goals, kept), self._joints, known=self)

    def _follow_worlds(self) -> tuple[bool, dict[str, WorldSnapshot]]:
        """Compile again if objects were added to a world or removed from it; return whether this was so, and
        the worlds in which objects have moved since. Another thread may edit the worlds meanwhile.
        """
        compiled, moved = False, self._moved()
        while any(snapshot.structure != self._worlds[name].structure for name, snapshot in moved.items()):
            self._compile(self._robot, self._goals, self._joints, None)
            compiled, moved = True, self._moved()
        return compiled, moved

    def _as_compiled(self) -> Problem:
        """Return this problem as it is compiled now, for solutions: later edits of a world leave it alone."""
        if not self._worlds:
            return self
        kept = Problem.__new__(Problem)
        kept.__dict__.update(self.__dict__)
        return kept

    def _moved(self) -> dict[str, WorldSnapshot]:
        """Return goal name -> its world as it is now, of goals whose world was edited since compilation."""
        now = {name: self._goals[name]._snapshot() for name in self._worlds}
        return {name: new for name, new in now.items() if new is not None and new is not self._worlds[name]}

    def _movable(self) -> list[bool]:
        """Return for every variable whether it may move; an empty list if all may."""
        if self._joints is None:
            return []
        movable = [False] * self._robot.dof
        for joint in self._joints:
            for i in self._robot._whole_variables(joint):
                movable[i] = True
        return movable

    @property
    def robot(self) -> Robot:
        """The robot that the goals were compiled for."""
        return self._robot

    @property
    def goals(self) -> Mapping[str, Goal]:
        """Goals by name, in the order in which they were given."""
        return dict(self._goals)

    @property
    def active_variables(self) -> tuple[str, ...]:
        """Names of the variables that a search may change."""
        return tuple(self._robot.variable_names[i] for i in self._native.active)

    @property
    def rows(self) -> Mapping[str, slice]:
        """Goal name -> its rows in ``residuals`` and ``jacobian``; required ones first, secondary last. Hints
        have none.
        """
        ranges = zip(self._goals.items(), self._native.rows, strict=True)
        return {name: slice(*own) for (name, goal), own in ranges if goal.priority != "hint"}

    def __repr__(self) -> str:
        return f"Problem({self._robot.name!r}, {', '.join(self._goals)})"

    def _repr_html_(self) -> str:
        from ..report.problem_html import problem_html

        return problem_html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Problem._of, (self._robot, self._goals, self._joints)

    # ---------------------------------------------------------------- values and derivatives

    def cost(self, q: npt.ArrayLike) -> Any:
        """Return the weighted sum of the squared residuals (or losses) of all goals: a number, or (N,)."""
        rows, single = self._robot._usable_rows(q)
        out = np.empty(len(rows))
        self._native.costs(self._parameters, rows, out)
        return float(out[0]) if single else out

    def rms(self, q: npt.ArrayLike) -> Any:
        """Return √(``cost`` / number of errors of all goals but hints), Bio IK's fitness: a number, or (N,).

        >>> import memetik as mk
        >>> robot = mk.Robot.load("ur5")
        >>> away = mk.JointValue("elbow_joint", 3), mk.JointValue("wrist_1_joint", 4)
        >>> round(mk.Problem(robot, away).rms([0, 0, 0, 0, 0, 0]) ** 2 * 2, 9)  # (3² + 4²) / 2 errors
        25.0
        """
        counted = [goal for goal in self._goals.values() if goal.priority != "hint"]
        mean = self.cost(q) / sum(len(goal.error_names) for goal in counted)
        return math.sqrt(mean) if isinstance(mean, float) else np.sqrt(mean)

    def gradient(self, q: npt.ArrayLike) -> Array:
        """Return the derivative d cost / dq: (dof,) or (N, dof); zero for inactive variables."""
        rows, single = self._robot._usable_rows(q)
        out = np.empty_like(rows)
        self._native.gradients(self._parameters, rows, out)
        return out[0] if single else out

    def residuals(self, q: npt.ArrayLike) -> Array:
        """Return the weighted residuals of all goals: (rows,) or (N, rows)."""
        rows, single = self._robot._usable_rows(q)
        out = np.empty((len(rows), self._row_count))
        self._native.residuals(self._parameters, rows, out)
        return out[0] if single else out

    def jacobian(self, q: npt.ArrayLike) -> Array:
        """Return d residuals / dq: (rows, dof) or (N, rows, dof); columns of inactive variables are zero."""
        rows, single = self._robot._usable_rows(q)
        out = np.empty((len(rows), self._row_count, self._robot.dof))
        self._native.jacobians(self._parameters, rows, out)
        return out[0] if single else out

    def check_derivatives(self, q: npt.ArrayLike | None = None) -> tuple[WrongDerivative, ...]:
        """Compare all derivatives with differences of residuals; return those that are wrong.

        ``q`` is a configuration (dof,) or several (N, dof), by default five random ones. Each entry has the
        goal, its row, the variable, and both values, and prints as a sentence. The result is empty if all are
        right, as those of memetik's own goals are: this is for the ``derivative`` of a
        :class:`~memetik.Custom` or :class:`~memetik.PythonGoal`. At a kink of a residual, such as that of an
        absolute value, the two differ as well.

        >>> import memetik as mk
        >>> import numpy as np
        >>> height = lambda poses, q: poses[:, 0, 2, 3:] - 0.5
        >>> millimetres = lambda poses, q: np.tile([0, 0, 1000.0, 0, 0, 0], (len(poses), 1, 1))
        >>> goal = mk.Custom(height, links="tool0", derivative=millimetres, name="height")
        >>> wrong = mk.Problem("ur5", goal).check_derivatives([0, 0, 0, 0, 0, 0])
        >>> str(wrong[0]).partition(": by")[0]
        'height: its derivative is wrong by a factor of about 1000 in row 0'
        """
        from .derivatives import wrong_derivatives

        rows = self._robot.random(_CHECKED, rng=0) if q is None else self._robot._usable_rows(q)[0]
        return wrong_derivatives(self, {n: g for n, g in self._goals.items() if not g._awaits_target}, rows)

    # ---------------------------------------------------------------- errors and acceptance

    def errors(self, q: npt.ArrayLike) -> dict[str, dict[str, Any]]:
        """Return goal name -> error name -> value in [m] or [rad]: numbers, or (N,) arrays.

        >>> import memetik as mk
        >>> robot = mk.Robot.load("ur5")
        >>> problem = mk.Problem(robot, mk.Position("tool0", robot.fk(robot.neutral, "tool0")[:3, 3]))
        >>> problem.errors(robot.neutral)
        {'tool0': {'position': 0.0}}
        """
        rows, single = self._robot._usable_rows(q)
        values, _ = self._measure(self._parameters, rows)
        return self._errors_by_name(values[0] if single else values.T)

    def accepts(self, q: npt.ArrayLike) -> Any:
        """Return whether all primary goals are within tolerance and q is within limits: bool, or (N,)."""
        rows, single = self._robot._usable_rows(q)
        _, accepted = self._measure(self._parameters, rows)
        accepted &= self._robot.within_limits(rows)
        return bool(accepted[0]) if single else accepted

    def _measure(self, parameters: Array, rows: Array) -> tuple[Array, npt.NDArray[np.bool_]]:
        count = sum(len(goal.error_names) for goal in self._goals.values())
        values, accepted = np.empty((len(rows), count)), np.empty(len(rows), dtype=bool)
        self._native.measure(parameters, rows, values, accepted)
        return values, accepted

    def _errors_by_name(self, values: Array) -> dict[str, dict[str, Any]]:
        left = iter(values.tolist() if values.ndim == 1 else values)
        return {name: {what: next(left) for what in goal.error_names} for name, goal in self._goals.items()}

    def _target_in(self, parameters: Array, name: str) -> Array:
        """Return the target of one goal from the parameters of all goals."""
        return parameters[slice(*self._native.target_parameters[list(self._goals).index(name)])]

    def _factors_in(self, parameters: Array) -> dict[str, float]:
        """Return goal name -> square root of its weight, from the parameters of all goals."""
        places = self._native.target_parameters
        return {name: parameters[first - 1] for name, (first, _) in zip(self._goals, places, strict=True)}

    @property
    def _row_count(self) -> int:
        return max((own.stop for own in self.rows.values()), default=0)

    @property
    def _parameters(self) -> Array:
        """The weights and targets of all goals; an error if a goal has no target."""
        for name in self._awaited:
            raise GoalError(without_target(name, self._goals[name]))
        if not self._worlds:
            return self._own_parameters
        _, moved = self._follow_worlds()
        parameters = self._own_parameters.copy()
        for name, snapshot in moved.items():
            self._target_in(parameters, name)[:] = snapshot.poses[:, :3].transpose(0, 2, 1).ravel()
        return parameters

    def _goal(self, name: str) -> Goal:
        if name not in self._goals:
            raise UnknownNameError("goal", name, self._goals)
        return self._goals[name]


def without_target(name: str, goal: Goal) -> str:
    """Return the message that a goal needs a target."""
    kind = type(goal).__name__
    return (
        f"goal {name!r} has no target: construct it with one, mk.{kind}(link, target), or give it to each "
        f"query of a solver, targets={{{name!r}: target}}"
    )


def _named(goals: Any, others: Collection[str]) -> dict[str, Goal]:
    """Return goals by name. Goals without a name get their default, with _2, _3, ... if it is taken by one of
    them or of the others.
    """
    several = isinstance(goals, Iterable) and not isinstance(goals, (str, bytes, np.ndarray, Mapping))
    listed = list(goals) if several else [goals]
    for goal in listed:
        if not isinstance(goal, Goal):
            raise GoalError(f"goals: expected goals, such as mk.Pose(link, target); got {_description(goal)}")
    given = [goal.name for goal in listed if goal.name is not None]
    if len(set(given)) != len(given):
        twice = next(name for name in given if given.count(name) > 1)
        raise GoalError(f"two goals are called {twice!r}; give each its own name")
    named: dict[str, Goal] = {}
    for goal in listed:
        name = goal.name or goal._default_name
        k = 2
        while goal.name is None and (name in named or name in given or name in others):
            name = f"{goal._default_name}_{k}"
            k += 1
        named[name] = goal
    return named


def _warn_of_infinite_tolerances(goals: Mapping[str, Goal]) -> None:
    """Warn if a primary goal has an infinite tolerance: its cost may keep another goal from being met."""
    primary = {name: goal for name, goal in goals.items() if goal._decides_success and goal.weight}
    always_met = [name for name, goal in primary.items() if goal._accepts_anything]
    exact = [name for name in primary if name not in always_met]
    if always_met and exact:
        warn(
            f"primary goal {always_met[0]!r} has an infinite tolerance but a cost, which may keep "
            f"{exact[0]!r} from its tolerance: make it priority='secondary', or give it a tolerance",
            GoalWarning,
        )


def _description(value: Any) -> str:
    """Describe a value that is not a goal, for an error message."""
    if isinstance(value, type):
        return f"the class itself: write {value.__name__}(...)"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    return reprlib.repr(value)
