"""Entry points of other distributions, by which they add commands and goals to memetik.

An entry point is imported only when it is needed. So a plugin does not slow memetik down, and a broken one
breaks nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import PluginError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


def find_entry_points(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name, sorted; the first one found if two have the same name."""
    from importlib.metadata import entry_points  # imported here because it is slow

    found = {entry_point.name: entry_point for entry_point in reversed(tuple(entry_points(group=group)))}
    return {name: found[name] for name in sorted(found)}


def load_entry_point(entry_point: EntryPoint, noun: str, check: Callable[[Any], T]) -> T:
    """Import what an entry point names, and return what ``check`` makes of it.

    If the import or ``check`` raises an error, PluginError says which distribution is broken and why. The
    error calls the thing ``noun``, such as "command".
    """
    try:
        return check(entry_point.load())
    except (Exception, SystemExit) as error:
        raise PluginError(
            f"the {noun} {entry_point.name!r} cannot be imported, its distribution "
            f"{distribution_of(entry_point)} is broken: {type(error).__name__}: {error}"
        ) from error


def distribution_of(entry_point: EntryPoint) -> str:
    """Return name and version of an entry point's distribution."""
    dist = entry_point.dist
    return f"{dist.metadata['Name']} {dist.version}" if dist is not None else "of unknown name"
