"""The shapes links and obstacles are made of: boxes, spheres, cylinders, capsules, half-spaces and meshes.

A shape is pure geometry, centred on its own frame; ``shape.at(...)`` places it on a link. All that is
particular to a kind of shape is in its class: a new one needs a class here, its formula in the core
(core/include/memetik/collision/primitive.hpp), and a reader where a file format has it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import GoalError, RobotError
from ..transforms import LARGEST_VALUE, Array, finite_vector, rigid_transform, transform
from .round_points import ball, ball_outline, circle, dense_count, ring

Color: TypeAlias = tuple[float, float, float, float]
Part: TypeAlias = tuple[Literal["cube", "sphere", "cylinder", "disk"], Array]
"""What a renderer draws: the cube [-1, 1]³, the unit sphere, the cylinder of radius 1 about z from 0 to 1, or
the unit disk facing z; and the 4x4 matrix that moves and stretches it."""


class Shape:
    """Base of all shapes."""

    kinds: ClassVar[dict[str, type[Shape]]] = {}
    """All shapes by the name that their plain form has."""
    bounded: ClassVar[bool] = True
    """Whether the shape ends somewhere: what does not is on no link."""
    meets_rays: ClassVar[bool] = True
    """Whether the core knows where a ray enters the shape."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if not cls.__name__.startswith("_"):
            Shape.kinds[cls.__name__.lower()] = cls

    def at(
        self,
        xyz: npt.ArrayLike = (0.0, 0.0, 0.0),
        *,
        rpy: npt.ArrayLike | None = None,
        color: str | None = None,
    ) -> Geometry:
        """This shape placed on a link: origin [m], rpy [rad], color ``"#rrggbb"``."""
        return Geometry(self, transform(xyz, rpy=rpy), None if color is None else rgba(color))

    def to_dict(self) -> dict[str, Any]:
        """The shape as plain numbers and strings."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return {"shape": type(self).__name__.lower(), **plain}

    def outline(self) -> Array:
        """Points (N, 3) on the surface that span the shape, in its own frame; none of a mesh."""
        return np.zeros((0, 3))

    def surface(self, density: float) -> Array:
        """Points (N, 3) all over the surface, at least ``density`` of them per metre; none of a mesh."""
        return np.zeros((0, 3))

    def parts(self) -> list[Part]:
        """What a renderer draws instead; none of a mesh."""
        return []

    def _formula(self) -> tuple[_core.PrimitiveKind, tuple[float, float, float]] | None:
        """Kind and size of the core's primitive, if the shape is one."""
        return None

    def _hull(self) -> tuple[list[tuple[float, float, float]], float, float] | None:
        """Discs across z of which the shape is the convex hull: their centers, radius and inflation."""
        return None


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
        corners = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))
        return np.asarray(corners * np.array(self.size))

    def surface(self, density: float) -> Array:
        """Points (N, 3) all over its faces."""
        sizes = np.array(self.size)
        grids = [np.linspace(-0.5, 0.5, dense_count(size, density)) * size for size in sizes]
        faces = []
        for axis in range(3):
            u, v = (grids[i] for i in range(3) if i != axis)
            grid = np.stack(np.meshgrid(u, v), axis=-1).reshape(-1, 2)
            faces += [np.insert(grid, axis, side * sizes[axis] / 2, axis=1) for side in (-1, 1)]
        return np.vstack(faces)

    def parts(self) -> list[Part]:
        """A stretched cube."""
        return [("cube", _stretch(*(edge / 2 for edge in self.size)))]

    def _formula(self) -> tuple[_core.PrimitiveKind, tuple[float, float, float]]:
        x, y, z = self.size
        return _core.PrimitiveKind.box, (0.5 * x, 0.5 * y, 0.5 * z)

    def _hull(self) -> tuple[list[tuple[float, float, float]], float, float]:
        x, y, z = (0.5 * length for length in self.size)
        return list(itertools.product((-x, x), (-y, y), (-z, z))), 0.0, 0.0


@dataclass(frozen=True)
class Sphere(Shape):
    """A sphere of ``radius`` [m]."""

    radius: float

    def __post_init__(self) -> None:
        _set_lengths(self, "radius")

    def outline(self) -> Array:
        """Points (26, 3) all around."""
        return ball_outline(self.radius)

    def surface(self, density: float) -> Array:
        """Points (N, 3) all around."""
        return ball(self.radius, density)

    def parts(self) -> list[Part]:
        """A stretched sphere."""
        return [("sphere", _stretch(self.radius))]

    def _formula(self) -> tuple[_core.PrimitiveKind, tuple[float, float, float]]:
        return _core.PrimitiveKind.sphere, (self.radius, 0.0, 0.0)

    def _hull(self) -> tuple[list[tuple[float, float, float]], float, float]:
        return [(0.0, 0.0, 0.0)], 0.0, self.radius


@dataclass(frozen=True)
class _Rod(Shape):
    """What is round about z, from -length/2 to length/2, with ends of some kind."""

    radius: float
    length: float

    cap: ClassVar[Literal["disk", "sphere"]]

    def __post_init__(self) -> None:
        _set_lengths(self, "radius", "length")

    @property
    def _end(self) -> Array:
        return np.array([0.0, 0.0, self.length / 2])

    def surface(self, density: float) -> Array:
        """Points (N, 3) all over its side and its ends."""
        around = ring(self.radius, density)
        heights = np.linspace(-0.5, 0.5, dense_count(self.length, density)) * self.length
        side = (around[None] + heights[:, None, None] * np.array([0.0, 0.0, 1.0])).reshape(-1, 3)
        cap = self._cap_surface(density)
        return np.vstack([side, cap - self._end, cap + self._end])

    def _cap_surface(self, density: float) -> Array:
        raise NotImplementedError

    def parts(self) -> list[Part]:
        """Its two ends, and the side if there is one."""
        low, high = _shift(-self.length / 2), _shift(self.length / 2)
        upside_down = np.diag([1.0, -1.0, -1.0, 1.0])
        parts: list[Part] = [(self.cap, low @ upside_down @ _stretch(self.radius))]
        parts += [(self.cap, high @ _stretch(self.radius))]
        if self.length > 0:
            parts += [("cylinder", low @ _stretch(self.radius, self.radius, self.length))]
        return parts

    def _ends(self) -> list[tuple[float, float, float]]:
        return [(0.0, 0.0, -0.5 * self.length), (0.0, 0.0, 0.5 * self.length)]


@dataclass(frozen=True)
class Cylinder(_Rod):
    """A cylinder along z, centred: ``radius`` and ``length`` [m]."""

    cap: ClassVar[Literal["disk", "sphere"]] = "disk"

    def outline(self) -> Array:
        """Points (32, 3) on its two rims."""
        rim = circle(self.radius, 16)
        return np.vstack([rim - self._end, rim + self._end])

    def _cap_surface(self, density: float) -> Array:
        fractions = np.linspace(0, 1, dense_count(self.radius, density))[:, None, None]
        return (fractions * ring(self.radius, density)[None]).reshape(-1, 3)

    def _formula(self) -> tuple[_core.PrimitiveKind, tuple[float, float, float]]:
        return _core.PrimitiveKind.cylinder, (self.radius, 0.0, 0.5 * self.length)

    def _hull(self) -> tuple[list[tuple[float, float, float]], float, float]:
        return self._ends(), self.radius, 0.0


@dataclass(frozen=True)
class Capsule(_Rod):
    """A cylinder along z of ``length`` [m] with half-spheres of ``radius`` [m] on both ends."""

    cap: ClassVar[Literal["disk", "sphere"]] = "sphere"
    meets_rays: ClassVar[bool] = False

    @staticmethod
    def between(
        start: npt.ArrayLike, end: npt.ArrayLike, radius: float, *, color: str | None = None
    ) -> Geometry:
        """The capsule whose axis runs from ``start`` to ``end`` (both in the link frame) [m].

        >>> Capsule.between((0, 0, 0), (0, 0, 0.4), 0.05).shape
        Capsule(radius=0.05, length=0.4)
        """
        return _between(Capsule, start, end, radius, color)

    def outline(self) -> Array:
        """Points (52, 3) around its two ends."""
        around = ball_outline(self.radius)
        return np.vstack([around - self._end, around + self._end])

    def _cap_surface(self, density: float) -> Array:
        return ball(self.radius, density)

    def _formula(self) -> tuple[_core.PrimitiveKind, tuple[float, float, float]]:
        return _core.PrimitiveKind.capsule, (self.radius, 0.0, 0.5 * self.length)

    def _hull(self) -> tuple[list[tuple[float, float, float]], float, float]:
        return self._ends(), 0.0, self.radius


@dataclass(frozen=True)
class HalfSpace(Shape):
    """Everything below z = 0: ground, walls. Not for links, which end somewhere."""

    bounded: ClassVar[bool] = False

    def _formula(self) -> tuple[_core.PrimitiveKind, tuple[float, float, float]]:
        return _core.PrimitiveKind.half_space, (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Mesh(Shape):
    """A mesh file, scaled per axis. ``path`` is None where the file was not found; ``uri`` is as written."""

    uri: str
    path: Path | None = None
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)

    def __post_init__(self) -> None:
        scale = finite_vector(self.scale, 3, "mesh scale")
        path = None if self.path is None else Path(self.path)
        object.__setattr__(self, "scale", tuple(scale.tolist()))
        object.__setattr__(self, "path", path)

    def to_dict(self) -> dict[str, Any]:
        """The same with the path as a string."""
        return {**super().to_dict(), "path": None if self.path is None else str(self.path)}


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

    def to_dict(self) -> dict[str, Any]:
        """The shape and its place as plain numbers, strings and lists."""
        color = {} if self.color is None else {"color": list(self.color)}
        return {**self.shape.to_dict(), "origin": self.origin.tolist(), **color}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Geometry:
        """The shape and its place of a plain form.

        >>> Geometry.from_dict(Sphere(0.1).at((0, 0, 1)).to_dict()).shape
        Sphere(radius=0.1)
        """
        options = dict(data)
        kind, origin, color = options.pop("shape"), options.pop("origin"), options.pop("color", None)
        if kind not in Shape.kinds:
            raise RobotError(f"unknown shape {kind!r}; shapes are: {', '.join(Shape.kinds)}")
        return cls(Shape.kinds[kind](**options), origin, color)

    def distance(self, points: npt.ArrayLike) -> Array:
        """How far points (..., 3) are from the surface [m], negative inside, both in the link's frame.

        >>> Sphere(0.5).at((0, 0, 1)).distance([(0, 0, 0), (0, 0, 1)])
        array([ 0.5, -0.5])
        """
        array = np.ascontiguousarray(points, dtype=np.float64)
        distances = np.empty(array.shape[:-1])
        self._primitive("distance").distances(array.reshape(-1, 3), distances)
        return distances

    def _primitive(self, what: str) -> _core.Primitive:
        """The shape as the core knows it, by a formula."""
        formula = self.shape._formula()
        if formula is None:
            kind = type(self.shape).__name__
            raise GoalError(f"{what}: a {kind} has no formula: use boxes, spheres, cylinders")
        _check_bounds(what, formula[1], self.origin)
        return _core.Primitive(*formula, self.origin)

    def _discs(self, what: str) -> list[_core.Disc]:
        """Discs of which the shape is the convex hull."""
        hull = self.shape._hull()
        if hull is None:
            raise GoalError(
                f"{what}: a {type(self.shape).__name__} cannot touch: use boxes, spheres, cylinders"
            )
        points, radius, rounding = hull
        rotation, place = self.origin[:3, :3], self.origin[:3, 3]
        centers = [rotation @ np.array(p) + place for p in points]
        _check_bounds(what, centers, (radius, rounding))
        return [_core.Disc(center, rotation[:, 2], radius, rounding) for center in centers]


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


def _check_bounds(what: str, *numbers: npt.ArrayLike) -> None:
    if max(float(np.abs(array).max()) for array in numbers) > LARGEST_VALUE:
        raise GoalError(f"{what}: larger or farther than {LARGEST_VALUE:g} m")


def _stretch(x: float, y: float | None = None, z: float | None = None) -> Array:
    """A matrix that scales all axes by one number, or each by its own."""
    return np.diag([x, x if y is None else y, x if z is None else z, 1.0])


def _shift(z: float) -> Array:
    return transform((0.0, 0.0, z))


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
