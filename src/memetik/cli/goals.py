"""``memetik goals``: lists the goals, or explains one."""

from __future__ import annotations

import inspect
import re
from typing import Annotated

import typer

from .completions import goal_names


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

    from ..errors import UnknownNameError
    from ..goals.kinds import all_kinds

    kinds = all_kinds()
    console = Console()
    if name is not None:
        if name not in kinds:
            raise UnknownNameError("goal", name, kinds)
        console.print(explanation(name, kinds[name]), markup=False, highlight=False)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("goal", style="bold")
    table.add_column("asks for")
    table.add_column("priority")
    for kind, goal in kinds.items():
        summary = _paragraphs(goal)[0]
        table.add_row(kind, escape(summary), str(inspect.signature(goal).parameters["priority"].default))
    console.print(table)
    console.print("\nmemetik goals NAME explains one of them.", highlight=False)


def explanation(name: str, kind: type) -> str:
    """The signature of a goal with its defaults, then its docstring."""
    signature = inspect.signature(kind)
    plain = [p.replace(annotation=inspect.Parameter.empty) for p in signature.parameters.values()]
    call = signature.replace(parameters=plain, return_annotation=inspect.Signature.empty)
    return "\n\n".join([f"memetik.{name}{call}", *_paragraphs(kind)])


def _paragraphs(kind: type) -> list[str]:
    """The paragraphs of a docstring without markup; lines are joined, except in lists and examples."""
    plain = re.sub(r"(?::\w+:)?``?~?([^`]+)``?", r"\1", inspect.getdoc(kind) or "")
    kept = (">>>", "- ")
    return [p if p.startswith(kept) else p.replace("\n", " ") for p in plain.split("\n\n")]
