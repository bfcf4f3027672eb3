"""Finds goal classes: those exported by ``memetik.goals``, and one by its name."""

from __future__ import annotations

import inspect
from collections.abc import Mapping

from ..errors import UnknownNameError
from .goal import Goal


def all_kinds() -> dict[str, type[Goal]]:
    """Return the goal classes by name, in the order of ``memetik.goals.__all__``."""
    from .. import goals  # imported here because the package imports this module

    named = ((name, getattr(goals, name)) for name in goals.__all__)
    return {name: kind for name, kind in named if _is_kind(kind)}


def find_kind(name: object, own: Mapping[str, type[Goal]]) -> type[Goal]:
    """Return the goal class of this name: one of ``own``, else one of another distribution."""
    if isinstance(name, str) and name in own:
        return own[name]
    from .installed import installed_goals, load_goal  # imported here because few programs need it

    installed = installed_goals()
    if not isinstance(name, str) or name not in installed:
        raise UnknownNameError("goal", name, [*own, *installed])
    return load_goal(installed[name])


def _is_kind(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Goal) and not inspect.isabstract(value)
