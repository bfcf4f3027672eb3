"""A goal compiled by numba that is always met, so that its cost is the overhead of calling it."""

from __future__ import annotations

import importlib
from typing import Any


def compiled_goal() -> Any:
    """Return a C function with one residual of one link, always zero, and six derivatives, also zero."""
    numba: Any = importlib.import_module("numba")
    carray, numbers = numba.carray, numba.types.CPointer(numba.types.float64)

    def always_met(n: int, poses: Any, q: Any, residuals: Any, derivatives: Any, user: Any) -> None:
        carray(residuals, (n,))[:] = 0.0
        wanted = carray(derivatives, (n, 6))
        if wanted.ctypes.data != 0:  # numba's test for a null pointer, which requests residuals only
            wanted[:] = 0.0

    arguments = (numba.types.int64, numbers, numbers, numbers, numbers, numba.types.voidptr)
    return numba.cfunc(numba.types.void(*arguments))(always_met)
