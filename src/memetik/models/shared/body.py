"""Mass properties of links, in the form of published robot descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from ...collision.shapes import Geometry
from ...robot import RobotBuilder

Vector: TypeAlias = tuple[float, float, float]
Tensor: TypeAlias = tuple[float, float, float, float, float, float]
"""ixx, ixy, ixz, iyy, iyz, izz, in the order of a URDF [kg m²]."""


class Body(NamedTuple):
    """A link's mass [kg], centre of mass [m] and inertia about that centre [kg m²]."""

    mass: float
    com: Vector
    inertia: Tensor

    def declare(self, builder: RobotBuilder, name: str, shapes: Sequence[Geometry] = ()) -> None:
        """Add the link ``name`` with this body and ``shapes`` to the robot being built."""
        xx, xy, xz, yy, yz, zz = self.inertia
        tensor = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
        builder.link(name, mass=self.mass, com=self.com, inertia=tensor, shapes=shapes)


def centred(mass: float, xx: float, yy: float, zz: float) -> Body:
    """A body whose centre of mass and principal axes are the origin and axes of its link."""
    return Body(mass, (0.0, 0.0, 0.0), (xx, 0.0, 0.0, yy, 0.0, zz))
