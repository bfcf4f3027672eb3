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
from ..collision.shapes import Geometry
from ..errors import GoalError, TransformError
from ..io.plain_geometry import geometry_to_dict
from ..io.plain_losses import as_losses
from ..io.versions import head
from ..losses import Loss, Losses
from ..robot.description import LARGEST_VALUE
from ..transforms import Array, finite_vector

if TYPE_CHECKING:
    from ..robot.robot import Robot

Priority: TypeAlias = Literal["primary", "secondary"]

DEFAULT_TOLERANCE = 1e-5  # [m] and [rad], in norm
LARGEST_WEIGHT = _core.largest_weight


@dataclass(frozen=True, eq=False, kw_only=True)
class Goal(ABC):
    """Something wanted of a configuration, as residuals whose weighted squares are the cost.

    ``primary`` goals decide success, each by its own ``tolerance``; ``secondary`` ones never do: they
    shape the answer as far as the primary goals leave it free. A ``loss`` (see :mod:`memetik.losses`) makes
    errors count by something else than their square: one, or one for each of the goal's errors. Goals are
    immutable and made of plain numbers and names; ``to_dict`` and :func:`goal_from_dict` round-trip them, and
    so does pickle.
    """

    name: str | None = None
    weight: float = 1.0
    priority: Priority = "primary"
    loss: Losses = None

    # (what, unit) of every error that a solution reports of such a goal
    error_names: ClassVar[tuple[str, ...]] = ()
    error_units: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        if self.name is not None and (not isinstance(self.name, str) or not self.name):
            raise GoalError(f"name: expected a non-empty string, got {self.name!r}")
        self._set(weight=_weight(self.weight))
        if self.priority not in ("primary", "secondary"):
            raise GoalError(f"priority: expected 'primary' or 'secondary', got {self.priority!r}")
        self._set(loss=as_losses(self.loss, len(self.error_names)))

    def _set(self, **values: Any) -> None:
        """Fields of a frozen dataclass, which has no other way to set them."""
        for key, value in values.items():
            object.__setattr__(self, key, value)

    @property
    @abstractmethod
    def _default_name(self) -> str:
        """What the goal is called if it was given no name."""

    @property
    def _takes_ranges(self) -> bool:
        """Whether residuals are errors, so that a loss that is least in a range makes sense of them."""
        return True

    @property
    def _accepts_anything(self) -> bool:
        return bool(np.isinf(np.asarray(getattr(self, "tolerance", 0.0))).all())

    @abstractmethod
    def _compile(self, robot: Robot) -> tuple[_core.Goal, Any]:
        """The native record of this goal on a robot, and the user's function if it has one."""

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        """The shape of a target that a solver may be given for this goal; () if there is none."""
        return ()

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        """A target as the core takes it, or a clear error."""
        raise GoalError(f"{type(self).__name__} has no target")

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
        return self._plain_fields() == other._plain_fields()

    def __hash__(self) -> int:
        return hash((type(self), self.name, self.weight, self.priority))

    def _record(self, kind: str) -> _core.Goal:
        """The native record of a kind, named as its header in core/include/memetik/goals."""
        record = _core.Goal(kind)
        record.weight = self.weight
        record.primary = self.priority == "primary"
        if self.loss is not None:
            losses = [self.loss] * len(self.error_names) if isinstance(self.loss, Loss) else self.loss
            record.losses = [loss._record() for loss in losses]
            if not self._takes_ranges and any(loss.lower or loss.upper for loss in record.losses):
                raise GoalError(
                    f"loss: the residuals of this {type(self).__name__} are not its errors, so that no other "
                    "value than zero can be asked of them"
                )
        return record


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, float) and math.isinf(value):
        return str(value)  # JSON has no word for it
    if isinstance(value, Loss):
        return value.to_dict()
    if isinstance(value, Geometry):
        return geometry_to_dict(value)
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


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
    number = float(value) if isinstance(value, Real) and not isinstance(value, bool) else math.nan
    if not 0.0 <= number <= math.pi + 1e-6:  # of single precision, π is a little more
        raise GoalError(f"{what}: expected a number from 0 to π, got {value!r}")
    return min(number, math.pi)


def non_negative(value: Any, what: str, *, least: float = 0.0) -> float:
    """A finite number that is not too large, and not below ``least``."""
    number = float(value) if isinstance(value, Real) and not isinstance(value, bool) else math.nan
    if not least <= number <= LARGEST_VALUE:
        raise GoalError(f"{what}: expected a number from {least:g} to {LARGEST_VALUE:g}, got {value!r}")
    return number


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
