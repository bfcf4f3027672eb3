"""Numbers as text, in the units that people read: mm and degrees, ms and µs."""

from __future__ import annotations

import math
from collections.abc import Sequence

_MANY = 10.0  # [m]


def duration(seconds: float) -> str:
    """Format a time with three significant digits: ``1.25 s``, ``20 ms``, ``3.1 µs``."""
    for factor, unit in ((1.0, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1 or unit == "µs":
            return f"{seconds * factor:.3g} {unit}"
    raise AssertionError("unreachable")


def human(value: float, unit: str) -> str:
    """Format metres as mm, or m if they are many, and radians as degrees, with three significant digits."""
    if unit == "m" and abs(value) >= _MANY:
        unit = " m"
    elif unit == "m":
        value, unit = value * 1e3, " mm"
    elif unit == "rad":
        value, unit = math.degrees(value), "°"
    return f"{value:.3g}{unit}" if abs(value) < 999.5 else f"{value:.0f}{unit}"


def listed(names: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
