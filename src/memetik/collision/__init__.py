"""Shapes of links and obstacles, and distance fields of meshes."""

from .field import Field
from .shapes import Box, Capsule, Cylinder, Geometry, HalfSpace, Mesh, Shape, Sphere, cylinder_between

__all__ = [
    "Box",
    "Capsule",
    "Cylinder",
    "Field",
    "Geometry",
    "HalfSpace",
    "Mesh",
    "Shape",
    "Sphere",
    "cylinder_between",
]
