"""Parts that serial arms share: tables with one row per hinge, and S-shaped links."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ...collision.shapes import Capsule, Geometry, Sphere, cylinder_between
from ...robot import Mimic, RobotBuilder
from .body import Vector


class Hinge(NamedTuple):
    """A revolute joint and the link it moves, as a row of a serial arm's table.

    ``xyz`` [m] and ``rpy`` [rad] place the joint on the previous link. Limits are in rad, rad/s and N m.
    ``follows`` is the name of the joint that a mimic follows, else None.
    """

    joint: str
    link: str
    xyz: Vector
    axis: Vector
    lower: float
    upper: float
    velocity: float = math.inf
    effort: float = math.inf
    rpy: Vector = (0.0, 0.0, 0.0)
    follows: str | None = None


def add_hinges(builder: RobotBuilder, root: str, hinges: Iterable[Hinge]) -> None:
    """Connect the hinges to a chain that begins at the link ``root``."""
    parent = root
    for hinge in hinges:
        builder.revolute(
            hinge.joint,
            parent,
            hinge.link,
            xyz=hinge.xyz,
            rpy=hinge.rpy,
            axis=hinge.axis,
            lower=hinge.lower,
            upper=hinge.upper,
            velocity=hinge.velocity,
            effort=hinge.effort,
            mimic=None if hinge.follows is None else Mimic(hinge.follows),
        )
        parent = hinge.link


def bent_link(
    tube: tuple[Vector, Vector], head: tuple[Vector, Vector], radii: tuple[float, float], color: str
) -> list[Geometry]:
    """The link of a lightweight arm between two crossing axes.

    It has a ``tube`` along one axis, from its open end to the bend, and next to the crossing a round ``head``
    along the other axis, from the face on which it turns to its end. ``radii`` [m] are of tube and head.
    """
    tube_radius, head_radius = radii
    end = np.array(head[1])
    center = (np.array(head[0]) + end) / 2
    return [
        cylinder_between(*tube, tube_radius, color=color),
        Capsule.between(tube[1], center, min(radii), color=color),
        cylinder_between(*head, head_radius, color=color),
        Sphere(head_radius).at(end, color=color),
    ]
