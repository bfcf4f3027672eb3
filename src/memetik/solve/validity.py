"""The user's validity check: a function of q, or the address of a compiled one."""

from __future__ import annotations

import functools
from collections.abc import Callable
from numbers import Real
from typing import Any, TypeAlias

import numpy as np

from ..compiled_function import address_of, may_be_address
from ..errors import GoalError
from ..transforms import Array

Valid: TypeAlias = Callable[[Array], bool] | int
"""A function of a configuration (dof,); or the address of a compiled function, see Solver."""


def check_valid(valid: Any) -> None:
    """Raise GoalError unless ``valid`` is None, a function, or may be the address of one."""
    address = address_of(valid)
    if valid is None or (address is None and callable(valid)):
        return
    if address is None or not may_be_address(address):
        raise GoalError(
            f"valid: expected a function of a configuration (dof,), or the address of a compiled one, got "
            f"{valid!r}"
        )


def native_check(valid: Valid | None) -> Any:
    """What the core calls: None, a function whose verdicts are checked, or an address."""
    address = address_of(valid)
    if address is not None or valid is None:
        return address
    return functools.partial(checked_verdict, valid)


def checked_verdict(valid: Any, q: Array) -> bool:
    """Return whether ``valid(q)`` is true; raise GoalError if it is None, NaN or an array of several values.

    NaN counts as true in Python, but here it is the result of a calculation that failed. None is what a
    function without a return statement returns.
    """
    verdict = valid(q)
    if verdict is None:
        raise GoalError("valid: the function returned None: it has to return True or False")
    is_array = isinstance(verdict, np.ndarray)
    if (is_array and verdict.size != 1) or (isinstance(verdict, Real) and verdict != verdict):
        raise GoalError(f"valid: expected the function to return True or False, got {verdict!r}")
    return bool(verdict)
