"""Shapes of links and obstacles."""

from .shapes import Box, Capsule, Cylinder, Geometry, Mesh, Shape, Sphere, cylinder_between

__all__ = ["Box", "Capsule", "Cylinder", "Geometry", "Mesh", "Shape", "Sphere", "cylinder_between"]
