"""Commands of other distributions, found by the entry-point group ``memetik.commands``.

A distribution adds a command to ``memetik`` by two lines in its pyproject.toml: the command's name and the
``typer.Typer`` that runs::

    [project.entry-points."memetik.commands"]
    bench = "memetik_bench.cli:app"

``memetik --help`` shows the first line of the docstring of that module, here ``memetik_bench.cli``. It reads
the line from the source file: a plugin is imported only when its command is called. So a plugin does not slow
down the other commands, and a broken plugin does not break them.
"""

from __future__ import annotations

import ast
import importlib.util
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand

from ..plugins import distribution_of, find_entry_points, load_entry_point

GROUP = "memetik.commands"


class Plugin(TyperCommand):
    """A plugin's command in the help: its name and one line. :meth:`load` imports the command itself."""

    def __init__(self, entry_point: EntryPoint) -> None:
        from rich.markup import escape

        super().__init__(entry_point.name, help=escape(_help_line(entry_point)))
        self._entry_point = entry_point

    @property
    def distribution(self) -> str:
        """Name and version of the command's distribution."""
        return distribution_of(self._entry_point)

    def load(self) -> Any:
        """The command itself, or a PluginError that says which distribution is broken and why."""
        return load_entry_point(self._entry_point, "command", self._as_command)

    def _as_command(self, app: Any) -> Any:
        if not isinstance(app, typer.Typer):
            raise TypeError(f"{self._entry_point.value} is not a typer.Typer but {type(app).__name__}")
        return typer.main.get_command(app)


def find_plugins() -> dict[str, Plugin]:
    """The installed plugins by command name, sorted; the first one found if two have the same name."""
    return {name: Plugin(entry_point) for name, entry_point in find_entry_points(GROUP).items()}


def _help_line(entry_point: EntryPoint) -> str:
    """The first line of the docstring of the entry point's module, or its distribution if that fails."""
    try:
        text = ast.get_docstring(ast.parse(_source(entry_point.module).read_bytes()))
        return (text or "").splitlines()[0]
    except Exception:  # a broken plugin must not break the help
        return f"(of {distribution_of(entry_point)})"


def _source(module: str) -> Path:
    """The file of a module. It is found from the path of the top-level package, which imports nothing."""
    top, *rest = module.split(".")
    spec = importlib.util.find_spec(top)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(top)
    if not rest:
        return Path(spec.origin)
    path = Path(spec.origin).parent.joinpath(*rest)
    return path / "__init__.py" if path.is_dir() else path.with_name(f"{path.name}.py")
