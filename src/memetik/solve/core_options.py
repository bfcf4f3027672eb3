"""Options of the core's methods: the core says what they may be."""

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
    """What makes engines of one of the core's methods; an ``error`` if it does not take these options.

    >>> engine_factory("newton", {"runners": 0})
    Traceback (most recent call last):
    memetik.errors.MethodError: runners: expected a number from 1 to 256, or None, got 0
    """
    plain = {name: _plain(value) for name, value in options.items()}
    for option in _core.method_options(method):
        if option.name not in plain or option.takes(plain[option.name]):
            continue
        value = options[option.name]
        if option.choices:
            raise UnknownNameError(option.name, value, option.choices)
        raise error(f"{option.name}: expected {option.expected}, got {value!r}")
    try:
        return _core.engine_factory(method, plain)
    except ValueError as refused:  # values that do not go together
        raise error(str(refused)) from None


def _plain(value: Any) -> Any:
    """Numbers as Python's own types; anything else as it is."""
    if isinstance(value, (bool, int)):
        return value
    if isinstance(value, np.integer):
        return int(value)
    return float(value) if isinstance(value, Real) else value
