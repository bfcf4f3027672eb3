"""Converts user input to placed shapes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np

from ..errors import GoalError, MemetikError
from .shapes import Geometry, Shape

Geometries: TypeAlias = Geometry | Shape | Iterable[Geometry | Shape]


def as_geometries(value: Any, what: str) -> tuple[Geometry, ...]:
    """Placed shapes from one or several shapes or plain forms; a shape without a place is at the origin."""
    several = isinstance(value, Iterable) and not isinstance(value, (str, Mapping, np.ndarray))
    return tuple(_as_geometry(item, what) for item in (value if several else (value,)))


def shapes_by_link(value: Any, what: str) -> dict[str, tuple[Geometry, ...]]:
    """Placed shapes by the name of the link they are fixed to."""
    if not isinstance(value, Mapping) or not all(isinstance(link, str) and link for link in value):
        raise GoalError(f"{what}: expected a mapping from links to shapes, got {value!r}")
    placed = {link: as_geometries(shapes, f"{what}[{link!r}]") for link, shapes in value.items()}
    for link, shapes in placed.items():
        for unbounded in (shape.shape for shape in shapes if not shape.shape.bounded):
            kind = type(unbounded).__name__
            raise GoalError(f"{what}[{link!r}]: a {kind} is unbounded and cannot be part of a link")
    return placed


def _as_geometry(value: Any, what: str) -> Geometry:
    if isinstance(value, Mapping):
        try:
            return Geometry.from_dict(value)
        except (MemetikError, KeyError, TypeError, ValueError) as error:
            raise GoalError(f"{what}: not a shape in plain form: {error}") from error
    if isinstance(value, Shape):
        return value.at()
    if not isinstance(value, Geometry):
        raise GoalError(f"{what}: expected shapes such as Box((1, 1, 1)).at((0, 0, 1)), got {value!r}")
    return value
