"""Expands xacro, ROS' macro language for URDF, with the package xacrodoc (the extra ``memetik[xacro]``)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from ..errors import RobotError

StrPath: TypeAlias = "str | os.PathLike[str]"

XACRO_HELP = (
    "this is xacro, a macro language that expands to URDF: after 'pip install xacrodoc' (the extra "
    "memetik[xacro]), memetik expands .xacro files itself; or expand it with ROS: "
    "'xacro robot.urdf.xacro > robot.urdf'"
)


def expand(path: Path, arguments: Mapping[str, object], packages: Mapping[str, StrPath]) -> str:
    """The URDF that a ``.xacro`` file expands to.

    ``arguments`` are the values of its ``<xacro:arg>`` elements, ``packages`` maps the names of packages, for
    ``$(find name)``, to their directories.
    """
    xacrodoc = _import_xacrodoc()
    values = _substitutions(arguments)
    if packages:  # xacrodoc remembers them, like all packages that it has found
        xacrodoc.packages.update_package_cache(dict(packages))
    try:
        # Meshes of missing packages are no error: their names stay as they are.
        document = xacrodoc.XacroDoc.from_file(str(path), subargs=values, resolve_packages=False)
        return str(document.dom.toxml())
    except Exception as error:  # xacrodoc raises errors of many types
        raise RobotError(f"xacro reports: {type(error).__name__}: {' '.join(str(error).split())}") from error


def _substitutions(arguments: Mapping[str, object]) -> dict[str, str]:
    if not isinstance(arguments, Mapping) or not all(isinstance(name, str) for name in arguments):
        raise RobotError(f"arguments: expected a mapping from names to values, got {arguments!r}")
    # xacro's truth values are lower-case.
    return {name: str(v).lower() if isinstance(v, bool) else str(v) for name, v in arguments.items()}


def _import_xacrodoc() -> Any:
    try:
        import xacrodoc
    except ImportError:
        raise RobotError(XACRO_HELP) from None
    return xacrodoc
