"""Shapes of links and obstacles, and distance fields of meshes."""

from .collision_check import CollisionCheck, Contact
from .ellipsoid import Ellipsoid
from .exact_check import ExactCheck
from .field import Field
from .fit_report import FitReport, LinkFit
from .height_field import HeightField
from .openings import Opening, find_openings
from .pair_table import PairEntry, PairTable
from .revolution import Revolution
from .shapes import Box, Capsule, Cylinder, Geometry, HalfSpace, Mesh, Shape, Sphere, cylinder_between
from .sphere_robot import SphereRobot
from .tube import PointCloud, Tube
from .world import World
from .world_handle import Handle
from .world_snapshot import WorldObject, WorldSnapshot

__all__ = [
    "Box",
    "Capsule",
    "CollisionCheck",
    "Contact",
    "Cylinder",
    "Ellipsoid",
    "ExactCheck",
    "Field",
    "FitReport",
    "Geometry",
    "HalfSpace",
    "Handle",
    "HeightField",
    "LinkFit",
    "Mesh",
    "Opening",
    "PairEntry",
    "PairTable",
    "PointCloud",
    "Revolution",
    "Shape",
    "Sphere",
    "SphereRobot",
    "Tube",
    "World",
    "WorldObject",
    "WorldSnapshot",
    "cylinder_between",
    "find_openings",
]
