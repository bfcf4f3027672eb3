"""Checks whether a user's argument is a number."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np


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
    return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
