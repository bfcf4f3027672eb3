"""Replaces the mesh, texture and height field files that an MJCF model names but that do not exist.

Kinematics needs none of them, but MuJoCo compiles no model without them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_SPHERE, _FLAT = 2, 3  # mjtGeom, mjtBuiltin
_TETRAHEDRON = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
_TRIANGLES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]
_MILLIMETRE, _MILLIGRAM = 1e-3, 1e-6


def replace_missing_files(spec: Any, directory: Path) -> list[str]:
    """The names of the files that ``spec``, a ``mujoco.MjSpec``, lacks; it compiles without them afterwards.

    ``directory`` is that of the model's file. Shapes of missing meshes become invisible spheres of 1 mm and
    1 mg, which collide with nothing: MuJoCo refuses a moving body without any mass.
    """
    missing = [
        *_replaced_meshes(spec, directory),
        *_replaced_textures(spec, directory),
        *_replaced_height_fields(spec, directory),
    ]
    return list(dict.fromkeys(missing))


def _replaced_meshes(spec: Any, directory: Path) -> Iterator[str]:
    names = set()
    for mesh in spec.meshes:
        if _is_missing(mesh.file, spec.meshdir, directory):
            names.add(mesh.name or Path(mesh.file).stem)
            yield mesh.file
            mesh.file, mesh.uservert, mesh.userface = "", _TETRAHEDRON, _TRIANGLES
    for geom in spec.geoms:
        if geom.meshname in names:
            geom.type, geom.meshname, geom.size = _SPHERE, "", [_MILLIMETRE, 0.0, 0.0]
            if math.isnan(geom.mass) and geom.density > 0:  # the mass would depend on the mesh
                geom.mass = _MILLIGRAM
            geom.contype, geom.conaffinity, geom.rgba = 0, 0, [0.0] * 4


def _replaced_textures(spec: Any, directory: Path) -> Iterator[str]:
    for texture in spec.textures:
        files = [file for file in (texture.file, *texture.cubefiles) if file]
        missing = [file for file in files if _is_missing(file, spec.texturedir, directory)]
        if missing:
            yield from missing
            texture.file, texture.cubefiles = "", [""] * 6
            texture.builtin, texture.width, texture.height = _FLAT, 1, 1


def _replaced_height_fields(spec: Any, directory: Path) -> Iterator[str]:
    for field in spec.hfields:
        if _is_missing(field.file, spec.meshdir, directory):
            yield field.file
            field.file, field.nrow, field.ncol, field.userdata = "", 2, 2, [0.0] * 4


def _is_missing(file: str, folder: str, directory: Path) -> bool:
    return bool(file) and not (directory / folder / file).exists()
