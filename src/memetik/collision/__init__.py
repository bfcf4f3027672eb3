"""Shapes of links and obstacles, and distance fields of meshes."""

from .collision_check import CollisionCheck, Contact
from .field import Field
from .fit_report import FitReport, LinkFit
from .pair_table import PairEntry, PairTable
from .shapes import Box, Capsule, Cylinder, Geometry, HalfSpace, Mesh, Shape, Sphere, cylinder_between
from .sphere_robot import SphereRobot
from .world import Handle, World, WorldObject, WorldSnapshot

__all__ = [
    "Box",
    "Capsule",
    "CollisionCheck",
    "Contact",
    "Cylinder",
    "Field",
    "FitReport",
    "Geometry",
    "HalfSpace",
    "Handle",
    "LinkFit",
    "Mesh",
    "PairEntry",
    "PairTable",
    "Shape",
    "Sphere",
    "SphereRobot",
    "World",
    "WorldObject",
    "WorldSnapshot",
    "cylinder_between",
]
