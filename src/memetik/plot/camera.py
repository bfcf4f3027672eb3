"""Places the camera so that everything fits into the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..transforms import Array

THREE_QUARTER = (-0.8, 0.35)
"""Azimuth and elevation [rad] of a view from the robot's right front and slightly above."""

_FIELD = math.radians(26)  # the smaller field of view, narrow for little perspective distortion
_MARGIN = 0.07  # the fraction of the picture that stays empty on each side


@dataclass(frozen=True, eq=False)
class Camera:
    """A camera at ``position`` that looks along ``forward``. ``tangents`` are the tangents of half its fields
    of view, ``distance`` [m] is the distance to the nearest point of interest.
    """

    position: Array
    forward: Array
    right: Array
    up: Array
    tangents: tuple[float, float]
    distance: float

    def project(self, points: Array) -> Array:
        """Picture coordinates (N, 2) of ``points`` (N, 3): (0, 0) is top left, (1, 1) bottom right."""
        ahead = (points - self.position) @ self.forward
        axes = np.column_stack([self.right, -self.up])
        across = np.einsum("ij,jk->ik", points - self.position, axes)  # @ uses all cores for a small gain
        return np.asarray(0.5 + 0.5 * across / (ahead[:, None] * np.array(self.tangents)))

    def toward_lamp(self) -> Array:
        """The direction (3,) to the lamp of all pictures, which is above and left of the camera."""
        level = np.array([1.0, 1.0, 0.0])
        away = -level * (0.45 * self.forward + 0.75 * self.right) + (0, 0, 0.95)
        return np.asarray(away / np.linalg.norm(away))


def view_axes(azimuth: float, elevation: float) -> tuple[Array, Array, Array]:
    """The unit vectors right, up and forward of a viewer who looks at the origin, in the robot's frame.

    ``azimuth`` [rad] is the viewer's direction, measured from the robot's x (its front) towards y;
    ``elevation`` [rad] is the angle above the horizon.
    """
    ca, sa, ce, se = math.cos(azimuth), math.sin(azimuth), math.cos(elevation), math.sin(elevation)
    right = np.array([-sa, ca, 0.0])
    up = np.array([-se * ca, -se * sa, ce])
    forward = np.array([-ce * ca, -ce * sa, -se])
    return right, up, forward


def framing(points: Array, view: tuple[float, float], *, aspect: float, closest: float) -> Camera:
    """The closest camera from ``view`` (azimuth, elevation) [rad] that sees all ``points`` (N, 3).

    ``aspect`` is width over height, ``closest`` the minimum distance to any point [m].
    """
    right, up, forward = view_axes(*view)
    x, y, z = points @ right, points @ up, points @ forward
    narrow = math.tan(_FIELD / 2)
    tangents = (narrow * max(aspect, 1.0), narrow / min(aspect, 1.0))
    sides, depths = [], []
    for across, tangent in ((x, tangents[0]), (y, tangents[1])):
        slope = tangent * (1 - 2 * _MARGIN)
        # All points are between the side planes of the view: |across - side| <= slope (z - depth).
        high, low = float((across - slope * z).max()), float((-across - slope * z).max())
        sides.append((high - low) / 2)
        depths.append(-(high + low) / (2 * slope))
    depth = min(*depths, float(z.min()) - closest)
    position = sides[0] * right + sides[1] * up + depth * forward
    return Camera(position, forward, right, up, tangents, float(z.min()) - depth)
