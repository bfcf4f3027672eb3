"""The openings of shapes, kept in memory and on disk, because finding them takes about a second."""

from __future__ import annotations

import hashlib
from functools import lru_cache

import numpy as np

from .. import disk_cache
from ..errors import MemetikError
from ..transforms import Array
from .field import Field
from .geometry import Shape
from .openings import Opening, find_openings
from .revolution import Revolution
from .shapes import Mesh
from .tube import Tube

_VERSION = 1  # of the algorithm; changes with the openings that it finds
_KEPT = 64
_MAY_BE_HOLLOW = (Field, Mesh, Revolution, Tube)


@lru_cache(maxsize=_KEPT)
def openings_of(shape: Shape) -> tuple[Opening, ...]:
    """The openings of one shape in its own frame; none if it cannot be a vessel, or is an open mesh."""
    if not isinstance(shape, _MAY_BE_HOLLOW):
        return ()
    key = disk_cache.key_of(_VERSION, _content(shape))
    kept = disk_cache.load("openings", key)
    if kept is None or "rows" not in kept or kept["rows"].ndim != 2 or kept["rows"].shape[1] != 9:
        kept = {"rows": _rows(shape)}
        disk_cache.store("openings", key, kept)
    return tuple(Opening(row[:3], row[3:6], *row[6:].tolist()) for row in kept["rows"])


def _rows(shape: Shape) -> Array:
    try:
        found = find_openings(shape)
    except MemetikError:  # an open mesh, a missing file, a field without a surface
        return np.empty((0, 9))
    rows = [[*item.center, *item.axis, item.radius, item.depth, item.volume] for item in found]
    return np.array(rows, dtype=np.float64).reshape(-1, 9)


def _content(shape: Shape) -> str:
    """What decides the openings: the content of a mesh's file, not its name."""
    content = hashlib.sha256(repr(sorted(shape.to_dict().items(), key=lambda item: item[0])).encode())
    if isinstance(shape, Mesh) and shape.path is not None and shape.path.is_file():
        content.update(shape.path.read_bytes())
    return content.hexdigest()
