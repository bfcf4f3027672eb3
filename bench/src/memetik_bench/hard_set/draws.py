"""Random numbers that do not depend on the version of numpy, so that problems can be generated again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from memetik.transforms import Array

Choice = TypeVar("Choice")


class Draws:
    """A stream of random numbers for one ``key`` of integers.

    Only the raw bits come from numpy, which guarantees that its bit generators never change, but may change
    its distributions.

    >>> Draws(1, 2).number(0, 1) == Draws(1, 2).number(0, 1)
    True
    """

    def __init__(self, *key: int) -> None:
        self._bits = np.random.PCG64(key)

    def uniform(self, low: npt.ArrayLike, high: npt.ArrayLike) -> Array:
        """Return a number in [``low``, ``high``), or an array of the broadcast shape of both."""
        low, high = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
        shape = np.broadcast_shapes(low.shape, high.shape)
        unit = (np.reshape(self._bits.random_raw(int(np.prod(shape))), shape) >> np.uint64(11)) * 2.0**-53
        return np.asarray(low + (high - low) * unit)

    def number(self, low: float, high: float) -> float:
        """Return a number in [``low``, ``high``)."""
        return float(self.uniform(low, high))

    def integer(self, low: int, high: int) -> int:
        """Return an integer from ``low`` to ``high``, both included."""
        return int(self.uniform(low, high + 1))

    def choice(self, items: Sequence[Choice]) -> Choice:
        """Return one of ``items``."""
        return items[self.integer(0, len(items) - 1)]

    def direction(self) -> Array:
        """Return a unit vector (3,), uniform on the sphere: height and azimuth are uniform (Archimedes)."""
        height, turn = self.number(-1, 1), self.number(-np.pi, np.pi)
        radius = np.sqrt(1 - height**2)
        return np.array([radius * np.cos(turn), radius * np.sin(turn), height])
