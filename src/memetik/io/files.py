"""Which reader a robot file is for."""

from __future__ import annotations

from pathlib import Path

from ..errors import RobotError
from .parsed import ParsedRobot

_READABLE = ".urdf, .xacro, .xml (MJCF or URDF), .mjcf, .bvh"


def read_file(path: Path) -> ParsedRobot:
    """The robot in a file of any kind that can be read: by its suffix, ``.xml`` by its root element."""
    suffix = path.suffix.lower()
    if suffix in (".urdf", ".xacro") or (suffix == ".xml" and _root_tag(path) == "robot"):
        from .urdf import read_urdf

        return read_urdf(path)
    if suffix in (".xml", ".mjcf"):
        from .mjcf import read_mjcf

        return read_mjcf(path)
    if suffix == ".bvh":
        from .bvh import read_skeleton

        return read_skeleton(path)
    if path.exists() or suffix:
        raise RobotError(f"{path}: unknown kind of robot file {path.suffix!r}; readable are: {_READABLE}")
    raise RobotError(f"{path}: no such file")


def _root_tag(path: Path) -> str:
    from ._text import located, read_bytes
    from ._xml import parse_xml, tag_of

    with located(path.name):
        return tag_of(parse_xml(read_bytes(path)))
