"""The user's validity check: what it returns must be true or false."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from typing import Any

import numpy as np

from ..errors import GoalError
from ..transforms import Array


def checked_verdict(valid: Callable[[Array], Any], q: Array) -> bool:
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
