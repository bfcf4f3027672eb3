"""Marks of contacts, drawn on finished pictures, so that no link hides them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ..collision.collision_check import Contact
from ..collision.shapes import rgba
from ..transforms import Array
from .camera import Camera

TOUCHING, NEAR = "#d62828", "#f0a30a"
"""The colours of what penetrates, and of what is nearer than the margin."""

_DOT, _WIDTH = 0.008, 0.0045  # the radius of dots and the width of lines, relative to the picture
_BARB = 0.35  # the length of the barbs of an arrow, relative to the arrow
_HALO = (1.0, 1.0, 1.0)


def marked(
    picture: npt.NDArray[np.uint8], camera: Camera, contacts: Iterable[Contact], length: float
) -> npt.NDArray[np.uint8]:
    """The picture (height, width, 3) with a dot at the point of each contact and an arrow of ``length`` [m]
    along its normal: red if they penetrate, amber otherwise.
    """
    height, width = picture.shape[:2]
    side = min(height, width)
    dot, line = max(_DOT * side, 2.0), max(_WIDTH * side, 1.2)
    pixels = picture.astype(np.float64) / 255
    places = np.stack(np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5), axis=-1)
    for contact in sorted(contacts, key=lambda contact: -contact.clearance):  # the deepest is on top
        ends = np.array([contact.point, contact.point + length * contact.normal])
        if not ((ends - camera.position) @ camera.forward > 1e-9).all():
            continue
        start, tip = camera.project(ends) * (width, height)
        away = np.minimum(
            np.linalg.norm(places - start, axis=-1) - dot,
            np.min([_distance(places, *segment) for segment in _arrow(start, tip)], axis=0) - line / 2,
        )
        color = rgba(TOUCHING if contact.clearance < 0 else NEAR)[:3]
        for paint, extra in ((_HALO, line / 2), (color, 0.0)):
            share = np.clip(extra + 0.5 - away, 0, 1)[..., None]
            pixels = share * np.array(paint) + (1 - share) * pixels
    return np.asarray(np.round(255 * pixels), dtype=np.uint8)


def _arrow(start: Array, tip: Array) -> list[tuple[Array, Array]]:
    """The shaft and the two barbs of an arrow in the picture."""
    back = _BARB * (start - tip)
    across = 0.6 * np.array([-back[1], back[0]])
    return [(start, tip), (tip, tip + back + across), (tip, tip + back - across)]


def _distance(places: Array, start: Array, end: Array) -> Array:
    """The distance [pixel] of places (H, W, 2) from a segment."""
    along = end - start
    share = np.clip((places - start) @ along / max(float(along @ along), 1e-12), 0, 1)
    return np.asarray(np.linalg.norm(places - start - share[..., None] * along, axis=-1))
