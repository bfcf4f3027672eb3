"""The base class of shapes that are given by arrays of numbers."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ..errors import RobotError
from ..number_checks import numbers
from ..transforms import Array
from .geometry import Shape


class _ArrayShape(Shape):
    """A frozen dataclass of read-only arrays and numbers; it is a value like every shape."""

    meets_rays: ClassVar[bool] = False

    def to_dict(self) -> dict[str, Any]:
        """The plain form, with arrays as lists."""
        plain = {
            name: value.tolist() if isinstance(value, np.ndarray) else value
            for name, value in self._values().items()
        }
        return {"shape": type(self).__name__.lower(), **plain}

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, _ArrayShape)
        own, theirs = self._values(), other._values()
        return all(np.array_equal(own[name], theirs[name]) for name in own)

    def __hash__(self) -> int:
        parts = (
            value.tobytes() if isinstance(value, np.ndarray) else value for value in self._values().values()
        )
        return hash((type(self).__name__, *parts))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(self._values().values())  # the constructor makes arrays read-only again

    def _values(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def _set(self, **values: Any) -> None:
        for name, value in values.items():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
            object.__setattr__(self, name, value)


def rows_of(value: npt.ArrayLike, columns: int, least: int, what: str) -> Array:
    """A copy of finite numbers (N, columns) with N at least ``least``."""
    array = numbers(value)
    if array is None or array.ndim != 2 or array.shape[1] != columns or len(array) < least:
        got = repr(value) if array is None else f"shape {array.shape}"
        raise RobotError(f"{what}: expected (N, {columns}) numbers [m] with N at least {least}, got {got}")
    if not np.isfinite(array).all():
        raise RobotError(f"{what}: not all are finite")
    return np.array(array, dtype=np.float64)


def length_of(value: Any, what: str, *, positive: bool = True) -> float:
    """A finite length [m]."""
    array = numbers(value)
    if array is None or array.ndim or not np.isfinite(array) or array < 0 or (positive and array == 0):
        raise RobotError(f"{what}: expected a {'positive ' if positive else ''}number [m], got {value!r}")
    return float(array)
