"""Reflects shapes, bodies and joints in the plane y = 0 of the parent's frame: right limbs from left ones."""

from __future__ import annotations

import numpy as np

from ...collision.shapes import Geometry
from .body import Body
from .serial import Hinge


def reflected(geometry: Geometry) -> Geometry:
    """The mirror image in y = 0; exact for boxes, spheres, cylinders and capsules."""
    mirror = np.diag([1.0, -1.0, 1.0, 1.0])
    return Geometry(geometry.shape, mirror @ geometry.origin @ mirror, geometry.color)


def reflected_body(body: Body) -> Body:
    """The mirror image of a mass in y = 0."""
    x, y, z = body.com
    xx, xy, xz, yy, yz, zz = body.inertia
    return Body(body.mass, (x, -y, z), (xx, -xy, xz, yy, -yz, zz))


def reflected_hinge(hinge: Hinge) -> Hinge:
    """The mirror image in y = 0, with the same names, and the same axis, which is x, y or z.

    Equal angles about y are mirror images of each other; about x and z, opposite angles are.
    """
    x, y, z = hinge.xyz
    roll, pitch, yaw = hinge.rpy
    lower, upper = (hinge.lower, hinge.upper) if hinge.axis[1] else (-hinge.upper, -hinge.lower)
    return hinge._replace(xyz=(x, -y, z), rpy=(-roll, pitch, -yaw), lower=lower, upper=upper)
