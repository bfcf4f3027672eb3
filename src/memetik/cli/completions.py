"""The words that the shell offers after TAB; ``memetik --install-completion`` sets it up."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def robot_names(incomplete: str) -> list[str]:
    """The bundled robots, robot files and folders whose name begins so."""
    from ..io.load import BY_SUFFIX
    from ..models import BUNDLED

    folder = Path(incomplete) if incomplete.endswith("/") else Path(incomplete).parent
    files = [f"{path}/" if path.is_dir() else str(path) for path in _entries(folder)]
    usable = [file for file in files if file.endswith(("/", ".xml", *BY_SUFFIX))]
    return [name for name in (*BUNDLED, *usable) if name.startswith(incomplete)]


def link_names(ctx: Any, incomplete: str) -> list[str]:
    """The links of the robot that is named before."""
    from ..errors import MemetikError
    from ..robot.robot import Robot

    named = [name for name in (ctx.params.get("robot"), *ctx.args) if name]  # after --link, it is in args
    try:
        links = Robot.load(named[0]).link_names if named else ()
    except (MemetikError, OSError):
        return []
    return [link for link in links if link.startswith(incomplete)]


def method_names(incomplete: str) -> list[str]:
    """The methods."""
    from ..methods import names

    return [name for name in names() if name.startswith(incomplete)]


def goal_names(incomplete: str) -> list[str]:
    """The kinds of goals."""
    from ..goals.installed import installed_goals
    from ..goals.kinds import all_kinds

    return [name for name in (*all_kinds(), *installed_goals()) if name.startswith(incomplete)]


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
