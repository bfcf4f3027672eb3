"""Goals of the hard set as JSON: their plain form, less what goes without saying."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

import numpy as np

from memetik import Goal, goal_from_dict

from .named_custom import NamedCustom, Wish

DECIMALS = 9
"""Of all stored numbers: a nanometre, far below any tolerance, and above what compilers disagree in."""

_HEAD = {"memetik": "goal", "version": 1}
"""What the plain form of a goal begins with; it is not stored."""


def goal_to_plain(goal: Wish) -> dict[str, Any]:
    """The entries of the goal that are not their defaults, with rounded numbers.

    >>> import memetik as mk
    >>> goal_to_plain(mk.Position("tool0", (0.4, 0.1, 1 / 3)))
    {'goal': 'Position', 'link': 'tool0', 'target': [0.4, 0.1, 0.333333333]}
    """
    plain = goal.to_dict()
    unsaid: dict[str, Any] = dict(_HEAD)
    for name, parameter in inspect.signature(type(goal)).parameters.items():
        if parameter.default is not inspect.Parameter.empty:
            unsaid[name] = parameter.default
    return {name: rounded(value) for name, value in plain.items() if not _is_default(value, unsaid.get(name))}


def goal_from_plain(plain: Mapping[str, Any]) -> Goal:
    """The goal again."""
    if plain["goal"] == NamedCustom.__name__:
        return NamedCustom(**{name: value for name, value in plain.items() if name != "goal"}).goal()
    return goal_from_dict({**_HEAD, **plain})


def rounded(value: Any) -> Any:
    """Plain lists, mappings and numbers, with floats to :data:`DECIMALS`."""
    if isinstance(value, np.ndarray):
        return rounded(value.tolist())
    if isinstance(value, float):
        return round(value, DECIMALS) + 0.0  # no negative zeros
    if isinstance(value, Mapping):
        return {key: rounded(item) for key, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, (list, tuple)) else value


def _is_default(value: Any, default: Any) -> bool:
    """A number may stand for a list of itself, an empty list or mapping for none at all."""
    if isinstance(value, (list, tuple, dict)) and not value:
        return default in (None, (), [], {})
    if isinstance(value, list) and isinstance(default, float):
        return all(item == default for item in value)
    if isinstance(value, list) and isinstance(default, tuple):
        return tuple(value) == default
    return bool(value == default)
