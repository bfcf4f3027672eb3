"""Types of goal fields. Each checks the user's value and converts it to the stored form.

A field's annotation selects the converter. ``direction: UnitVector`` takes three numbers in any form and
stores a read-only array of unit length. Type checkers know only one type per field: the stored type, united
with ``Any`` because the constructor accepts more.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from .. import _core
from ..collision.as_geometries import as_geometries
from ..collision.shapes import Geometry
from ..errors import GoalError, TransformError
from ..number_checks import as_real, check_choice
from ..transforms import MAX_VALUE, Array, finite_vector

DEFAULT_TOLERANCE = 1e-5  # [m] and [rad], in norm
LARGEST_WEIGHT = _core.largest_weight

PriorityName: TypeAlias = Literal["required", "primary", "secondary", "hint"]

Converter: TypeAlias = Callable[[Any, str], Any]  # (value, field name) -> stored value


@functools.cache
def converters(kind: type) -> dict[str, Converter]:
    """Return the converters of a goal class by field name, in the order of the fields."""
    hints = get_type_hints(kind, include_extras=True)
    found = {field.name: _converter(hints[field.name]) for field in fields(kind)}
    return {name: convert for name, convert in found.items() if convert is not None}


def _converter(hint: Any) -> Converter | None:
    if get_origin(hint) is Literal:
        return one_of(get_args(hint))
    return hint.__metadata__[0] if get_origin(hint) is Annotated else None


def optional(convert: Converter) -> Converter:
    """Return a converter that keeps None and applies ``convert`` to anything else."""
    return lambda value, what: None if value is None else convert(value, what)


def one_of(choices: tuple[str, ...]) -> Converter:
    """Return a converter that accepts only one of these strings."""

    def convert(value: Any, what: str) -> str:
        check_choice(value, choices, what)
        return str(value)

    return convert


def goal_name(value: Any, what: str) -> str:
    """Accept any non-empty string."""
    if not isinstance(value, str) or not value:
        raise GoalError(f"{what}: expected a non-empty string, got {value!r}")
    return value


def link_name(value: Any, what: str) -> str:
    """Accept any non-empty string; ``Problem`` checks that the robot has such a link."""
    if not isinstance(value, str) or not value:
        raise GoalError(f"{what}: expected the name of a link, got {value!r}")
    return value


def joint_name(value: Any, what: str) -> str:
    """Accept any non-empty string; ``Problem`` checks that the robot has such a joint."""
    if not isinstance(value, str) or not value:
        raise GoalError(f"{what}: expected the name of a joint, got {value!r}")
    return value


def names(value: Any, what: str) -> tuple[str, ...]:
    """Return a tuple of names from one name or several."""
    try:
        listed: Sequence[Any] = [value] if isinstance(value, str) else list(value)
    except TypeError:
        listed = [None]
    if not all(isinstance(name, str) and name for name in listed):
        raise GoalError(f"{what}: expected a name or a list of names, got {value!r}")
    return tuple(listed)


def some_names(value: Any, what: str) -> tuple[str, ...]:
    """Like ``names``, but at least one name is required."""
    listed = names(value, what)
    if not listed:
        raise GoalError(f"{what}: expected at least one name")
    return listed


def goal_weight(value: Any, what: str) -> float:
    """Accept a number from 0 to the largest weight that the core supports."""
    weight = _as_float(value)
    if not 0.0 <= weight <= LARGEST_WEIGHT:
        raise GoalError(f"{what}: expected a number from 0 to {LARGEST_WEIGHT:g}, got {value!r}")
    return weight


def goal_priority(value: Any, what: str) -> str:
    """Accept the name of a priority, see :class:`~memetik.goals.Goal`."""
    if not isinstance(value, str) or value not in get_args(PriorityName):
        expected = "'required', 'primary', 'secondary' or 'hint'"
        raise GoalError(f"{what}: expected {expected}, got {value!r}")
    return value


def tolerances(value: Any, *counts: int) -> tuple[float, ...]:
    """Return non-negative tolerances. Their number must be one of ``counts``; a scalar is repeated
    ``counts[0]`` times.
    """
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


def several_tolerances(count: int) -> Converter:
    """Return a converter to ``count`` tolerances; a scalar is used for all of them."""
    return lambda value, what: tolerances(value, count)


def point(value: npt.ArrayLike, what: str) -> Array:
    """Return a read-only vector of three finite numbers [m]."""
    vector = finite_vector(value, 3, what)
    if np.abs(vector).max() > MAX_VALUE:
        raise TransformError(f"{what}: farther than {MAX_VALUE:g} m: {vector.tolist()}")
    return frozen(vector)


def unit_vector(value: npt.ArrayLike, what: str) -> Array:
    """Return a read-only unit vector along three numbers; a zero vector raises TransformError."""
    vector = finite_vector(value, 3, what)
    largest = np.abs(vector).max()
    if largest < 1e-9:
        raise TransformError(f"{what}: zero length; a direction is, for example, (0, 0, 1)")
    if abs(math.hypot(*vector) - 1.0) < 1e-15:
        return frozen(vector)  # unchanged, so that to_dict and goal_from_dict preserve every bit
    vector /= largest  # before the norm, so that no square overflows
    return frozen(vector / np.linalg.norm(vector))


def angle(value: Any, what: str) -> float:
    """Accept a number from 0 to π [rad]."""
    number = as_real(value)
    if not 0.0 <= number <= math.pi + 1e-6:  # π in single precision is slightly larger
        raise GoalError(f"{what}: expected a number from 0 to π, got {value!r}")
    return min(number, math.pi)


def non_negative(value: Any, what: str, *, least: float = 0.0) -> float:
    """Accept a number from ``least`` to ``MAX_VALUE``."""
    number = as_real(value)
    if not least <= number <= MAX_VALUE:
        raise GoalError(f"{what}: expected a number from {least:g} to {MAX_VALUE:g}, got {value!r}")
    return number


def any_number(value: Any, what: str) -> float:
    """Accept any number except NaN; it may be infinite."""
    number = _as_float(value)
    if math.isnan(number):
        raise GoalError(f"{what}: expected a number, got {value!r}")
    return number


def one_number(value: Any, what: str) -> Array:
    """Return one finite number as a read-only array (1,), the form of a target."""
    try:
        array = np.atleast_1d(np.array(value, dtype=np.float64))
    except (TypeError, ValueError, OverflowError):
        array = np.array([np.nan])
    if array.shape != (1,) or not np.abs(array[0]) <= MAX_VALUE:
        raise GoalError(f"{what}: expected a number, got {value!r}")
    return frozen(array)


def flag(value: Any, what: str) -> bool:
    """Accept only a bool, not 0, 1 or another value that converts to one."""
    if not isinstance(value, (bool, np.bool_)):
        raise GoalError(f"{what}: expected True or False, got {value!r}")
    return bool(value)


def numbers_by_joint(
    value: Any, what: str, fits: Callable[[float], bool], expected: str
) -> Mapping[str, float]:
    """Return a read-only mapping from joints to numbers; ``fits`` must hold for each number."""
    try:
        numbers = {str(joint): float(number) for joint, number in dict(value).items()}
    except (TypeError, ValueError, OverflowError):
        numbers = {"": math.nan}
    if not all(fits(number) for number in numbers.values()):
        raise GoalError(f"{what}: expected {expected}, got {value!r}")
    return MappingProxyType(numbers)


def frozen(array: Array) -> Array:
    """Make the array read-only and return it."""
    array.setflags(write=False)
    return array


def _as_float(value: Any) -> float:
    """Return ``float(value)``, or NaN if that fails."""
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan


Name: TypeAlias = Annotated[str | None, optional(goal_name)]
Weight: TypeAlias = Annotated[float, goal_weight]
Priority: TypeAlias = Annotated[PriorityName, goal_priority]
Tolerance: TypeAlias = Annotated[float | Any, lambda value, what: tolerances(value, 1)[0]]
TwoTolerances: TypeAlias = Annotated[tuple[float, ...] | Any, several_tolerances(2)]
FourTolerances: TypeAlias = Annotated[tuple[float, ...] | Any, several_tolerances(4)]

LinkName: TypeAlias = Annotated[str, link_name]
MaybeLinkName: TypeAlias = Annotated[str | None, optional(link_name)]
LinkNames: TypeAlias = Annotated[tuple[str, ...] | Any, names]
JointName: TypeAlias = Annotated[str, joint_name]
Names: TypeAlias = Annotated[Sequence[str], names]

Point: TypeAlias = Annotated[Array | Any, point]
MaybePoint: TypeAlias = Annotated[Array | Any | None, optional(point)]
UnitVector: TypeAlias = Annotated[Array | Any, unit_vector]
Shapes: TypeAlias = Annotated[tuple[Geometry, ...] | Any, as_geometries]
MaybeShapes: TypeAlias = Annotated[tuple[Geometry, ...] | Any | None, optional(as_geometries)]

Flag: TypeAlias = Annotated[bool, flag]
Angle: TypeAlias = Annotated[float, angle]
Number: TypeAlias = Annotated[float, any_number]
NumberTarget: TypeAlias = Annotated[Array | Any, one_number]
NonNegative: TypeAlias = Annotated[float, non_negative]
MaybeNonNegative: TypeAlias = Annotated[float | None, optional(non_negative)]
Positive: TypeAlias = Annotated[float, functools.partial(non_negative, least=1e-9)]


class NamesField:
    """Tells type checkers that a field accepts any iterable of names, or None, and stores a tuple."""

    def __get__(self, goal: object, kind: type | None = None) -> tuple[str, ...] | None:
        raise NotImplementedError  # never called: goals store the tuple itself

    def __set__(self, goal: object, value: Iterable[str] | None) -> None:
        raise NotImplementedError


JointNames: TypeAlias = Annotated[NamesField, optional(some_names)]
ALL_JOINTS: Any = None
