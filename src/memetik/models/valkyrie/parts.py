"""The parts Valkyrie is written in: hinges, bodies and shapes of a left limb, and their right twins.

Left and right are reflections in the plane y = 0 of the parent's frame. Joint axes are not reflected:
a turn about y looks the same in the mirror, turns about x and z look reversed, so there the limits
change sign and place.
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
"""Prefix of a limb's names; empty for the trunk, which is built as written."""
Vector: TypeAlias = tuple[float, float, float]

WHITE, GREY, DARK, GOLD, GLOW = "#efede6", "#b9b9b6", "#34373d", "#c79a3d", "#7fd0f2"

AXES: dict[str, Vector] = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}

REFLECTED: Vector = (1.0, -1.0, 1.0)
TURNED_ABOUT_X: Vector = (1.0, -1.0, -1.0)
TURNED_ABOUT_Z: Vector = (-1.0, -1.0, 1.0)
UNCHANGED: Vector = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Hinge:
    """A revolute joint of the left side and the link it carries, both named without their side."""

    joint: str
    link: str
    axis: Literal["x", "y", "z"]
    xyz: Vector
    """Where the joint sits in its parent [m]."""
    lower: float
    upper: float
    velocity: float
    effort: float
    roll: float = 0.0
    """How the joint's frame is turned about the parent's x [rad]."""


@dataclass(frozen=True)
class Body:
    """Mass [kg], centre of mass [m] and inertia about it [kg m²] of a left link.

    The right link is not always the left one's mirror image, many are the same part turned over:
    ``right`` holds the signs that x, y, z get there. ``right_products`` gives the signs of the
    products of inertia where the published ones do not follow from that.
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
    """Hang hinges one after the other on the link ``parent``; returns the last link's name."""
    for hinge in hinges:
        link = side + hinge.link
        add_link(b, link, bodies[hinge.link], shapes.get(hinge.link, ()), side)
        add_hinge(b, parent, hinge, side)
        parent = link
    return parent


def add_hinge(b: RobotBuilder, parent: str, hinge: Hinge, side: Side) -> None:
    """The revolute joint of ``hinge``, reflected if ``side`` is the right."""
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
    """A link with its body and shapes, reflected if ``side`` is the right."""
    if side == "right":
        body, shapes = body.mirrored(), [reflected(shape) for shape in shapes]
    b.link(name, mass=body.mass, com=body.com, inertia=body.inertia, shapes=shapes)


def _times(vector: Vector, signs: Vector) -> Vector:
    return vector[0] * signs[0], vector[1] * signs[1], vector[2] * signs[2]
