"""Expands xacro, ROS' macro language for URDF, with the package xacrodoc if that is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import RobotError

XACRO_HELP = (
    "this is xacro, a macro language that expands to URDF: after 'pip install xacrodoc', memetik expands "
    ".xacro files itself; or expand it with ROS: 'xacro robot.urdf.xacro > robot.urdf'"
)


def expand(path: Path) -> str:
    """The URDF that a ``.xacro`` file expands to."""
    document = _xacro_document()
    try:
        return str(document.from_file(str(path)).to_urdf_string(use_protocols=False))
    except Exception as error:  # xacrodoc raises errors of many types
        raise RobotError(f"xacro reports: {type(error).__name__}: {' '.join(str(error).split())}") from error


def _xacro_document() -> Any:
    try:
        from xacrodoc import XacroDoc
    except ImportError:
        raise RobotError(XACRO_HELP) from None
    return XacroDoc
