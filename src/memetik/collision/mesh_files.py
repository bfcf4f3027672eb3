"""Reads the triangles of mesh files: .stl and .obj here, other formats by trimesh if it is installed."""

from __future__ import annotations

import importlib
import itertools
from functools import lru_cache
from pathlib import Path

import numpy as np

from ..transforms import Array
from .shapes import Mesh

_FILES_KEPT = 256
_STL_FACE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
_STL_HEADER = 84  # bytes: a comment and the number of faces


def triangles(mesh: Mesh) -> Array | None:
    """The faces (F, 3, 3) of a mesh with its scale applied [m]; None if its file cannot be read."""
    if mesh.path is None:
        return None
    try:
        file = mesh.path.stat()
        faces = _faces_of_file(mesh.path, (file.st_mtime_ns, file.st_size))
    except Exception:  # readers raise errors of many types for files that they cannot read
        return None
    return np.asarray(faces * np.array(mesh.scale))


# A changed file has another version. Errors are not kept: the package that a file needs may yet be installed.
@lru_cache(maxsize=_FILES_KEPT)
def _faces_of_file(path: Path, version: tuple[int, int]) -> Array:
    reader = {".stl": _read_stl, ".obj": _read_obj}.get(path.suffix.lower(), _read_with_trimesh)
    faces = np.array(reader(path), dtype=np.float64).reshape(-1, 3, 3)
    if not faces.size or not np.isfinite(faces).all():
        raise ValueError(f"{path}: no triangles, or numbers that are not finite")
    faces.setflags(write=False)
    return faces


def _read_stl(path: Path) -> Array:
    data = path.read_bytes()
    count = int.from_bytes(data[_STL_HEADER - 4 : _STL_HEADER], "little")
    if len(data) == _STL_HEADER + count * _STL_FACE.itemsize:  # binary files may begin with "solid", too
        return np.asarray(np.frombuffer(data, _STL_FACE, count, _STL_HEADER)["corners"])
    words = (line.split() for line in data.decode("ascii", "replace").splitlines())
    return np.array([line[1:4] for line in words if line[:1] == ["vertex"]], dtype=np.float64)


def _read_obj(path: Path) -> Array:
    vertices: list[list[float]] = []
    corners: list[int] = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        kind, *words = line.split() or [""]
        if kind == "v":
            vertices.append([float(word) for word in words[:3]])
        elif kind == "f":
            numbers = [int(word.partition("/")[0]) for word in words]
            face = [number - 1 if number > 0 else len(vertices) + number for number in numbers]
            for second, third in itertools.pairwise(face[1:]):  # a fan around the first corner
                corners += (face[0], second, third)
    return np.array(vertices)[corners]


def _read_with_trimesh(path: Path) -> Array:
    trimesh = importlib.import_module("trimesh")
    return np.asarray(trimesh.load(path, force="mesh").triangles)
