"""Texts of names, numbers and poses in a URDF that is written."""

from __future__ import annotations

from collections.abc import Iterable

from ...errors import RobotError
from ...transforms import Array
from ..safe_text import MAX_NAME_LENGTH
from .stable_rpy import stable_rpy


def name_text(name: str) -> str:
    """``name`` itself; an error if a URDF with it could not be read again."""
    if len(name) > MAX_NAME_LENGTH:
        raise RobotError(f"a name in a URDF has at most {MAX_NAME_LENGTH} characters, this one {len(name)}")
    if "${" in name or "$(" in name:
        raise RobotError("in a URDF, ${ and $( are commands for xacro: give it another name")
    return name


def number_text(value: float) -> str:
    """The shortest text that reads back as the same number; that of -0 is 0."""
    return repr(float(value) + 0.0).removesuffix(".0")


def numbers_text(values: Iterable[float]) -> str:
    """Numbers separated by spaces."""
    return " ".join(number_text(value) for value in values)


def origin_attributes(origin: Array) -> dict[str, str]:
    """The attributes of the ``<origin>`` element at the pose ``origin`` (4, 4)."""
    return {"xyz": numbers_text(origin[:3, 3]), "rpy": numbers_text(stable_rpy(origin[:3, :3]))}
