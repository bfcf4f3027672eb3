"""The shapes of links and obstacles: boxes, spheres, cylinders, capsules, half-spaces and meshes.

A shape is centred on its own frame; ``shape.at(...)`` places it in a link's frame. A class here has all the
code of one kind of shape. To add a kind, see CONTRIBUTING.md, Add a shape.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import RobotError
from ..transforms import Array, finite_vector
from .drawing import (
    Part,
    at_both_ends,
    box_corners,
    box_points,
    disk_points,
    rim,
    rod_parts,
    sphere_outline,
    sphere_points,
    stretch,
    tube_points,
)
from .geometry import Color as Color
from .geometry import Formula, Hull
from .geometry import Geometry as Geometry
from .geometry import Shape as Shape
from .geometry import rgba as rgba
from .rays import Hits, box_hits, capsule_hits, cylinder_hits, sphere_hits


@dataclass(frozen=True)
class Box(Shape):
    """A box with full edge lengths ``size`` [m], centred."""

    size: tuple[float, float, float]

    def __post_init__(self) -> None:
        size = finite_vector(self.size, 3, "box size")
        if (size < 0).any():
            raise RobotError(f"box size: negative: {size.tolist()}")
        object.__setattr__(self, "size", tuple(size.tolist()))

    def outline(self) -> Array:
        """Its corners (8, 3)."""
        return box_corners(self.size)

    def surface(self, density: float) -> Array:
        """Points (N, 3) on its faces."""
        return box_points(self.size, density)

    def parts(self) -> list[Part]:
        """A scaled cube."""
        return [("cube", stretch(*(edge / 2 for edge in self.size)))]

    def _first_hits(self, origins: Array, directions: Array) -> Hits:
        """The first hits of rays with its faces."""
        return box_hits(self.size, origins, directions)

    def _formula(self) -> Formula:
        x, y, z = self.size
        return _core.PrimitiveKind.box, (0.5 * x, 0.5 * y, 0.5 * z)

    def _hull(self) -> Hull:
        x, y, z = (0.5 * length for length in self.size)
        return list(itertools.product((-x, x), (-y, y), (-z, z))), 0.0, 0.0


@dataclass(frozen=True)
class Sphere(Shape):
    """A sphere of ``radius`` [m]."""

    radius: float

    def __post_init__(self) -> None:
        _set_lengths(self, "radius")

    def outline(self) -> Array:
        """Points (26, 3) on its surface."""
        return sphere_outline(self.radius)

    def surface(self, density: float) -> Array:
        """Points (N, 3) on its surface."""
        return sphere_points(self.radius, density)

    def parts(self) -> list[Part]:
        """A scaled sphere."""
        return [("sphere", stretch(self.radius))]

    def _first_hits(self, origins: Array, directions: Array) -> Hits:
        """The first hits of rays with its surface."""
        return sphere_hits(self.radius, origins, directions)

    def _formula(self) -> Formula:
        return _core.PrimitiveKind.sphere, (self.radius, 0.0, 0.0)

    def _hull(self) -> Hull:
        return [(0.0, 0.0, 0.0)], 0.0, self.radius


@dataclass(frozen=True)
class Cylinder(Shape):
    """A cylinder along z, centred: ``radius`` and ``length`` [m]."""

    radius: float
    length: float

    def __post_init__(self) -> None:
        _set_lengths(self, "radius", "length")

    def outline(self) -> Array:
        """Points (32, 3) on its two rims."""
        return at_both_ends(rim(self.radius), self.length)

    def surface(self, density: float) -> Array:
        """Points (N, 3) all over its side and its ends."""
        ends = at_both_ends(disk_points(self.radius, density), self.length)
        return np.vstack([tube_points(self.radius, self.length, density), ends])

    def parts(self) -> list[Part]:
        """A tube between two disks."""
        return rod_parts(self.radius, self.length, "disk")

    def _first_hits(self, origins: Array, directions: Array) -> Hits:
        """The first hits of rays with its side and its ends."""
        return cylinder_hits(self.radius, self.length, origins, directions)

    def _formula(self) -> Formula:
        return _core.PrimitiveKind.cylinder, (self.radius, 0.0, 0.5 * self.length)

    def _hull(self) -> Hull:
        return _ends(self.length), self.radius, 0.0


@dataclass(frozen=True)
class Capsule(Shape):
    """A cylinder along z of ``length`` [m] with half-spheres of ``radius`` [m] on both ends."""

    radius: float
    length: float

    meets_rays: ClassVar[bool] = False

    def __post_init__(self) -> None:
        _set_lengths(self, "radius", "length")

    @staticmethod
    def between(
        start: npt.ArrayLike, end: npt.ArrayLike, radius: float, *, color: str | None = None
    ) -> Geometry:
        """The capsule whose axis goes from ``start`` to ``end`` (both in the link frame) [m].

        >>> Capsule.between((0, 0, 0), (0, 0, 0.4), 0.05).shape
        Capsule(radius=0.05, length=0.4)
        """
        return _between(Capsule, start, end, radius, color)

    def outline(self) -> Array:
        """Points (52, 3) around its two ends."""
        return at_both_ends(sphere_outline(self.radius), self.length)

    def surface(self, density: float) -> Array:
        """Points (N, 3) all over its side and its ends."""
        ends = at_both_ends(sphere_points(self.radius, density), self.length)
        return np.vstack([tube_points(self.radius, self.length, density), ends])

    def parts(self) -> list[Part]:
        """A tube between two spheres."""
        return rod_parts(self.radius, self.length, "sphere")

    def _first_hits(self, origins: Array, directions: Array) -> Hits:
        """The first hits of rays with its side and its ends."""
        return capsule_hits(self.radius, self.length, origins, directions)

    def _formula(self) -> Formula:
        return _core.PrimitiveKind.capsule, (self.radius, 0.0, 0.5 * self.length)

    def _hull(self) -> Hull:
        return _ends(self.length), 0.0, self.radius


@dataclass(frozen=True)
class HalfSpace(Shape):
    """The half-space z < 0, for ground and walls. It is unbounded and cannot be part of a link."""

    bounded: ClassVar[bool] = False

    def _formula(self) -> Formula:
        return _core.PrimitiveKind.half_space, (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Mesh(Shape):
    """A mesh file, scaled per axis. ``uri`` is as in the robot's file, ``path`` None if nothing was found.

    ``Mesh("tank.stl")`` is a file by its path. In a world, a closed mesh is an obstacle.
    """

    uri: str
    path: Path | None = None
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)

    def __post_init__(self) -> None:
        scale = finite_vector(self.scale, 3, "mesh scale")
        path = self.path if self.path is not None or not _is_file(self.uri) else self.uri
        path = None if path is None else Path(path)
        object.__setattr__(self, "scale", tuple(scale.tolist()))
        object.__setattr__(self, "path", path)

    def to_dict(self) -> dict[str, Any]:
        """The plain form, with the path as a string."""
        return {**super().to_dict(), "path": None if self.path is None else str(self.path)}


def _is_file(uri: str) -> bool:
    return isinstance(uri, str) and bool(uri) and "\0" not in uri and Path(uri).is_file()


def cylinder_between(
    start: npt.ArrayLike, end: npt.ArrayLike, radius: float, *, color: str | None = None
) -> Geometry:
    """The cylinder whose axis goes from ``start`` to ``end`` (both in the link frame) [m]."""
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


def _ends(length: float) -> list[tuple[float, float, float]]:
    return [(0.0, 0.0, -0.5 * length), (0.0, 0.0, 0.5 * length)]


def _set_lengths(shape: Shape, *names: str) -> None:
    for name in names:
        value = getattr(shape, name)
        length = finite_vector([value], 1, f"{type(shape).__name__.lower()} {name}")[0]
        if length < 0:
            raise RobotError(f"{type(shape).__name__.lower()} {name}: negative: {value}")
        object.__setattr__(shape, name, float(length))
