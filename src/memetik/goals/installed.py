"""Goals of other distributions, found by the entry-point group ``memetik.goals``.

A distribution adds its goal classes by lines in its pyproject.toml: the class's name and where it is::

    [project.entry-points."memetik.goals"]
    ReachOut = "acme_goals:ReachOut"
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..plugins import find_entry_points, load_entry_point
from .goal import Goal
from .kinds import all_kinds

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "memetik.goals"


def installed_goals() -> dict[str, EntryPoint]:
    """Return the goals of other distributions by name; they do not replace those of memetik."""
    own = all_kinds()
    return {name: found for name, found in find_entry_points(GROUP).items() if name not in own}


def load_goal(entry_point: EntryPoint) -> type[Goal]:
    """Import a goal class of another distribution, or raise a PluginError that says why it is broken."""

    def check(found: Any) -> type[Goal]:
        if not isinstance(found, type) or not issubclass(found, Goal):
            raise TypeError(f"{entry_point.value} is not a class derived from memetik.PythonGoal")
        if found.__name__ != entry_point.name:
            raise TypeError(f"the class is called {found.__name__}; the entry point must have the same name")
        return found

    return load_entry_point(entry_point, "goal", check)
