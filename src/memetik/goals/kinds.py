"""Finds all goal classes exported by ``memetik.goals``."""

from __future__ import annotations

from .goal import Goal


def all_kinds() -> dict[str, type[Goal]]:
    """Return the goal classes by name, in the order of ``memetik.goals.__all__``."""
    from .. import goals  # imported here because the package imports this module

    named = ((name, getattr(goals, name)) for name in goals.__all__)
    return {name: kind for name, kind in named if _is_kind(kind)}


def _is_kind(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Goal) and value is not Goal
