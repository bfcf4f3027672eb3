"""What all goals share: a name, a weight, a tolerance, a priority."""

from __future__ import annotations

import functools
import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import _core
from ..description import LARGEST_VALUE
from ..errors import GoalError, TransformError
from ..io.versions import head
from ..transforms import Array, finite_vector

if TYPE_CHECKING:
    from ..robot import Robot

Priority: TypeAlias = Literal["primary", "secondary"]

DEFAULT_TOLERANCE = 1e-5  # [m] and [rad], in norm
LARGEST_WEIGHT = 1e12


@dataclass(frozen=True, eq=False, kw_only=True)
class Goal(ABC):
    """Something wanted of a configuration, as residuals whose weighted squares are the cost.

    ``primary`` goals decide success, each by its own ``tolerance``; ``secondary`` ones never do: they
    shape the answer as far as the primary goals leave it free. Goals are immutable and made of plain
    numbers and names; ``to_dict`` and :func:`goal_from_dict` round-trip them, and so does pickle.
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
        self._set(weight=_weight(self.weight))
        if self.priority not in ("primary", "secondary"):
            raise GoalError(f"priority: expected 'primary' or 'secondary', got {self.priority!r}")

    def _set(self, **values: Any) -> None:
        """Fields of a frozen dataclass, which has no other way to set them."""
        for key, value in values.items():
            object.__setattr__(self, key, value)

    @property
    @abstractmethod
    def _default_name(self) -> str:
        """What the goal is called if it was given no name."""

    @abstractmethod
    def _compile(self, robot: Robot) -> tuple[_core.Goal, Any]:
        """The native record of this goal on a robot, and the user's function if it has one."""

    @abstractmethod
    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        """The shape of a target that a solver may be given for this goal; () if there is none."""

    @abstractmethod
    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        """A target as the core takes it, or a clear error."""

    def to_dict(self) -> dict[str, Any]:
        """The goal as plain numbers, strings and lists."""
        return {**head("goal"), "goal": type(self).__name__, **self._plain_fields()}

    def _plain_fields(self) -> dict[str, Any]:
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}

    def __reduce__(self) -> tuple[Any, ...]:
        # made anew, because pickled arrays come back writable, and read-only mappings not at all
        return functools.partial(type(self), **self._plain_fields()), ()

    def __copy__(self) -> Goal:
        return self  # nothing can change it

    def __deepcopy__(self, memo: object) -> Goal:
        return self

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(_equal(getattr(self, f.name), getattr(other, f.name)) for f in fields(self))

    def __hash__(self) -> int:
        return hash((type(self), self.name, self.weight, self.priority))

    def _record(self, kind: str) -> _core.Goal:
        """The native record of a kind, named as its header in core/include/memetik/goals."""
        record = _core.Goal(kind)
        record.weight = self.weight
        record.primary = self.priority == "primary"
        return record


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, Mapping) and isinstance(b, Mapping):
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


def tolerances(value: Any, *counts: int) -> tuple[float, ...]:
    """Non-negative tolerances: as many as one of ``counts``, or one number for all of the first."""
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        array = np.array(math.nan)
    if array.ndim == 0:
        array = np.full(counts[0], array)
    if array.shape not in [(count,) for count in counts] or not (array >= 0.0).all():
        several = " or ".join(str(count) for count in counts if count > 1)
        expected = "a non-negative number" + (f", or {several} of them" if several else "")
        raise GoalError(f"tolerance: expected {expected}, got {value!r}")
    return tuple(array.tolist())


def point(value: npt.ArrayLike, what: str) -> Array:
    """A read-only vector of three finite numbers."""
    vector = finite_vector(value, 3, what)
    if np.abs(vector).max() > LARGEST_VALUE:
        raise TransformError(f"{what}: farther than {LARGEST_VALUE:g} m: {vector.tolist()}")
    return frozen(vector)


def unit_vector(value: npt.ArrayLike, what: str) -> Array:
    """A read-only vector of three numbers, normalised; zero is refused."""
    vector = finite_vector(value, 3, what)
    largest = np.abs(vector).max()
    if largest < 1e-9:
        raise TransformError(f"{what}: zero length")
    if abs(math.hypot(*vector) - 1.0) < 1e-15:
        return frozen(vector)  # as it is, so that going round changes no bit
    vector /= largest  # first, so that no square overflows
    return frozen(vector / np.linalg.norm(vector))


def angle(value: Any, what: str) -> float:
    """A number from 0 to π [rad]."""
    number = float(value) if isinstance(value, Real) else math.nan
    if not 0.0 <= number <= math.pi + 1e-6:  # of single precision, π is a little more
        raise GoalError(f"{what}: expected a number from 0 to π, got {value!r}")
    return min(number, math.pi)


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
