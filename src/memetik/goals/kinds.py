"""The kinds of goals there are: every one that this package names."""

from __future__ import annotations

from .goal import Goal


def all_kinds() -> dict[str, type[Goal]]:
    """Classes by name, in the order of ``memetik.goals.__all__``."""
    from .. import goals  # not before it is called, because the package imports this module

    named = ((name, getattr(goals, name)) for name in goals.__all__)
    return {name: kind for name, kind in named if _is_kind(kind)}


def _is_kind(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Goal) and value is not Goal
