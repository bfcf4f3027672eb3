"""Checks of numbers and arrays of numbers that users give."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .errors import TransformError, UnknownNameError
from .other_libraries import as_numpy

Array: TypeAlias = npt.NDArray[np.float64]

MAX_VALUE = 1e6
"""The largest variable, distance and size [rad, m] that memetik accepts: sines of larger angles are inexact.
A joint limit beyond it counts as unlimited."""


def is_integer(value: Any, least: int, most: int) -> bool:
    """Whether ``value`` is a Python or numpy integer, not a bool, from ``least`` to ``most``.

    >>> is_integer(3, 1, 5), is_integer(3.0, 1, 5), is_integer(True, 1, 5)
    (True, False, False)
    """
    return (
        isinstance(value, (int, np.integer)) and not isinstance(value, bool) and least <= int(value) <= most
    )


def is_number(value: Any) -> bool:
    """Whether ``value`` is a finite real Python or numpy number, not a bool.

    >>> is_number(2), is_number(float("inf")), is_number("2")
    (True, False, False)
    """
    return math.isfinite(as_real(value))


def as_real(value: Any) -> float:
    """Return a real Python or numpy number as float, or NaN for anything else, including strings and bools.

    >>> as_real(2), as_real("2")
    (2.0, nan)
    """
    try:
        return float(value) if isinstance(value, Real) and not isinstance(value, bool) else math.nan
    except OverflowError:  # a large integer
        return math.nan


def items_of(value: Any) -> tuple[Any, ...]:
    """The items of a list or another iterable; none for anything else, including strings and mappings.

    >>> items_of([1, 2]), items_of("ab"), items_of(3)
    ((1, 2), (), ())
    """
    if isinstance(value, (str, bytes, Mapping)):
        return ()
    try:
        return tuple(value)
    except TypeError:
        return ()


def check_choice(value: Any, choices: tuple[str, ...], option: str) -> None:
    """Raise an error that lists the choices, unless ``value`` is one of them."""
    if not isinstance(value, str) or value not in choices:
        raise UnknownNameError(f"value of {option}", value, choices)


def numbers(values: Any) -> Array | None:
    """``values`` as a new float64 array of any shape, or None if they are no numbers.

    >>> numbers([1, 2]), numbers("two")
    (array([1., 2.]), None)
    """
    try:
        return np.array(as_numpy(values), dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        return None


def finite_vector(values: npt.ArrayLike, size: int, what: str) -> Array:
    """``values`` as a float64 vector of ``size`` finite numbers, or a clear error naming ``what``."""
    return finite_array(values, (size,), what)


def finite_array(values: npt.ArrayLike, shape: tuple[int, ...], what: str) -> Array:
    """``values`` as a new float64 array of ``shape``, all finite, or a clear error naming ``what``."""
    expected = "1 number" if shape == (1,) else " x ".join(map(str, shape)) + " numbers"
    array = numbers(values)
    if array is None:
        raise TransformError(f"{what}: expected {expected}, got {values!r}")
    if array.shape != shape:
        raise TransformError(f"{what}: expected {expected}, got shape {array.shape}")
    if not np.isfinite(array).all():
        raise TransformError(f"{what}: not finite: {array.tolist()}")
    return array
