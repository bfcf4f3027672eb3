"""Shapes of links and obstacles."""

from .shapes import Box, Capsule, Cylinder, Geometry, HalfSpace, Mesh, Shape, Sphere, cylinder_between

__all__ = [
    "Box",
    "Capsule",
    "Cylinder",
    "Geometry",
    "HalfSpace",
    "Mesh",
    "Shape",
    "Sphere",
    "cylinder_between",
]
