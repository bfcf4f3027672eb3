"""A goal compiled by numba that is always met: what it costs is the machinery around it."""

from __future__ import annotations

import importlib
from typing import Any


def compiled_goal() -> Any:
    """One residual on one link, always zero, and its derivatives by the link's six velocities."""
    numba: Any = importlib.import_module("numba")
    carray, numbers = numba.carray, numba.types.CPointer(numba.types.float64)

    def always_met(n: int, poses: Any, q: Any, residuals: Any, derivatives: Any, user: Any) -> None:
        carray(residuals, (n,))[:] = 0.0
        wanted = carray(derivatives, (n, 6))
        if wanted.ctypes.data != 0:  # how numba tells a null pointer: then only residuals are asked for
            wanted[:] = 0.0

    arguments = (numba.types.int64, numbers, numbers, numbers, numbers, numba.types.voidptr)
    return numba.cfunc(numba.types.void(*arguments))(always_met)
