"""Converts shapes of memetik and triangle meshes to solids of coal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from memetik import MemetikError
from memetik.collision import Box, Capsule, Cylinder, Geometry, Sphere
from memetik.collision.tube import Tube
from memetik.transforms import Array

from ..collision.missing import require
from .triangle_mesh import TriangleMesh


def placed_solids(item: Geometry) -> Iterator[tuple[Any, Array]]:
    """Yield solids of coal and their poses (4, 4), whose union is a placed shape."""
    coal, shape = require("coal", "coal"), item.shape
    if isinstance(shape, Box):
        yield coal.Box(*shape.size), item.origin
    elif isinstance(shape, Sphere):
        yield coal.Sphere(shape.radius), item.origin
    elif isinstance(shape, Cylinder):
        yield coal.Cylinder(shape.radius, shape.length), item.origin
    elif isinstance(shape, Capsule):
        yield coal.Capsule(shape.radius, shape.length), item.origin
    elif isinstance(shape, Tube):
        for start, end in zip(shape.points[:-1], shape.points[1:], strict=True):
            piece = Capsule.between(start, end, shape.radius)
            yield coal.Capsule(shape.radius, float(np.linalg.norm(end - start))), item.origin @ piece.origin
    else:
        raise MemetikError(f"expected boxes, spheres, cylinders, capsules and tubes, got {shape!r}")


def coal_mesh(mesh: TriangleMesh) -> Any:
    """Return a mesh as coal's tree of oriented boxes."""
    coal = require("coal", "coal")
    model = coal.BVHModelOBBRSS()
    model.beginModel(len(mesh.triangles), len(mesh.vertices))
    vertices, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    vertices.extend(list(mesh.vertices))
    triangles.extend([coal.Triangle(*(int(k) for k in row)) for row in mesh.triangles])
    model.addSubModel(vertices, triangles)
    model.endModel()
    return model
