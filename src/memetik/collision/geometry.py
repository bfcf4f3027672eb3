"""The base class of all shapes, and shapes placed in a frame."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import GoalError, RobotError
from ..transforms import MAX_VALUE, Array, finite_vector, rigid_transform, transform
from .drawing import Part
from .rays import Hits, no_hits

if TYPE_CHECKING:
    from .field import Field

Color: TypeAlias = tuple[float, float, float, float]
Formula: TypeAlias = tuple[_core.PrimitiveKind, tuple[float, float, float]]
"""Kind and size of one of the core's primitives."""
Hull: TypeAlias = tuple[list[tuple[float, float, float]], float, float]
"""A convex hull of discs normal to z: their centres, their radius, and how far the hull is inflated [m]."""
Bounds: TypeAlias = tuple[Array, Array]
"""The lowest and the highest coordinates of a shape [m]."""


class Shape:
    """Base class of all shapes."""

    kinds: ClassVar[dict[str, type[Shape]]] = {}
    """All shape classes by their name in plain forms."""
    bounded: ClassVar[bool] = True
    """Whether the shape is bounded. An unbounded shape cannot be part of a link."""
    meets_rays: ClassVar[bool] = True
    """Whether the core can compute where a ray enters the shape."""

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
        """This shape placed in a frame, for instance a link's: xyz [m], rpy [rad], color ``"#rrggbb"``."""
        return Geometry(self, transform(xyz, rpy=rpy), None if color is None else rgba(color))

    def to_dict(self) -> dict[str, Any]:
        """The plain form: a dictionary of numbers, strings and lists."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return {"shape": type(self).__name__.lower(), **plain}

    @classmethod
    def _from_plain(cls, **options: Any) -> Shape:
        """The shape with these values of its plain form."""
        return cls(**options)

    def outline(self) -> Array:
        """Points (N, 3) that span the shape, in its own frame; empty for meshes and half-spaces."""
        return np.zeros((0, 3))

    def surface(self, density: float) -> Array:
        """Points (N, 3) on the surface, at least ``density`` per metre; empty for meshes and half-spaces."""
        return np.zeros((0, 3))

    def parts(self) -> list[Part]:
        """Basic solids that a renderer draws for this shape; empty for meshes and half-spaces."""
        return []

    def _first_hits(self, origins: Array, directions: Array) -> Hits:
        """The first hits of rays, origins and directions (N, 3), that start outside of the shape, in its own
        frame; draft pictures use it. Rays never hit meshes and half-spaces.
        """
        return no_hits(origins)

    def as_field(self, *, spacing: float | None = None, padding: float | None = None) -> Field:
        """The signed distance from this shape at the nodes of a grid.

        In a world, shapes without a formula in the core (ellipsoids, tubes, meshes, ...) become such a field;
        add a field of your own ``spacing`` [m] if it should be finer. By default it has at most 2^18 nodes.
        ``padding`` [m] from the shape to the sides of the grid is 4 times the spacing by default. Fields are
        kept: the next call for an equal shape returns the same.

        >>> from memetik.collision import Ellipsoid
        >>> Ellipsoid((0.3, 0.2, 0.1)).as_field(spacing=0.02)
        <Field of 39 x 30 x 19 nodes, 0.02 m apart>
        """
        from .shape_field import field_of  # fields are shapes

        return field_of(self, spacing, padding)

    def _bounds(self) -> Bounds:
        """The lowest and the highest coordinates."""
        points = self.outline()
        return points.min(axis=0), points.max(axis=0)

    def _distances(self, points: Array) -> Array:
        """The signed distances (N,) of points (N, 3) in the shape's frame."""
        distances = np.empty(len(points))
        self.at()._primitive("distance").distances(np.ascontiguousarray(points), distances)
        return distances

    def _pieces(self) -> list[Geometry]:
        """Placed shapes whose union is this one, with a formula each if possible."""
        return [self.at()]

    def _faces(self) -> Array | None:
        """Triangles (F, 3, 3) that pictures show, or None for shapes with parts and rays."""
        return None

    def _formula(self) -> Formula | None:
        """Kind and size of the core's primitive for this shape, or None if the core has none."""
        return None

    def _hull(self) -> Hull | None:
        """The discs whose convex hull is the shape, or None if it is no such hull."""
        return None


@dataclass(frozen=True, eq=False)
class Geometry:
    """A shape at the pose ``origin`` (4, 4) in a link's frame; ``color`` is rgba in 0..1 or None."""

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
        return Geometry, (self.shape, self.origin, self.color)  # its constructor makes origin read-only again

    def to_dict(self) -> dict[str, Any]:
        """The plain form of the shape and its pose: a dictionary of numbers, strings and lists."""
        color = {} if self.color is None else {"color": list(self.color)}
        return {**self.shape.to_dict(), "origin": self.origin.tolist(), **color}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Geometry:
        """The placed shape whose plain form is ``data``.

        >>> from memetik.collision import Sphere
        >>> Geometry.from_dict(Sphere(0.1).at((0, 0, 1)).to_dict()).shape
        Sphere(radius=0.1)
        """
        options = dict(data)
        kind, origin, color = options.pop("shape"), options.pop("origin"), options.pop("color", None)
        if kind not in Shape.kinds:
            raise RobotError(f"unknown shape {kind!r}; shapes are: {', '.join(sorted(Shape.kinds))}")
        return cls(Shape.kinds[kind]._from_plain(**options), origin, color)

    def distance(self, points: npt.ArrayLike) -> Array:
        """Signed distance [m] of points (..., 3) in the link's frame to the surface, negative inside.

        >>> from memetik.collision import Sphere
        >>> Sphere(0.5).at((0, 0, 1)).distance([(0, 0, 0), (0, 0, 1)])
        array([ 0.5, -0.5])
        """
        array = np.ascontiguousarray(points, dtype=np.float64)
        rows = array.reshape(-1, 3)
        if self.shape._formula() is None:
            local = (rows - self.origin[:3, 3]) @ self.origin[:3, :3]
            return self.shape._distances(local).reshape(array.shape[:-1])
        distances = np.empty(array.shape[:-1])
        self._primitive("distance").distances(rows, distances)
        return distances

    def _pieces(self) -> list[Geometry]:
        """The pieces of the shape, in the frame that this shape is placed in."""
        pieces = self.shape._pieces()
        if len(pieces) == 1 and pieces[0].shape is self.shape:
            return [self]
        return [Geometry(piece.shape, self.origin @ piece.origin, self.color) for piece in pieces]

    def _primitives(self, what: str) -> list[_core.Primitive]:
        """The core's primitives whose union is this shape at its pose."""
        return [piece._primitive(what) for piece in self._pieces()]

    def _primitive(self, what: str) -> _core.Primitive:
        """The core's primitive for this shape at its pose."""
        return _core.Primitive(*self._formula(what), self.origin.tolist())

    def _formula(self, what: str) -> Formula:
        """Kind and size of the core's primitive for this shape."""
        formula = self.shape._formula()
        if formula is None:
            kind = type(self.shape).__name__
            raise GoalError(f"{what}: a {kind} is not supported: use boxes, spheres, cylinders or capsules")
        _check_bounds(what, formula[1], self.origin)
        return formula

    def _discs(self, what: str) -> list[_core.Disc]:
        """Discs whose hulls have the lowest points of the shape in all directions, in the link's frame."""
        return [disc for piece in self._pieces() for disc in piece._own_discs(what)]

    def _own_discs(self, what: str) -> list[_core.Disc]:
        hull = self.shape._hull()
        if hull is None:
            kind = type(self.shape).__name__
            raise GoalError(f"{what}: a {kind} is not supported: use boxes, spheres, cylinders or capsules")
        points, radius, rounding = hull
        rotation, place = self.origin[:3, :3], self.origin[:3, 3]
        centers = [rotation @ np.array(p) + place for p in points]
        _check_bounds(what, centers, (radius, rounding))
        axis = rotation[:, 2].tolist()
        return [_core.Disc(center.tolist(), axis, radius, rounding) for center in centers]


def _check_bounds(what: str, *numbers: npt.ArrayLike) -> None:
    if max(float(np.abs(array).max()) for array in numbers) > MAX_VALUE:
        raise GoalError(f"{what}: larger or farther than {MAX_VALUE:g} m")


def rgba(text: str) -> Color:
    """Convert ``"#rrggbb"`` to red, green and blue in 0..1, with an alpha of 1."""
    if not isinstance(text, str) or not re.fullmatch("#[0-9a-fA-F]{6}", text):
        raise RobotError(f"color {text!r}: expected '#rrggbb'")
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue, 1.0
