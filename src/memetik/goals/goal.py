"""What all goals share: a name, a weight, a tolerance, a priority."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import _core
from ..description import LARGEST_VALUE
from ..errors import GoalError, TransformError
from ..transforms import Array, finite_vector

if TYPE_CHECKING:
    from ..robot import Robot

Priority: TypeAlias = Literal["primary", "secondary"]

DEFAULT_TOLERANCE = 1e-5  # [m] and [rad], in norm
LARGEST_WEIGHT = 1e12


@dataclass(frozen=True, eq=False, kw_only=True)
class Goal:
    """Something wanted of a configuration, as residuals whose weighted squares are the cost.

    ``primary`` goals decide success, each by its own ``tolerance``; ``secondary`` ones never do: they
    shape the answer as far as the primary goals leave it free. Goals are immutable and made of plain
    numbers and names; ``to_dict`` and :func:`goal_from_dict` round-trip them.
    """

    name: str | None = None
    weight: float = 1.0
    priority: Priority = "primary"

    # (what, unit) of every error that a solution reports of such a goal
    error_names: ClassVar[tuple[str, ...]] = ()
    error_units: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        if self.name is not None and (not isinstance(self.name, str) or not self.name):
            raise GoalError(f"name: expected a non-empty string, got {self.name!r}")
        object.__setattr__(self, "weight", _weight(self.weight))
        if self.priority not in ("primary", "secondary"):
            raise GoalError(f"priority: expected 'primary' or 'secondary', got {self.priority!r}")

    @property
    def _default_name(self) -> str:
        """What the goal is called if it was given no name."""
        raise NotImplementedError

    def _compile(self, robot: Robot) -> tuple[_core.Goal, Any]:
        """The native record of this goal on a robot, and the user's function if it has one."""
        raise NotImplementedError

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        """The shape of a target that a solver may be given for this goal; () if there is none."""
        raise NotImplementedError

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        """A target as the core takes it, or a clear error."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """The goal as plain numbers, strings and lists."""
        result: dict[str, Any] = {"goal": type(self).__name__}
        for field in fields(self):
            value = getattr(self, field.name)
            if callable(value):
                raise GoalError(f"a {type(self).__name__} holds the function {field.name!r}: no plain form")
            result[field.name] = _plain(value)
        return result

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(_equal(getattr(self, f.name), getattr(other, f.name)) for f in fields(self))

    def __hash__(self) -> int:
        return hash((type(self), self.name, self.weight, self.priority))

    def _record(self, kind: int) -> _core.Goal:
        record = _core.Goal(kind)
        record.weight = self.weight
        record.primary = self.priority == "primary"
        return record


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_equal(a[key], b[key]) for key in a)
    return np.array_equal(a, b) if isinstance(a, np.ndarray) else bool(a == b)


def _weight(value: Any) -> float:
    try:
        weight = float(value)
    except (TypeError, ValueError, OverflowError):
        weight = math.nan
    if not 0.0 <= weight <= LARGEST_WEIGHT:
        raise GoalError(f"weight: expected a number from 0 to {LARGEST_WEIGHT:g}, got {value!r}")
    return weight


def check_link_name(value: Any, what: str) -> None:
    """Refuse anything but a name; whether the robot has such a link is known later."""
    if not isinstance(value, str) or not value:
        raise GoalError(f"{what}: expected the name of a link, got {value!r}")


def tolerances(value: Any, count: int) -> tuple[float, ...]:
    """``count`` non-negative tolerances from one number for all, or one each."""
    try:
        numbers = np.broadcast_to(np.asarray(value, dtype=np.float64), (count,)).tolist()
    except (TypeError, ValueError, OverflowError):
        numbers = [math.nan]
    if not all(number >= 0.0 for number in numbers):
        expected = "a non-negative number" + (f", or {count} of them" if count > 1 else "")
        raise GoalError(f"tolerance: expected {expected}, got {value!r}")
    return tuple(numbers)


def point(value: npt.ArrayLike, what: str) -> Array:
    """A read-only vector of three finite numbers."""
    vector = finite_vector(value, 3, what)
    if np.abs(vector).max() > LARGEST_VALUE:
        raise TransformError(f"{what}: farther than {LARGEST_VALUE:g} m: {vector.tolist()}")
    return frozen(vector)


def unit_vector(value: npt.ArrayLike, what: str) -> Array:
    """A read-only vector of three numbers, normalised; zero is refused."""
    vector = finite_vector(value, 3, what)
    length = float(np.linalg.norm(vector))
    if length < 1e-9:
        raise TransformError(f"{what}: zero length")
    return frozen(vector / length)


def frozen(array: Array) -> Array:
    """The array, made read-only."""
    array.setflags(write=False)
    return array


def names(value: Any, what: str) -> tuple[str, ...]:
    """A tuple of names from one or several."""
    try:
        listed: Sequence[Any] = [value] if isinstance(value, str) else list(value)
    except TypeError:
        listed = [None]
    if not all(isinstance(name, str) and name for name in listed):
        raise GoalError(f"{what}: expected names, got {value!r}")
    return tuple(listed)
