"""Reflects shapes in the plane y = 0 of the parent's frame, to make right limbs from left ones."""

from __future__ import annotations

import numpy as np

from ...collision.shapes import Geometry


def reflected(geometry: Geometry) -> Geometry:
    """The mirror image in y = 0; exact for boxes, spheres, cylinders and capsules."""
    mirror = np.diag([1.0, -1.0, 1.0, 1.0])
    return Geometry(geometry.shape, mirror @ geometry.origin @ mirror, geometry.color)
