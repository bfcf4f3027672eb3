"""Expands xacro, ROS' macro language for URDF, with the package xacrodoc (the extra ``memetik[xacro]``)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from ..errors import RobotError, UnknownNameError
from .safe_text import read_bytes

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
        report = f"{type(error).__name__}: {' '.join(str(error).split())}"
        is_missing = re.search(r"package.*not ?found", report, re.IGNORECASE) is not None
        hint = "; package_dirs= says where packages are" if is_missing else ""
        raise RobotError(f"xacro reports: {report}{hint}") from error


def unknown_arguments(path: Path, arguments: Mapping[str, object]) -> Iterator[str]:
    """Say which ``arguments`` no ``<xacro:arg>`` declares: they are ignored, so they are probably misspelt.

    Files that are included by a path with a substitution are not read. An argument may be theirs, unless it
    is similar to a declared one.
    """
    declared, is_complete = _declared(path, set())
    for name in arguments:
        if name in declared:
            continue
        unknown = UnknownNameError("<xacro:arg>", name, sorted(declared))
        if is_complete or unknown.short != str(unknown):
            yield f"arguments: {unknown.short}; it is ignored"


def _declared(path: Path, seen: set[Path]) -> tuple[set[str], bool]:
    """The arguments that a file and those that it includes declare, and whether all of these were read."""
    if path in seen:
        return set(), True
    seen.add(path)
    try:
        text = read_bytes(path).decode(errors="replace")
    except RobotError:
        return set(), False
    names = set(re.findall(r"""<xacro:arg\s[^>]*?\bname\s*=\s*["']([^"']+)["']""", text))
    names |= set(re.findall(r"\$\(arg\s+(\w+)\s*\)", text))  # needs no declaration if it is given
    is_complete = True
    for included in re.findall(r"""<xacro:include\s[^>]*?\bfilename\s*=\s*["']([^"']+)["']""", text):
        more, is_read = (set(), False) if "$" in included else _declared(path.parent / included, seen)
        names |= more
        is_complete &= is_read
    return names, is_complete


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
