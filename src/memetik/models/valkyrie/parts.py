"""Hinges, bodies and shapes of Valkyrie's left limbs, and their reflection to the right.

Left and right are reflections in the plane y = 0 of the parent's frame. Joint axes are not reflected: the
reflection keeps turns about y and reverses turns about x and z, whose limits are therefore negated and
swapped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from ...collision.shapes import Geometry
from ...robot import RobotBuilder
from ...transforms import Array
from ..shared.mirror import reflected

Side: TypeAlias = Literal["left", "right", ""]
"""Prefix of a limb's names; empty for the trunk, which is not reflected."""
Vector: TypeAlias = tuple[float, float, float]

WHITE, GREY, DARK, GOLD, GLOW = "#efede6", "#b9b9b6", "#34373d", "#c79a3d", "#7fd0f2"

AXES: dict[str, Vector] = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}

REFLECTED: Vector = (1.0, -1.0, 1.0)
TURNED_ABOUT_X: Vector = (1.0, -1.0, -1.0)
TURNED_ABOUT_Z: Vector = (-1.0, -1.0, 1.0)
UNCHANGED: Vector = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Hinge:
    """A revolute joint of the left side and its child link, both named without their side."""

    joint: str
    link: str
    axis: Literal["x", "y", "z"]
    xyz: Vector
    """Position of the joint in its parent's frame [m]."""
    lower: float
    upper: float
    velocity: float
    effort: float
    roll: float = 0.0
    """Rotation of the joint's frame about the parent's x [rad]."""


@dataclass(frozen=True)
class Body:
    """Mass [kg], centre of mass [m] and inertia about it [kg m²] of a left link.

    The right link is not always the mirror image of the left one; many are the same part turned over.
    ``right`` has the signs of x, y, z for the right link. ``right_products`` has the signs of the products
    of inertia if the published ones do not follow from that.
    """

    mass: float
    com: Vector
    moments: Vector
    """ixx, iyy, izz"""
    products: Vector = (0.0, 0.0, 0.0)
    """ixy, ixz, iyz"""
    right: Vector = REFLECTED
    right_products: Vector | None = None

    def mirrored(self) -> Body:
        """The right link's body."""
        x, y, z = self.right
        signs = self.right_products or (x * y, x * z, y * z)
        return Body(self.mass, _times(self.com, self.right), self.moments, _times(self.products, signs))

    @property
    def inertia(self) -> Array:
        """The symmetric tensor (3, 3)."""
        (xx, yy, zz), (xy, xz, yz) = self.moments, self.products
        return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def add_chain(
    b: RobotBuilder,
    parent: str,
    hinges: Iterable[Hinge],
    bodies: Mapping[str, Body],
    shapes: Mapping[str, Sequence[Geometry]],
    side: Side = "",
) -> str:
    """Add a chain of hinges to the link ``parent``; returns the last link's name."""
    for hinge in hinges:
        link = side + hinge.link
        add_link(b, link, bodies[hinge.link], shapes.get(hinge.link, ()), side)
        add_hinge(b, parent, hinge, side)
        parent = link
    return parent


def add_hinge(b: RobotBuilder, parent: str, hinge: Hinge, side: Side) -> None:
    """Add the revolute joint of ``hinge``, reflected if ``side`` is the right."""
    sign = -1.0 if side == "right" else 1.0
    x, y, z = hinge.xyz
    lower, upper = hinge.lower, hinge.upper
    if side == "right" and hinge.axis != "y":
        lower, upper = 0.0 - upper, 0.0 - lower
    b.revolute(
        side + hinge.joint,
        parent,
        side + hinge.link,
        xyz=(x, sign * y, z),
        rpy=(sign * hinge.roll, 0.0, 0.0),
        axis=AXES[hinge.axis],
        lower=lower,
        upper=upper,
        velocity=hinge.velocity,
        effort=hinge.effort,
    )


def add_link(b: RobotBuilder, name: str, body: Body, shapes: Sequence[Geometry], side: Side = "") -> None:
    """Add a link with its body and shapes, reflected if ``side`` is the right."""
    if side == "right":
        body, shapes = body.mirrored(), [reflected(shape) for shape in shapes]
    b.link(name, mass=body.mass, com=body.com, inertia=body.inertia, shapes=shapes)


def _times(vector: Vector, signs: Vector) -> Vector:
    return vector[0] * signs[0], vector[1] * signs[1], vector[2] * signs[2]
