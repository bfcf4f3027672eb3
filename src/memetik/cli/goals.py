"""``memetik goals``: lists the goals, or explains one."""

from __future__ import annotations

import inspect
from typing import Annotated

import typer

from .completions import goal_names
from .docstring_text import fitted, paragraphs


def goals(
    name: Annotated[
        str | None,
        typer.Argument(
            help="A goal to explain, such as LookAt.", show_default=False, autocompletion=goal_names
        ),
    ] = None,
) -> None:
    """List the goals, or explain one: what it asks for, its residual, its parameters, an example."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from ..goals.kinds import all_kinds, find_kind

    kinds = all_kinds()
    console = Console()
    if name is not None:
        text = explanation(name, find_kind(name, kinds), console.width)
        console.print(text, markup=False, highlight=False)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("goal", style="bold")
    table.add_column("asks for")
    table.add_column("priority")
    for goal, kind in kinds.items():
        table.add_row(goal, escape(paragraphs(kind)[0]), _priority(kind))
    for goal, (summary, priority) in _installed_rows().items():
        table.add_row(goal, escape(summary), priority)
    console.print(table)
    console.print("\nmemetik goals NAME explains one of them.", highlight=False)


def _installed_rows() -> dict[str, tuple[str, str]]:
    """What each goal of another distribution asks for, and its priority; a broken one has its error."""
    from ..errors import PluginError
    from ..goals.installed import installed_goals, load_goal
    from ..plugins import distribution_of

    rows = {}
    for name, entry_point in installed_goals().items():
        try:
            kind = load_goal(entry_point)
            rows[name] = f"{paragraphs(kind)[0]} ({distribution_of(entry_point)})", _priority(kind)
        except PluginError as error:
            rows[name] = str(error), ""
    return rows


def _priority(kind: type) -> str:
    return str(inspect.signature(kind).parameters["priority"].default)


def explanation(name: str, kind: type, width: int) -> str:
    """The signature of a goal with its defaults, then its docstring, in lines of ``width`` characters."""
    parts = (call_of(name, kind), *paragraphs(kind))
    return "\n\n".join(fitted(part, width) for part in parts)


def call_of(name: str, kind: type) -> str:
    """The signature of a goal with its defaults."""
    signature = inspect.signature(kind)
    plain = [p.replace(annotation=inspect.Parameter.empty) for p in signature.parameters.values()]
    call = signature.replace(parameters=plain, return_annotation=inspect.Signature.empty)
    module = "memetik" if kind.__module__.startswith("memetik.") else kind.__module__
    return f"{module}.{name}{call}"
