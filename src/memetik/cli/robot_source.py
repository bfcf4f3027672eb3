"""Loads the robot of a command, with the options that all commands have for it: ``--arg``, ``--strict``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from ..errors import RobotError

if TYPE_CHECKING:
    from ..robot.robot import Robot

Arguments: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--arg", metavar="NAME:=VALUE", help="An argument of a .xacro file; repeatable.", show_default=False
    ),
]
Strict: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--strict/--no-strict",
        help="Refuse a URDF with faults (the default), or repair those that can be repaired.",
        show_default=False,
    ),
]


def load_robot(source: str, arg: list[str] | None = None, *, strict: bool = True) -> Robot:
    """The robot ``source``, a file or a bundled name; errors name the options of the command line."""
    from ..robot.robot import Robot

    arguments = xacro_arguments(arg)
    try:
        return Robot.load(source, arguments=arguments, strict=strict)
    except RobotError as error:
        raise RobotError(str(error).replace("strict=False", "--no-strict")) from error


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
