"""The shapes links and obstacles are made of: boxes, spheres, cylinders, capsules, half-spaces and meshes.

A shape is pure geometry, centred on its own frame; ``shape.at(...)`` places it on a link.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import RobotError
from ..transforms import Array, finite_vector, rigid_transform, transform

Color: TypeAlias = tuple[float, float, float, float]


class Shape:
    """Base of all shapes."""

    def at(
        self,
        xyz: npt.ArrayLike = (0.0, 0.0, 0.0),
        *,
        rpy: npt.ArrayLike | None = None,
        color: str | None = None,
    ) -> Geometry:
        """This shape placed on a link: origin [m], rpy [rad], color ``"#rrggbb"``."""
        return Geometry(self, transform(xyz, rpy=rpy), None if color is None else rgba(color))


@dataclass(frozen=True)
class Box(Shape):
    """A box with full edge lengths ``size`` [m], centred."""

    size: tuple[float, float, float]

    def __post_init__(self) -> None:
        size = finite_vector(self.size, 3, "box size")
        if (size < 0).any():
            raise RobotError(f"box size: negative: {size.tolist()}")
        object.__setattr__(self, "size", tuple(size.tolist()))


@dataclass(frozen=True)
class Sphere(Shape):
    """A sphere of ``radius`` [m]."""

    radius: float

    def __post_init__(self) -> None:
        _set_lengths(self, "radius")


@dataclass(frozen=True)
class Cylinder(Shape):
    """A cylinder along z, centred: ``radius`` and ``length`` [m]."""

    radius: float
    length: float

    def __post_init__(self) -> None:
        _set_lengths(self, "radius", "length")


@dataclass(frozen=True)
class Capsule(Shape):
    """A cylinder along z of ``length`` [m] with half-spheres of ``radius`` [m] on both ends."""

    radius: float
    length: float

    def __post_init__(self) -> None:
        _set_lengths(self, "radius", "length")

    @staticmethod
    def between(
        start: npt.ArrayLike, end: npt.ArrayLike, radius: float, *, color: str | None = None
    ) -> Geometry:
        """The capsule whose axis runs from ``start`` to ``end`` (both in the link frame) [m].

        >>> Capsule.between((0, 0, 0), (0, 0, 0.4), 0.05).shape
        Capsule(radius=0.05, length=0.4)
        """
        return _between(Capsule, start, end, radius, color)


@dataclass(frozen=True)
class HalfSpace(Shape):
    """Everything below z = 0: ground, walls. Not for links, which end somewhere."""


@dataclass(frozen=True)
class Mesh(Shape):
    """A mesh file, scaled per axis. ``path`` is None where the file was not found; ``uri`` is as written."""

    uri: str
    path: Path | None = None
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)

    def __post_init__(self) -> None:
        scale = finite_vector(self.scale, 3, "mesh scale")
        object.__setattr__(self, "scale", tuple(scale.tolist()))


@dataclass(frozen=True, eq=False)
class Geometry:
    """A shape placed in a link's frame; ``color`` is rgba in 0..1 or None."""

    shape: Shape
    origin: Array
    color: Color | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.shape, Shape):
            raise RobotError(f"geometry: expected a shape, got {self.shape!r}")
        if self.color is not None:
            color = finite_vector(self.color, 4, "color (red, green, blue, alpha)")
            object.__setattr__(self, "color", tuple(color.tolist()))
        origin = rigid_transform(self.origin, "geometry origin")
        origin.setflags(write=False)
        object.__setattr__(self, "origin", origin)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Geometry):
            return NotImplemented
        same = (self.shape, self.color) == (other.shape, other.color)
        return same and np.array_equal(self.origin, other.origin)

    def __hash__(self) -> int:
        return hash((self.shape, self.color))

    def __reduce__(self) -> tuple[object, ...]:
        return Geometry, (self.shape, self.origin, self.color)  # made anew: pickled arrays come back writable


def cylinder_between(
    start: npt.ArrayLike, end: npt.ArrayLike, radius: float, *, color: str | None = None
) -> Geometry:
    """The cylinder whose axis runs from ``start`` to ``end`` (both in the link frame) [m]."""
    return _between(Cylinder, start, end, radius, color)


def _between(
    kind: type[Capsule] | type[Cylinder],
    start: npt.ArrayLike,
    end: npt.ArrayLike,
    radius: float,
    color: str | None,
) -> Geometry:
    a, b = finite_vector(start, 3, "start"), finite_vector(end, 3, "end")
    length = float(np.linalg.norm(b - a))
    z = (b - a) / length if length > 0 else np.array([0.0, 0.0, 1.0])
    helper = np.eye(3)[int(np.argmin(np.abs(z)))]
    x = np.cross(helper, z)
    x /= np.linalg.norm(x)
    origin = np.eye(4)
    origin[:3, :3] = np.column_stack([x, np.cross(z, x), z])
    origin[:3, 3] = (a + b) / 2
    return Geometry(kind(radius, length), origin, None if color is None else rgba(color))


def _set_lengths(shape: Shape, *names: str) -> None:
    for name in names:
        value = getattr(shape, name)
        length = finite_vector([value], 1, f"{type(shape).__name__.lower()} {name}")[0]
        if length < 0:
            raise RobotError(f"{type(shape).__name__.lower()} {name}: negative: {value}")
        object.__setattr__(shape, name, float(length))


def rgba(text: str) -> Color:
    """Red, green, blue and an alpha of 1, in 0..1, from ``"#rrggbb"``."""
    if not isinstance(text, str) or not re.fullmatch("#[0-9a-fA-F]{6}", text):
        raise RobotError(f"color {text!r}: expected '#rrggbb'")
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue, 1.0
