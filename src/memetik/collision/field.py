"""Signed distance fields: the distance from a surface, stored at the nodes of a regular grid."""

from __future__ import annotations

import base64
import functools
import os
import zipfile
import zlib
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import ConfigurationError, RobotError, TransformError
from ..number_checks import Array, as_real, finite_vector, is_integer, numbers
from .geometry import Shape
from .zero_level import zero_level

Values: TypeAlias = npt.NDArray[np.float32]

DEFAULT_PADDING = 4
"""The default padding of a field, in spacings."""

MAX_NODES = 2**30

_FORMAT = "memetik field 1"


class Field(Shape):
    """The signed distance from a surface [m], negative inside, stored at the nodes of a regular grid.

    ``Field.from_mesh`` computes it for a mesh; ``Field(values, ...)`` takes ``values`` (X, Y, Z) of your own,
    such as those of a sensor's map. The first node is at ``origin`` (3,) [m], and nodes are ``spacing`` [m]
    apart. ``padding`` [m] is the least distance of the surface from the sides of the grid.

    Between nodes, values are interpolated (trilinear). Beyond the grid, a lower bound of the distance is
    continued without a jump, so the grid may end close to the surface. A field does not change.

    >>> corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    >>> triangles = [t for a, b, c, d in faces for t in ((a, b, c), (a, c, d))]
    >>> field = Field.from_mesh(corners, triangles, spacing=0.1)
    >>> field
    <Field of 19 x 19 x 19 nodes, 0.1 m apart>
    >>> field.distance([(0.5, 0.5, 0.2), (0.5, 0.5, 3)]).round(6)
    array([-0.2,  2. ])
    >>> field.gradient((0.5, 0.5, 1.22)).round(5)
    array([0., 0., 1.])
    """

    def __init__(
        self,
        values: npt.ArrayLike,
        *,
        origin: npt.ArrayLike = (0.0, 0.0, 0.0),
        spacing: float,
        padding: float = 0.0,
    ) -> None:
        self._core = _core.Field(
            _values(values),
            finite_vector(origin, 3, "origin of a field").tolist(),
            _spacing(spacing),
            _padding(padding),
        )
        self._repairs: dict[str, int] = {}

    @classmethod
    def from_mesh(
        cls,
        vertices: npt.ArrayLike,
        triangles: npt.ArrayLike,
        *,
        spacing: float,
        padding: float | None = None,
        open: bool = False,
        threads: int = 1,
    ) -> Field:
        """The field of a mesh with ``vertices`` (N, 3) [m] and ``triangles`` (M, 3), indices of vertices.

        - ``spacing`` [m] of the nodes: interpolation errs by less than 0.87 of it, see :meth:`overestimate`.
        - ``padding`` [m] from the mesh to the sides of the grid; by default 4 times the spacing.
        - ``open``: whether the mesh may have holes, by default False. The inside is then where the
          generalised winding number exceeds 0.5, and the sign jumps in the middle of the hole.
        - ``threads`` share the work; the values do not depend on their number.

        The mesh is repaired first, see :attr:`repairs`: neither the order of a triangle's corners nor
        repeated vertices or triangles matter. Components inside others are hollows. Overlapping components
        keep their inner surfaces: between them the distance is too short. Raises RobotError with
        the reason if the mesh has no inside: holes, non-orientable surfaces, inner walls.
        """
        spacing = _spacing(spacing)
        padding = _padding(DEFAULT_PADDING * spacing if padding is None else padding)
        if not is_integer(threads, 1, 256):
            raise ConfigurationError(f"threads: expected an integer from 1 to 256, got {threads!r}")
        points, corners = _mesh(vertices, triangles)
        try:
            mesh = _core.MeshDistance(points, corners, bool(open))
        except ValueError as error:
            hint = "" if open or "is open" not in str(error) else "; open=True accepts holes"
            raise RobotError(f"{error}{hint}") from None
        try:
            native = _core.Field.of_mesh(mesh, spacing, padding, int(threads))
        except ValueError as error:
            raise ConfigurationError(f"{error}; use a larger spacing") from None
        return cls._of(native, mesh.report)

    @classmethod
    def _of(cls, native: _core.Field, repairs: dict[str, int]) -> Field:
        field = object.__new__(cls)
        field._core = native
        field._repairs = repairs
        return field

    @property
    def values(self) -> Values:
        """The distances [m] at the nodes, read-only; ``values[i, j, k]`` at origin + spacing (i, j, k)."""
        return self._core.values

    @property
    def origin(self) -> Array:
        """The position of the first node [m]."""
        return np.array(self._core.origin)

    @property
    def spacing(self) -> float:
        """The distance of neighbouring nodes [m]."""
        return self._core.spacing

    @property
    def padding(self) -> float:
        """The least distance of the surface from the sides of the grid [m]."""
        return self._core.padding

    @property
    def repairs(self) -> dict[str, int]:
        """What :meth:`from_mesh` changed or found in its mesh, as counts; empty for other fields."""
        return dict(self._repairs)

    def distance(self, points: npt.ArrayLike) -> Array:
        """The signed distances [m] of ``points`` (..., 3) [m]; the result has their shape without the 3."""
        rows, shape = _points(points)
        out = np.empty(len(rows))
        self._core.distances(rows, out)
        return out.reshape(shape)

    def gradient(self, points: npt.ArrayLike) -> Array:
        """The gradients (..., 3) of the distance at ``points`` (..., 3) [m].

        They point away from the surface. They jump at the faces of cells and are shorter than 1 near edges of
        the surface and where two of its points are equally near.
        """
        rows, shape = _points(points)
        out = np.empty((len(rows), 3))
        self._core.gradients(rows, out)
        return out.reshape(*shape, 3)

    def as_field(self, *, spacing: float | None = None, padding: float | None = None) -> Field:
        """This field; to change its spacing, make it again."""
        if spacing is not None or padding is not None:
            raise ConfigurationError("as_field: a field has its spacing and padding already")
        return self

    def outline(self) -> Array:
        """The corners (N, 3) of triangles of its zero level; none if it does not change its sign."""
        return self._zero_level.reshape(-1, 3)

    @functools.cached_property
    def _zero_level(self) -> Array:
        return zero_level(self.values, self.origin, self.spacing)

    def _faces(self) -> Array:
        return self._zero_level

    def _distances(self, points: Array) -> Array:
        return self.distance(points)

    def overestimate(self, radius: float) -> float:
        """How far above ``radius`` [m] the distance of a sphere's centre must be to exclude contact [m].

        Interpolated distances can be too large: where the true distance is d, by up to
        √(d² + 3/4 spacing²) - d, which is at most 0.87 of the spacing. This holds for any surface whose nodes
        are exact, as those of :meth:`from_mesh` are.

        >>> round(Field(np.ones((2, 2, 2)), spacing=0.01).overestimate(0.05), 6)
        0.000744
        """
        if not as_real(radius) >= 0:
            raise ConfigurationError(f"radius: expected a number of at least 0 [m], got {radius!r}")
        return self._core.overestimate(float(radius))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the field to a file, in numpy's npz format; :meth:`load` reads it."""
        with Path(path).open("wb") as file:
            np.savez_compressed(
                file,
                format=np.array(_FORMAT),
                values=self.values,
                origin=self.origin,
                spacing=np.array(self.spacing),
                padding=np.array(self.padding),
            )

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Field:
        """Read a field from a file of :meth:`save`."""
        try:
            with np.load(path, allow_pickle=False) as file:
                parts = {name: file[name] for name in ("format", "values", "origin", "spacing", "padding")}
        except (ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile):
            raise RobotError(f"{path}: not a file of Field.save") from None
        if parts["format"].tolist() != _FORMAT:
            raise RobotError(f"{path}: expected the format {_FORMAT!r}, got {parts['format'].tolist()!r}")
        return cls(
            parts["values"],
            origin=parts["origin"],
            spacing=parts["spacing"].tolist(),
            padding=parts["padding"].tolist(),
        )

    def to_dict(self) -> dict[str, Any]:
        """The plain form; the values are compressed and encoded as text."""
        packed = base64.b64encode(zlib.compress(self.values.tobytes())).decode("ascii")
        place = {"first_node": self.origin.tolist(), "spacing": self.spacing, "padding": self.padding}
        return {"shape": "field", "nodes": list(self.values.shape), **place, "values": packed}

    @classmethod
    def _from_plain(cls, **options: Any) -> Field:
        try:
            packed, nodes, origin = (options.pop(name) for name in ("values", "nodes", "first_node"))
            values = np.frombuffer(zlib.decompress(base64.b64decode(packed)), dtype=np.float32)
            return cls(values.reshape(nodes), origin=origin, **options)
        except (KeyError, TypeError, ValueError, zlib.error):
            raise RobotError("field: its values are not in plain form") from None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Field):
            return NotImplemented
        same_grid = (self.spacing, self.padding) == (other.spacing, other.padding)
        same_place = np.array_equal(self.origin, other.origin)
        return same_grid and same_place and np.array_equal(self.values, other.values)

    def __hash__(self) -> int:
        return hash((self.values.shape, self.spacing))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.values, self.origin, self.spacing, self.padding, self._repairs)

    def __repr__(self) -> str:
        size = " x ".join(map(str, self.values.shape))
        return f"<Field of {size} nodes, {self.spacing:g} m apart>"


def _restored(
    values: Values, origin: Array, spacing: float, padding: float, repairs: dict[str, int]
) -> Field:
    field = Field(values, origin=origin, spacing=spacing, padding=padding)
    field._repairs = repairs
    return field


def _values(values: npt.ArrayLike) -> Values:
    is_exact = isinstance(values, np.ndarray) and values.dtype == np.float32  # a copy would be large
    array = np.asarray(values) if is_exact else numbers(values)
    if array is None or array.ndim != 3 or min(array.shape) < 2 or array.size > MAX_NODES:
        got = repr(values) if array is None else f"shape {array.shape}"
        raise TransformError(
            "values of a field: expected (X, Y, Z) numbers, at least 2 along each axis and at most "
            f"{MAX_NODES} in all, got {got}"
        )
    with np.errstate(over="ignore"):
        result = np.ascontiguousarray(array, dtype=np.float32)
    if not np.isfinite(result).all():
        raise TransformError("values of a field: not all are finite")
    return result


def _spacing(value: Any) -> float:
    if not 0 < as_real(value) < np.inf:
        raise ConfigurationError(f"spacing: expected a positive number [m], got {value!r}")
    return float(value)


def _padding(value: Any) -> float:
    if not 0 <= as_real(value) < np.inf:
        raise ConfigurationError(f"padding: expected a number of at least 0 [m], got {value!r}")
    return float(value)


def _points(points: npt.ArrayLike) -> tuple[Array, tuple[int, ...]]:
    """The points as rows, and their shape without the three coordinates."""
    array = numbers(points)
    if array is None or array.shape[-1:] != (3,):
        got = repr(points) if array is None else f"shape {array.shape}"
        raise TransformError(f"points: expected (..., 3) numbers, got {got}")
    if not np.isfinite(array).all():
        raise TransformError("points: not all are finite")
    return array.reshape(-1, 3), array.shape[:-1]


def _mesh(vertices: npt.ArrayLike, triangles: npt.ArrayLike) -> tuple[Array, npt.NDArray[np.int32]]:
    points, corners = numbers(vertices), numbers(triangles)
    if points is None or points.ndim != 2 or points.shape[1] != 3:
        got = repr(vertices) if points is None else f"shape {points.shape}"
        raise RobotError(f"vertices of a mesh: expected (N, 3) numbers, got {got}")
    if corners is None or corners.ndim != 2 or corners.shape[1] != 3:
        got = repr(triangles) if corners is None else f"shape {corners.shape}"
        raise RobotError(f"triangles of a mesh: expected (M, 3) indices of vertices, got {got}")
    if not ((corners >= 0) & (corners < len(points)) & (corners % 1 == 0)).all():
        raise RobotError(
            f"triangles of a mesh: expected integers from 0 to {len(points) - 1}, an index for each corner"
        )
    return points, corners.astype(np.int32)
