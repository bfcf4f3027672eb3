"""Converts shapes of memetik and triangle meshes to solids of coal."""

from __future__ import annotations

from typing import Any

from memetik import MemetikError
from memetik.collision import Box, Capsule, Cylinder, Shape, Sphere

from ..collision.settings import INSTALL
from ..missing import require
from .triangle_mesh import TriangleMesh


def coal_solid(shape: Shape) -> Any:
    """Return a shape as a solid of coal."""
    coal = require("coal", "coal", INSTALL)
    if isinstance(shape, Box):
        return coal.Box(*shape.size)
    if isinstance(shape, Sphere):
        return coal.Sphere(shape.radius)
    if isinstance(shape, Cylinder):
        return coal.Cylinder(shape.radius, shape.length)
    if isinstance(shape, Capsule):
        return coal.Capsule(shape.radius, shape.length)
    raise MemetikError(f"expected boxes, spheres, cylinders and capsules, got {shape!r}")


def coal_mesh(mesh: TriangleMesh) -> Any:
    """Return a mesh as coal's tree of oriented boxes."""
    coal = require("coal", "coal", INSTALL)
    model = coal.BVHModelOBBRSS()
    model.beginModel(len(mesh.triangles), len(mesh.vertices))
    vertices, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    vertices.extend(list(mesh.vertices))
    triangles.extend([coal.Triangle(*(int(k) for k in row)) for row in mesh.triangles])
    model.addSubModel(vertices, triangles)
    model.endModel()
    return model
