"""Keeps fitted spheres on disk, by the content of the shapes that they cover."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from .. import disk_cache
from ..transforms import Array
from .fit_report import FitReport, LinkFit
from .geometry import Geometry
from .link_shapes import LinkShapes
from .shapes import Mesh

_VERSION = 2  # of the algorithm; changes with the spheres that it finds
_COLUMNS = ("links", "counts", "protrusions", "sources")

Fit: TypeAlias = tuple[dict[str, Array], FitReport]
"""Link name -> rows (x, y, z, radius) [m], and the report."""


def key_of(links: Sequence[LinkShapes], tolerances: Sequence[float], max_spheres: int | None) -> str:
    """The same for the same shapes and options, wherever the files of meshes are."""
    plain = [[item.link, item.source, [_content(shape) for shape in item.shapes]] for item in links]
    return disk_cache.key_of(_VERSION, list(tolerances), max_spheres, plain)


def store(key: str, fit: Fit) -> None:
    """Store spheres and report."""
    rows, report = fit
    items = report.links
    columns = zip(*((item.link, item.spheres, item.protrusion, item.source) for item in items), strict=True)
    arrays = {name: np.array(column) for name, column in zip(_COLUMNS, columns, strict=True)}
    disk_cache.store("spheres", key, {"rows": np.vstack(list(rows.values())), **arrays})


def load(key: str) -> Fit | None:
    """The stored spheres and report; None if there are none or they are broken."""
    kept = disk_cache.load("spheres", key)
    if kept is None:
        return None
    try:
        links = [LinkFit(*item) for item in zip(*(kept[name].tolist() for name in _COLUMNS), strict=True)]
        parts = np.split(np.asarray(kept["rows"], dtype=np.float64), np.cumsum(kept["counts"])[:-1])
        rows = {item.link: part for item, part in zip(links, parts, strict=True)}
        sound = [rows[item.link].shape == (item.spheres, 4) for item in links]
    except (KeyError, TypeError, ValueError):
        return None
    if not sound or not all(sound) or not np.isfinite(kept["rows"]).all():
        return None
    return rows, FitReport(tuple(links))


def _content(item: Geometry) -> dict[str, Any]:
    """What decides the spheres of a shape; for a mesh that is the content of its file, not its name."""
    plain = item.to_dict()
    plain.pop("color", None)
    if isinstance(item.shape, Mesh):
        assert item.shape.path is not None  # link_shapes has read it
        plain["uri"], plain["path"] = "", hashlib.sha256(item.shape.path.read_bytes()).hexdigest()
    return plain
