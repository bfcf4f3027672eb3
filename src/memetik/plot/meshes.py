"""Gives mesh files to the renderer: those of its two formats as they are, others converted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ..collision.mesh_files import triangles
from ..collision.shapes import Mesh, Shape
from ..transforms import Array

_NATIVE = (".obj", ".ply")


class MeshFiles:
    """Finds, converts and measures mesh files; writes converted files to the directory ``scratch``."""

    def __init__(self, mitsuba: Any, scratch: Path) -> None:
        self._mitsuba = mitsuba
        self._scratch = scratch
        self._written = 0
        self._known: dict[Path, tuple[Path, Array] | None] = {}

    def outline(self, shape: Shape) -> Array | None:
        """Points (N, 3) that span a shape, in its own frame [m]; None if it is a mesh that cannot be read."""
        if not isinstance(shape, Mesh):
            return shape.outline()
        read = self._read(shape)
        return None if read is None else read[1] * np.array(shape.scale)

    def plugin(self, mesh: Mesh) -> dict[str, Any]:
        """The renderer's description of a mesh, without its scale."""
        file, _ = self._read(mesh) or (Path(mesh.uri), None)
        return _plugin(file)

    def plugin_of_faces(self, faces: Array) -> dict[str, Any]:
        """The renderer's description of triangles (F, 3, 3)."""
        return _plugin(self._write(faces))

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
        faces = triangles(Mesh(path.name, path))
        if faces is None:
            raise ValueError(f"{path} cannot be read")
        return self._write(faces)

    def _write(self, faces: Array) -> Path:
        self._written += 1
        file = self._scratch / f"{self._written}.ply"
        file.write_bytes(_ply(faces))
        return file


def _ply(faces: Array) -> bytes:
    """Triangles (F, 3, 3) as a PLY file."""
    count = len(faces)
    header = [
        "ply",
        "format binary_little_endian 1.0",
        f"element vertex {3 * count}",
        *(f"property float {axis}" for axis in "xyz"),
        f"element face {count}",
        "property list uchar int vertex_indices",
        "end_header",
    ]
    corners = np.empty(count, [("count", "u1"), ("numbers", "<i4", 3)])
    corners["count"], corners["numbers"] = 3, np.arange(3 * count).reshape(-1, 3)
    return "\n".join([*header, ""]).encode() + faces.astype("<f4").tobytes() + corners.tobytes()


def _plugin(file: Path) -> dict[str, Any]:
    flat = not _has_normals(file)  # interpolated normals would make a box look round
    return {"type": file.suffix.lower()[1:], "filename": str(file), "face_normals": flat}


def _has_normals(file: Path) -> bool:
    data = file.read_bytes()
    if file.suffix.lower() == ".ply":
        return b" nx" in data.partition(b"end_header")[0]
    return b"\nvn " in data
