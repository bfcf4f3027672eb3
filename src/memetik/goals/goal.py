"""The base class of all goals: name, weight, priority and loss."""

from __future__ import annotations

import functools
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from .. import _core
from ..collision.shapes import Geometry
from ..collision.sphere_robot import SphereRobot
from ..collision.world import World
from ..collision.world_snapshot import WorldSnapshot
from ..errors import GoalError, GoalWarning, InputWarning, warn, without_warnings
from ..losses import Loss, Losses, as_losses
from ..option_names import KnownOptions
from ..plain import head
from ..pose_forms import row_of
from ..transforms import Array
from .fields import Name, Priority, Weight, converters

if TYPE_CHECKING:
    from ..robot.robot import Robot


_WIDE = 1.0  # [m] a wider tolerance of a place is probably in millimetres
_TURNED = 4.0  # [rad] a wider one of an angle in degrees; 3.1416 is a usual way to accept every rotation


@dataclass(frozen=True, eq=False, kw_only=True)
class Goal(KnownOptions, ABC):
    """A requirement on a configuration, expressed as residuals. Its cost is their weighted sum of squares.

    ``required`` and ``primary`` goals decide success, each by its own ``tolerance``. If they cannot all be
    met, the required goals are met first, and the primary goals as well as these allow. ``secondary`` goals
    never decide: they are minimised as far as the others leave freedom. A ``hint`` only guides some attempts
    of the search, for what is usually true of solutions, such as the way into a vessel; methods other than
    ``"auto"`` and ``"restarts"`` leave hints out. ``weight`` is the importance of a
    goal among those of its priority; 0 switches it off, as ``solve(weights={name: 0})`` does for one solve. A
    ``loss`` (see :mod:`memetik.losses`) replaces the square of the errors in the cost; give one loss, or one
    for each of the goal's errors. Goals are immutable; ``to_dict`` with :func:`goal_from_dict`, and pickle,
    restore an equal goal.
    """

    name: Name = None
    weight: Weight = 1.0
    priority: Priority = "primary"
    loss: Losses = None

    # name and unit of every error that a solution reports for a goal of this class
    error_names: ClassVar[tuple[str, ...]] = ()
    error_units: ClassVar[tuple[str, ...]] = ()
    # whether the residual is zero only exactly at the target, so that rounding exceeds a tolerance of 0
    _is_exact: ClassVar[bool] = False
    # whether a link is placed at a target, so that a tolerance of metres is probably one of millimetres
    _is_placed: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = Goal.__repr__  # type: ignore[method-assign]  # else dataclass adds its own

    def __post_init__(self) -> None:
        for name, convert in converters(type(self)).items():
            self._set(**{name: convert(getattr(self, name), name)})
        self._set(loss=as_losses(self.loss, len(self.error_names)))
        self._check()
        if self._is_exact and self._decides_success and 0 in self._deciding_tolerances():
            warn(
                f"tolerance: this {type(self).__name__} has tolerance 0, which rounding errors exceed, so "
                "that it hardly ever counts as met; 1e-9 is strict, too",
                InputWarning,
            )
        self._warn_of_odd_units()
        if self.weight == 0:
            warn(
                f"this {type(self).__name__} has weight 0, which switches it off: to do so for some solves, "
                "construct it with its weight and call solve(weights={name: 0})",
                GoalWarning,
            )

    def _check(self) -> None:
        """Raise an error if the values of the fields contradict each other."""

    def _warn_of_odd_units(self) -> None:
        """Warn of a finite tolerance that is probably in degrees or millimetres."""
        if not self._decides_success:
            return
        for tolerance, unit in zip(self._deciding_tolerances(), self._tolerance_units, strict=False):
            if _TURNED < tolerance < math.inf and unit == "rad":
                why = "an angle is never larger than pi; angles are in radians"
            elif self._is_placed and _WIDE <= tolerance < math.inf and unit == "m":
                why = "lengths are in metres"
            else:
                continue
            warn(f"tolerance: {tolerance:g} {unit} accepts almost anything; {why}", InputWarning)
            return

    @property
    def _tolerance_units(self) -> tuple[str, ...]:
        """The units of ``_deciding_tolerances``."""
        return self.error_units

    def _set(self, **values: Any) -> None:
        """Set fields in spite of the frozen dataclass; for use during construction only."""
        for key, value in values.items():
            object.__setattr__(self, key, value)

    @property
    def _default_name(self) -> str:
        """The goal's name if the user gave none."""
        return _snake_case(type(self).__name__)

    @property
    def _kernel(self) -> str:
        """The name of the goal's kernel: that of its header in core/include/memetik/goals."""
        return _snake_case(type(self).__name__)

    @property
    def _takes_ranges(self) -> bool:
        """Whether the residuals are the errors. Only then a loss may have its minimum at a nonzero range."""
        return True

    @property
    def _decides_success(self) -> bool:
        return self.priority in ("required", "primary")

    @property
    def _accepts_anything(self) -> bool:
        return bool(np.isinf(np.asarray(self._tolerance)).all())

    def _deciding_tolerances(self) -> list[float]:
        """Return the tolerances that decide whether the goal is met."""
        return list(np.atleast_1d(self._tolerance).tolist())

    @property
    def _tolerance(self) -> Any:
        """The tolerance, one number or several; 0 for a goal without one."""
        return getattr(self, "tolerance", 0.0)

    @property
    def _awaits_target(self) -> bool:
        """Whether the goal has no target of its own, so that every query has to give one."""
        return False

    @abstractmethod
    def _compile(self, robot: Robot) -> tuple[_core.Goal, Any]:
        """Return the core's record of this goal for a robot, and the user's function if there is one."""

    def _snapshot(self) -> WorldSnapshot | None:
        """Return the goal's world as it is now; None if the goal has none."""
        return None

    def _in(self, snapshot: WorldSnapshot | None) -> Goal:
        """Return this goal with a world that stays as it is in a snapshot of its own world."""
        return self

    def _data(self, robot: Robot) -> dict[str, Any]:
        """Return the kernel's data by name; by default, the fields of this goal with the same names."""
        return {name: getattr(self, name) for name in _core.goal_fields(self._kernel)}

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        """Return the shape of this goal's target in ``solve(targets=...)``; () if it has no target."""
        target = getattr(self, "target", None)
        return target.shape if isinstance(target, np.ndarray) else ()

    @property
    def _target_needs_name(self) -> bool:
        """Whether ``solve(targets=...)`` takes a target of this goal only by the goal's name."""
        return False

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        """Return a target in the form that the core takes; raise GoalError if it does not fit."""
        convert = converters(type(self)).get("target")
        if convert is None:
            raise GoalError(f"{type(self).__name__} has no target")
        target: Array = convert(value, "target")
        return target

    def _as_targets(self, values: Any, what: str) -> Array | None:
        """Return targets of a batch in the core's form, with rounding errors repaired; None if this goal
        takes no other form than arrays of numbers. Wrong rows may stay: they are found afterwards.
        """
        return None

    def _target_row(self, values: Any, row: int) -> Any:
        """Return the target of one query of a batch, in the same form."""
        return row_of(values, row)

    def _warn_of_targets(self, rows: Array, what: str) -> None:
        """Warn of targets of a batch (N, ...) that are probably a mistake."""

    def to_dict(self) -> dict[str, Any]:
        """Return the goal as a dict of numbers, strings and lists, which JSON can store."""
        return {**head("goal"), "goal": type(self).__name__, **self._plain_fields()}

    def _plain_fields(self) -> dict[str, Any]:
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}

    def __repr__(self) -> str:
        shown = [field for field in fields(self) if not _is_default(getattr(self, field.name), field.default)]
        shown.sort(key=lambda field: field.kw_only is True)  # link and target first, as in a call
        values = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in shown)
        return f"{type(self).__name__}({values})"

    def __reduce__(self) -> tuple[Any, ...]:
        # The constructor runs again: pickled arrays come back writable, and mapping proxies do not pickle.
        return functools.partial(without_warnings, type(self), **self._plain_fields()), ()

    def __copy__(self) -> Goal:
        return self  # goals are immutable

    def __deepcopy__(self, memo: object) -> Goal:
        return self

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._plain_fields() == other._plain_fields()

    def __hash__(self) -> int:
        return hash((type(self), self.name, self.weight, self.priority))

    def _record(self, robot: Robot, links: Iterable[str] = (), variables: Iterable[int] = ()) -> _core.Goal:
        """Return the core's record of this goal, reading these links and variables."""
        record = _core.Goal(self._kernel, **self._data(robot))
        record.weight = self.weight
        record.priority = _core.Priority(self.priority)
        record.links = [robot._link(link) for link in links]
        record.variables = list(variables)
        record.tolerance = np.atleast_1d(self._tolerance).tolist()
        target, frame = getattr(self, "target", None), getattr(self, "frame", None)
        if isinstance(target, np.ndarray):
            record.target = target.ravel().tolist()
        if frame is not None:
            record.frame = robot._link(frame)
        if self.loss is not None:
            record.losses = self._losses()
        return record

    def _losses(self) -> list[_core.Loss]:
        losses = [self.loss] * len(self.error_names) if isinstance(self.loss, Loss) else self.loss or ()
        records = [loss._record() for loss in losses]
        if not self._takes_ranges and any(loss.lower or loss.upper for loss in records):
            raise GoalError(
                f"loss: the residuals of this {type(self).__name__} are not its errors, so it accepts only "
                "losses with their minimum at zero"
            )
        return records


def _is_default(value: Any, default: Any) -> bool:
    """Whether a stored value is that of the default, which may be one number for several."""
    if isinstance(value, tuple) and isinstance(default, float):
        return all(item == default for item in value)
    return bool(_plain(value) == _plain(default))


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, float) and math.isinf(value):
        return str(value)  # JSON cannot represent infinity
    if isinstance(value, (Loss, Geometry, SphereRobot, World)):
        return value.to_dict()
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _snake_case(name: str) -> str:
    return re.sub("(?<!^)(?=[A-Z])", "_", name).lower()
