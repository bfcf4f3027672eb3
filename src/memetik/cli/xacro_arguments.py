"""The option ``--arg NAME:=VALUE`` of commands that load a robot: arguments of a xacro file."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

Arguments: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--arg", metavar="NAME:=VALUE", help="An argument of a .xacro file; repeatable.", show_default=False
    ),
]


def xacro_arguments(given: list[str] | None) -> dict[str, str]:
    """The values of ``--arg`` by name.

    >>> xacro_arguments(["dof:=7", "gripper:=true"])
    {'dof': '7', 'gripper': 'true'}
    """
    arguments = {}
    for text in given or ():
        name, assigned, value = text.partition(":=")
        if not assigned or not name.strip():
            raise typer.BadParameter(f"expected NAME:=VALUE, got {text!r}", param_hint="--arg")
        arguments[name.strip()] = value
    return arguments
