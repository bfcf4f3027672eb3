"""Goals of the hard set as JSON: their plain form without default values."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

import numpy as np

from memetik import Goal, goal_from_dict

from .named_custom import NamedCustom, StorableGoal

DECIMALS = 9
"""Decimals of stored numbers: a nanometre is far below any tolerance, and above differences by compilers."""

_HEAD = {"memetik": "goal", "version": 1}
"""Entries that every plain form has; they are not stored."""


def goal_to_plain(goal: StorableGoal) -> dict[str, Any]:
    """Return the entries of the goal that differ from their defaults, with rounded numbers.

    >>> import memetik as mk
    >>> goal_to_plain(mk.Position("tool0", (0.4, 0.1, 1 / 3)))
    {'goal': 'Position', 'link': 'tool0', 'target': [0.4, 0.1, 0.333333333]}
    """
    plain = goal.to_dict()
    defaults: dict[str, Any] = dict(_HEAD)
    for name, parameter in inspect.signature(type(goal)).parameters.items():
        if parameter.default is not inspect.Parameter.empty:
            defaults[name] = parameter.default
    changed = {name: value for name, value in plain.items() if not _is_default(value, defaults.get(name))}
    return {name: rounded(value) for name, value in changed.items()}


def goal_from_plain(plain: Mapping[str, Any]) -> Goal:
    """Return the goal of a plain form."""
    if plain["goal"] == NamedCustom.__name__:
        return NamedCustom(**{name: value for name, value in plain.items() if name != "goal"}).goal()
    return goal_from_dict({**_HEAD, **plain})


def rounded(value: Any) -> Any:
    """Return plain lists, mappings and numbers, with floats rounded to :data:`DECIMALS`."""
    if isinstance(value, np.ndarray):
        return rounded(value.tolist())
    if isinstance(value, float):
        return round(value, DECIMALS) + 0.0  # no negative zeros
    if isinstance(value, Mapping):
        return {key: rounded(item) for key, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, (list, tuple)) else value


def _is_default(value: Any, default: Any) -> bool:
    """Return whether they are equal; a number equals a list of itself, None an empty list or mapping."""
    if isinstance(value, (list, tuple, dict)) and not value:
        return default in (None, (), [], {})
    if isinstance(value, list) and isinstance(default, float):
        return all(item == default for item in value)
    if isinstance(value, list) and isinstance(default, tuple):
        return tuple(value) == default
    return bool(value == default)
