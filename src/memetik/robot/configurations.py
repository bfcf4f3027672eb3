"""Configurations q: checks of user input, conversion from and to named values."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from ..errors import ConfigurationError, UnknownNameError
from ..number_checks import numbers
from ..transforms import MAX_VALUE, Array
from .variables import Variables, shown


class Configurations:
    """Checks and converts configurations of ``variables``; ``robot`` is the robot's name, for errors.

    ``postures`` has values of joints by the name of a posture, ``locked`` those of joints that are fixed now.
    """

    def __init__(
        self,
        robot: str,
        variables: Variables,
        postures: Mapping[str, Mapping[str, npt.ArrayLike]] = MappingProxyType({}),
        locked: Mapping[str, Array] = MappingProxyType({}),
    ) -> None:
        self.robot = robot
        self.variables = variables
        self._dof = len(variables)
        self._joint_postures = postures
        self._locked = locked

    @functools.cached_property
    def postures(self) -> Mapping[str, Array]:
        """Every posture as a whole configuration, read-only."""
        packed = {name: self.pack(values, None) for name, values in self._joint_postures.items()}
        for q in packed.values():
            q.setflags(write=False)
        return MappingProxyType(packed)

    @functools.cached_property
    def locked(self) -> Mapping[str, float | Array]:
        """The values of locked joints, read-only."""
        values = {name: _number_or_array(value) for name, value in self._locked.items()}
        for value in values.values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
        return MappingProxyType(values)

    def rows(self, q: npt.ArrayLike) -> tuple[Array, bool]:
        """``q`` as (N, dof) in contiguous, aligned memory, and whether it was a single configuration.

        ``q`` may be the name of a posture.
        Values are not checked here: the core does so while it computes, at no extra cost.
        """
        dof = self._dof
        if isinstance(q, str):
            q = self._posture(q)
        try:
            array = np.asarray(q, dtype=np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            hint = ": robot.pack(mapping) makes a configuration of it" if isinstance(q, Mapping) else ""
            raise ConfigurationError(f"a configuration is {dof} numbers, got {q!r}{hint}") from error
        if array.ndim not in (1, 2) or array.shape[-1] != dof:
            raise ConfigurationError(
                f"a configuration of {self.robot!r} has shape ({dof},), a batch (N, {dof}); "
                f"got {array.shape}. Variables are: {', '.join(self.variables.names[:40])}"
            )
        rows = np.ascontiguousarray(array if array.ndim == 2 else array[None])
        return rows if rows.flags.aligned else rows.copy(), array.ndim == 1

    def _posture(self, name: str) -> Array:
        if name not in self.postures:
            unknown = UnknownNameError("posture", name, self.postures)
            raise ConfigurationError(f"a configuration is {self._dof} numbers, got {name!r}: {unknown}")
        return self.postures[name]

    def usable_rows(self, q: npt.ArrayLike) -> tuple[Array, bool]:
        """Like ``rows``, but raises an error unless all values are finite and at most MAX_VALUE."""
        rows, single = self.rows(q)
        self.require(bool((np.abs(rows) <= MAX_VALUE).all()), rows)
        return rows, single

    def row(self, q: npt.ArrayLike) -> Array:
        """``q`` as one configuration (dof,), or an error if it is a batch or has unusable values."""
        rows, single = self.usable_rows(q)
        if not single:
            raise ConfigurationError(f"expected one configuration ({rows.shape[1]},), got {rows.shape}")
        row: Array = rows[0]
        return row

    def require(self, usable: bool, rows: Array) -> None:
        """Raise an error that names the first unusable value in ``rows``, unless all are ``usable``."""
        if not usable:
            raise self.unusable(rows)

    def unusable(self, rows: Array) -> ConfigurationError:
        """The error that names the first unusable value in ``rows``."""
        row, column = np.argwhere(~(np.abs(rows) <= MAX_VALUE))[0]
        where = f" in row {row}" if len(rows) > 1 else ""
        return ConfigurationError(
            f"{self.variables.names[column]} = {rows[row, column]}{where}: not a usable value "
            "(finite, at most a million)"
        )

    def joint_value(self, name: str, value: npt.ArrayLike) -> Array:
        """``value`` as the finite numbers that a joint, or a single variable, takes."""
        where = self.variables.slice_of(name)
        size = where.stop - where.start
        try:
            array = np.atleast_1d(np.asarray(value, dtype=np.float64))
        except (TypeError, ValueError, OverflowError) as error:
            raise ConfigurationError(
                f"value of {name!r}: expected {_numbers(size)}, got {value!r}"
            ) from error
        if array.shape != (size,) or not np.isfinite(array).all():
            raise ConfigurationError(f"value of {name!r}: expected {_numbers(size)}, got {value!r}")
        return array

    def pack(self, values: Mapping[str, npt.ArrayLike], base: npt.ArrayLike | None) -> Array:
        """``base``, or the neutral posture, with the named joints or variables at ``values``."""
        if not isinstance(values, Mapping):
            raise ConfigurationError(f"pack: expected a mapping from joint to value, got {values!r}")
        q = (self.variables.neutral if base is None else self.row(base)).copy()
        for name, value in values.items():
            if not self.is_locked_at(name, value):
                q[self.variables.slice_of(name)] = self.joint_value(name, value)
        return q

    def is_locked_at(self, name: str, value: npt.ArrayLike) -> bool:
        """Whether a joint is locked, and at this value; another value is an error."""
        if name not in self.locked:
            return False
        given = numbers(value)
        if given is None or not np.array_equal(given.ravel(), np.ravel(self.locked[name])):
            raise ConfigurationError(
                f"joint {name!r} is locked at {shown(np.ravel(self.locked[name]))}, got {value!r}: leave it "
                "out, or use the robot before lock()"
            )
        return True

    def unpack(self, q: npt.ArrayLike) -> dict[str, float | Array]:
        """Map joint names to values of one configuration: a number, or an array if there are several."""
        return self.by_joint(self.row(q))

    def by_joint(self, row: Array) -> dict[str, float | Array]:
        """Map joint names to the values in ``row``, which may be NaN, and to those of locked joints."""
        moving = {name: row[where] for name, where in self.variables.slices.items()}
        return {name: _number_or_array(values) for name, values in {**moving, **self._locked}.items()}


def _number_or_array(values: Array) -> float | Array:
    return float(values[0]) if len(values) == 1 else values.copy()


def _numbers(count: int) -> str:
    return "a finite number" if count == 1 else f"{count} finite numbers"
