"""Checks options of the core's methods against the ranges and choices that the core declares."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np

from .. import _core
from ..errors import MemetikError, MethodError, UnknownNameError


def engine_factory(
    method: str, options: Mapping[str, Any], error: type[MemetikError] = MethodError
) -> _core.EngineFactory:
    """Return a factory of engines for one of the core's methods; raise ``error`` if an option does not fit.

    >>> engine_factory("newton", {"runners": 0})
    Traceback (most recent call last):
    memetik.errors.MethodError: runners: expected a number from 1 to 256, got 0
    """
    plain = {name: _plain(value) for name, value in options.items()}
    for option in _core.method_options(method):
        if option.name not in plain or option.allows(plain[option.name]):
            continue
        value = options[option.name]
        if option.choices:
            raise UnknownNameError(f"value of {option.name}", value, option.choices)
        raise error(f"{option.name}: expected {option.expected}, got {value!r}")
    try:
        return _core.engine_factory(method, plain)
    except ValueError as refused:  # the options contradict each other
        raise error(str(refused)) from None


def _plain(value: Any) -> Any:
    """Convert numbers to Python's own types; return anything else unchanged."""
    if isinstance(value, (bool, int)):
        return value
    if isinstance(value, np.integer):
        return int(value)
    return float(value) if isinstance(value, Real) else value
