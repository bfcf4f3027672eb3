"""Why a solver is busy: another thread uses it, or a function that it calls itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

from ..errors import SolverBusyError


def busy_error(
    raised: SolverBusyError, solver: object, methods: Iterable[Callable[..., Any]]
) -> SolverBusyError:
    """Return the error of a call of one of the solver's ``methods``, which says who else calls it."""
    codes = {method.__code__ for method in methods}
    frame: FrameType | None = sys._getframe(1)
    calls = 0
    while frame is not None:
        calls += frame.f_code in codes and frame.f_locals.get("self") is solver
        frame = frame.f_back
    if calls < 2:  # another thread, or the error of an inner call on its way out
        return raised
    error = SolverBusyError(
        "this solver was called by a function that it calls itself, such as its valid or a Custom goal; "
        "give that function a solver of its own, for instance copy.copy(solver)"
    )
    error.by_itself = True
    return error
