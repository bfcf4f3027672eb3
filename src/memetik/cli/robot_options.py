"""The options of all commands that load a robot, and the loading itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from ..robot.robot import Robot

Arguments: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--arg", metavar="NAME:=VALUE", help="An argument of a .xacro file; repeatable.", show_default=False
    ),
]
PackageDirs: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(
        "--package-dirs",
        metavar="FOLDER",
        help="Where package:// files and $(find ...) are looked up; repeatable.",
        show_default=False,
    ),
]
Unit: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="UNIT",
        help="The unit of a .bvh file: m (the default), cm, mm, in, ft.",
        show_default=False,
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


def load_robot(
    source: str,
    *,
    arg: list[str] | None = None,
    package_dirs: list[Path] | None = None,
    unit: str | None = None,
    strict: bool = True,
) -> Robot:
    """Load the robot that a command names, with the options above; errors name these options."""
    from ..errors import RobotError
    from ..io.bvh import read_skeleton
    from ..robot.robot import Robot

    if Path(source).suffix.lower() == ".bvh":
        return read_skeleton(source, unit=unit or "m")  # type: ignore[arg-type]  # checked there
    if unit is not None:
        raise RobotError(f"--unit is for .bvh files, whose unit is not in the file; {source} is in metres")
    arguments, folders = xacro_arguments(arg), tuple(package_dirs or ())
    try:
        return Robot.load(source, arguments=arguments, package_dirs=folders, strict=strict)
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
