"""Distance fields of shapes, kept for as long as they are in use often."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import ConfigurationError, MemetikError, RobotError
from ..number_checks import as_real
from ..transforms import Array
from .array_shape import length_of
from .field import DEFAULT_PADDING, MAX_NODES, Field
from .geometry import Shape
from .height_field import HeightField
from .mesh_files import triangles
from .shapes import Mesh

_NODES = 1 << 18  # at most, unless the user gives a spacing
_FIELDS_KEPT = 32
_HALVINGS = 40


def field_of(shape: Shape, spacing: Any, padding: Any) -> Field:
    """The field of a bounded shape; Shape.as_field has the documentation."""
    if not shape.bounded:
        raise RobotError(f"a {type(shape).__name__} is unbounded and has no field")
    if spacing is not None:
        spacing = length_of(spacing, "spacing")
    if padding is not None and not 0 <= as_real(padding) < np.inf:
        raise ConfigurationError(f"padding: expected a number of at least 0 [m], got {padding!r}")
    version = None
    if isinstance(shape, Mesh) and shape.path is not None and shape.path.is_file():
        file = shape.path.stat()
        version = (file.st_mtime_ns, file.st_size)
    return _field(shape, spacing, padding, version)


@lru_cache(maxsize=_FIELDS_KEPT)
def _field(shape: Shape, spacing: float | None, padding: float | None, version: object) -> Field:
    if isinstance(shape, HeightField):
        return _field_of_faces(shape._faces(), spacing, padding)
    if isinstance(shape, Mesh):
        faces = triangles(shape)
        if faces is None:
            raise RobotError(f"mesh {shape.uri}: its file is missing or cannot be read")
        try:
            return _field_of_faces(faces, spacing, padding)
        except MemetikError as error:
            raise RobotError(f"mesh {shape.uri}: {error}") from None
    low, high = shape._bounds()
    spacing = spacing or default_spacing(high - low)
    padding = DEFAULT_PADDING * spacing if padding is None else padding
    counts = np.ceil((high - low + 2 * padding) / spacing) + 1
    if np.prod(counts) > MAX_NODES:
        raise ConfigurationError(f"spacing: {spacing:g} m needs more than {MAX_NODES} nodes")
    origin = 0.5 * (low + high) - 0.5 * spacing * (counts - 1)
    return Field(_values(shape, origin, spacing, counts), origin=origin, spacing=spacing, padding=padding)


def _field_of_faces(faces: Array, spacing: float | None, padding: float | None) -> Field:
    corners = faces.reshape(-1, 3)
    spacing = spacing or default_spacing(np.ptp(corners, axis=0))
    numbers = np.arange(len(corners)).reshape(-1, 3)
    return Field.from_mesh(corners, numbers, spacing=spacing, padding=padding)


def _values(shape: Shape, origin: Array, spacing: float, counts: Array) -> npt.NDArray[np.float32]:
    x, y, z = (origin[k] + spacing * np.arange(counts[k]) for k in range(3))
    values = np.empty((len(x), len(y), len(z)), dtype=np.float32)
    for i in range(0, len(x), 8):  # slabs, which limit the memory
        nodes = np.stack(np.meshgrid(x[i : i + 8], y, z, indexing="ij"), axis=-1)
        values[i : i + 8] = shape._distances(nodes.reshape(-1, 3)).reshape(nodes.shape[:3])
    return values


def default_spacing(extent: Array) -> float:
    """The finest spacing with a moderate number of nodes, the default padding included."""
    high = float(extent.max()) or 1e-3
    low = 1e-4 * high
    for _ in range(_HALVINGS):
        middle = (low * high) ** 0.5
        enough = float(np.prod(np.ceil(extent / middle) + 1 + 2 * DEFAULT_PADDING)) <= _NODES
        low, high = (low, middle) if enough else (middle, high)
    return high
