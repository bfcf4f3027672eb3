"""Converts the geoms of an MJCF model to shapes of links."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ...collision.shapes import Box, Capsule, Color, Cylinder, Geometry, Mesh, Shape, Sphere
from ...transforms import Array, inverse, rotation_from_quaternion

_SPHERE, _CAPSULE, _ELLIPSOID, _CYLINDER, _BOX, _MESH = 2, 3, 4, 5, 6, 7  # mjtGeom
_HIDDEN_GROUP = 3  # MuJoCo's viewer hides groups 3 and up, which by convention hold collision shapes
_PLAIN = (0.5, 0.5, 0.5, 1.0)  # MuJoCo's default colour


class Shapes:
    """The visual and the collision shapes of every body, by its index.

    Planes and height fields are left out: they are part of the world, not of a robot. MuJoCo's ellipsoids
    become capsules of the same length.
    """

    def __init__(self, model: Any) -> None:
        self.visuals: list[list[Geometry]] = [[] for _ in range(int(model.nbody))]
        self.collisions: list[list[Geometry]] = [[] for _ in range(int(model.nbody))]
        for geom in range(int(model.ngeom)):
            placed = _placed(model, geom)
            body = int(model.geom_bodyid[geom])
            if placed is None:
                continue
            if model.geom_group[geom] < _HIDDEN_GROUP and (placed.color is None or placed.color[3] > 0):
                self.visuals[body].append(placed)
            if model.geom_contype[geom] or model.geom_conaffinity[geom]:
                self.collisions[body].append(placed)


def _placed(model: Any, geom: int) -> Geometry | None:
    kind, size = int(model.geom_type[geom]), model.geom_size[geom]
    origin = np.eye(4)
    origin[:3, :3] = rotation_from_quaternion(model.geom_quat[geom])
    origin[:3, 3] = model.geom_pos[geom]
    shape: Shape
    if kind == _SPHERE:
        shape = Sphere(size[0])
    elif kind == _CAPSULE:
        shape = Capsule(size[0], 2 * size[1])
    elif kind == _CYLINDER:
        shape = Cylinder(size[0], 2 * size[1])
    elif kind == _BOX:
        shape = Box(tuple(2 * size))
    elif kind == _ELLIPSOID:
        shape, turned = _capsule_like(size)
        origin[:3, :3] = origin[:3, :3] @ turned
    elif kind == _MESH:
        shape, moved = _mesh(model, int(model.geom_dataid[geom]))
        origin = origin @ moved
    else:
        return None
    return Geometry(shape, origin, _color(model, geom))


def _capsule_like(radii: Array) -> tuple[Capsule, Array]:
    """A capsule of the ellipsoid's length and mean radius, and the rotation of z to the longest axis."""
    longest = int(np.argmax(radii))
    radius = float(np.delete(radii, longest).mean())
    turned = np.roll(np.eye(3), 2 - longest, axis=1)
    return Capsule(radius, 2 * (float(radii[longest]) - radius)), turned


def _mesh(model: Any, mesh: int) -> tuple[Mesh, Array]:
    """A mesh file, and the pose of the file's frame: MuJoCo moves meshes to their principal axes."""
    start = int(model.mesh_pathadr[mesh])
    paths = bytes(model.paths)
    uri = paths[start : paths.index(b"\0", start)].decode("utf-8", "replace") if start >= 0 else ""
    path = Path(uri) if uri and Path(uri).is_file() else None
    moved = np.eye(4)
    moved[:3, :3] = rotation_from_quaternion(model.mesh_quat[mesh])
    moved[:3, 3] = model.mesh_pos[mesh]
    return Mesh(uri, path, tuple(model.mesh_scale[mesh])), inverse(moved)


def _color(model: Any, geom: int) -> Color | None:
    """The geom's own colour, else its material's; None for MuJoCo's default grey."""
    red, green, blue, alpha = (float(value) for value in model.geom_rgba[geom])
    material = int(model.geom_matid[geom])
    if (red, green, blue, alpha) == _PLAIN and material >= 0:
        red, green, blue, alpha = (float(value) for value in model.mat_rgba[material])
    return None if (red, green, blue, alpha) == _PLAIN else (red, green, blue, alpha)
