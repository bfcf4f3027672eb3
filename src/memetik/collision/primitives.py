"""Shapes as the core's goals know them: by formula."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from ..errors import GoalError, MemetikError
from ..io.plain_geometry import geometry_from_dict
from ..transforms import LARGEST_VALUE
from .shapes import Box, Capsule, Cylinder, Geometry, HalfSpace, Shape, Sphere

Geometries: TypeAlias = Geometry | Shape | Iterable[Geometry | Shape]


def as_geometries(value: Any, what: str) -> tuple[Geometry, ...]:
    """Placed shapes from one or several: a shape alone is at the origin; plain forms too."""
    several = isinstance(value, Iterable) and not isinstance(value, (str, Mapping))
    return tuple(_as_geometry(item, what) for item in (value if several else (value,)))


def shapes_by_link(value: Any, what: str) -> dict[str, tuple[Geometry, ...]]:
    """Placed shapes by the name of the link they are on."""
    if not isinstance(value, Mapping) or not all(isinstance(link, str) and link for link in value):
        raise GoalError(f"{what}: expected a mapping from links to shapes, got {value!r}")
    placed = {link: as_geometries(shapes, f"{what}[{link!r}]") for link, shapes in value.items()}
    for link, shapes in placed.items():
        if any(isinstance(shape.shape, HalfSpace) for shape in shapes):
            raise GoalError(f"{what}[{link!r}]: a HalfSpace never ends, and so is on no link")
    return placed


def primitive(geometry: Geometry, what: str) -> list[float]:
    """The numbers of memetik::Primitive: kind, size, axes and origin."""
    shape, size = geometry.shape, (0.0, 0.0, 0.0)
    if isinstance(shape, HalfSpace):
        kind = 0
    elif isinstance(shape, Sphere):
        kind, size = 1, (shape.radius, 0.0, 0.0)
    elif isinstance(shape, Box):
        kind, size = 2, (0.5 * shape.size[0], 0.5 * shape.size[1], 0.5 * shape.size[2])
    elif isinstance(shape, (Cylinder, Capsule)):
        kind = 3 if isinstance(shape, Cylinder) else 4
        size = (shape.radius, 0.0, 0.5 * shape.length)
    else:
        kind_name = type(shape).__name__
        raise GoalError(f"{what}: a {kind_name} has no formula: use boxes, spheres, cylinders")
    return _bounded([float(kind), *size, *geometry.origin[:3].T.ravel().tolist()], what)


def discs(geometry: Geometry, what: str) -> list[list[float]]:
    """Discs of which the shape is the convex hull: center, axis, radius, inflation."""
    shape, origin = geometry.shape, geometry.origin
    axis = origin[:3, 2]
    points: list[tuple[float, float, float]]
    if isinstance(shape, Sphere):
        points, radius, inflation = [(0.0, 0.0, 0.0)], 0.0, shape.radius
    elif isinstance(shape, Box):
        x, y, z = (0.5 * length for length in shape.size)
        points, radius, inflation = list(product((-x, x), (-y, y), (-z, z))), 0.0, 0.0
    elif isinstance(shape, (Cylinder, Capsule)):
        points = [(0.0, 0.0, -0.5 * shape.length), (0.0, 0.0, 0.5 * shape.length)]
        round_ends = isinstance(shape, Capsule)
        radius, inflation = (0.0, shape.radius) if round_ends else (shape.radius, 0.0)
    else:
        raise GoalError(f"{what}: a {type(shape).__name__} cannot touch: use boxes, spheres, cylinders")
    centers = [origin[:3, :3] @ np.array(p) + origin[:3, 3] for p in points]
    return [_bounded([*center, *axis, radius, inflation], what) for center in centers]


def _bounded(numbers: list[float], what: str) -> list[float]:
    if max(map(abs, numbers)) > LARGEST_VALUE:
        raise GoalError(f"{what}: larger or farther than {LARGEST_VALUE:g} m")
    return numbers


def _as_geometry(value: Any, what: str) -> Geometry:
    if isinstance(value, Mapping):
        try:
            return geometry_from_dict(value)
        except (MemetikError, KeyError, TypeError, ValueError) as error:
            raise GoalError(f"{what}: not a shape in plain form: {error}") from error
    if isinstance(value, Shape):
        return value.at()
    if not isinstance(value, Geometry):
        raise GoalError(f"{what}: expected shapes such as Box((1, 1, 1)).at((0, 0, 1)), got {value!r}")
    return value
