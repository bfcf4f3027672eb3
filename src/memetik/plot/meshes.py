"""Reads mesh files in the renderer's two formats; trimesh, if installed, converts others."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np

from ..collision.shapes import Mesh, Shape
from ..transforms import Array

_NATIVE = (".obj", ".ply")


class MeshFiles:
    """Finds, converts and measures mesh files; writes converted files to the directory ``scratch``."""

    def __init__(self, mitsuba: Any, scratch: Path) -> None:
        self._mitsuba = mitsuba
        self._scratch = scratch
        self._known: dict[Path, tuple[Path, Array] | None] = {}

    def can_draw(self, shape: Shape) -> bool:
        """Whether the shape can be drawn: it is not a mesh, or its file can be read."""
        return not isinstance(shape, Mesh) or self._read(shape) is not None

    def plugin(self, mesh: Mesh) -> dict[str, Any]:
        """The renderer's description of a mesh, without its scale."""
        file, _ = self._read(mesh) or (Path(mesh.uri), None)
        return _plugin(file)

    def vertices(self, mesh: Mesh) -> Array | None:
        """The vertices (N, 3) of a mesh with its scale applied [m]; None if it cannot be read."""
        read = self._read(mesh)
        return None if read is None else read[1] * np.array(mesh.scale)

    def _read(self, mesh: Mesh) -> tuple[Path, Array] | None:
        if mesh.path is None:
            return None
        if mesh.path not in self._known:
            self._known[mesh.path] = self._load(mesh.path)
        return self._known[mesh.path]

    def _load(self, path: Path) -> tuple[Path, Array] | None:
        try:
            file = path if path.suffix.lower() in _NATIVE else self._convert(path)
            shape = self._mitsuba.load_dict(_plugin(file))
            vertices = np.array(self._mitsuba.traverse(shape)["vertex_positions"], dtype=np.float64)
        except Exception:  # readers raise errors of many types for files that they cannot read
            return None
        return (file, vertices.reshape(-1, 3)) if vertices.size and np.isfinite(vertices).all() else None

    def _convert(self, path: Path) -> Path:
        trimesh = importlib.import_module("trimesh")
        mesh = trimesh.load(path, force="mesh")
        file = self._scratch / f"{len(self._known)}.ply"
        mesh.export(file, vertex_normal=False)
        return file


def _plugin(file: Path) -> dict[str, Any]:
    flat = not _has_normals(file)  # interpolated normals would make a box look round
    return {"type": file.suffix.lower()[1:], "filename": str(file), "face_normals": flat}


def _has_normals(file: Path) -> bool:
    data = file.read_bytes()
    if file.suffix.lower() == ".ply":
        return b" nx" in data.partition(b"end_header")[0]
    return b"\nvn " in data
