"""Rings around targets, drawn on finished pictures, so that no link hides them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..collision.shapes import rgba
from ..transforms import Array
from .camera import Camera

TARGET = "#e0218a"
"""The colour of targets: that of no link of the bundled robots, of no axis and of no stick."""

_RADIUS, _WIDTH = 0.02, 0.0045  # relative to the smaller side of the picture
_HALO = (1.0, 1.0, 1.0)  # white on both sides of a ring, for robots of its colour


def ringed(
    picture: npt.NDArray[np.uint8], camera: Camera, targets: npt.NDArray[np.float64]
) -> npt.NDArray[np.uint8]:
    """The picture (height, width, 3) with a ring around each of ``targets`` (N, 3) ahead of the camera."""
    height, width = picture.shape[:2]
    side = min(height, width)
    radius, thickness = _RADIUS * side, max(_WIDTH * side, 1.2)
    ahead = (targets - camera.position) @ camera.forward > 1e-9
    pixels = picture.astype(np.float64) / 255
    for x, y in camera.project(targets[ahead]) * (width, height):
        rows, columns = (
            _window(middle, radius + 2 * thickness, n) for middle, n in ((y, height), (x, width))
        )
        away = np.hypot(np.arange(height)[rows, None] + 0.5 - y, np.arange(width)[None, columns] + 0.5 - x)
        for color, breadth in ((_HALO, 2 * thickness), (rgba(TARGET)[:3], thickness)):
            _paint(pixels[rows, columns], np.array(color), breadth / 2 + 0.5 - np.abs(away - radius))
    return np.asarray(np.round(255 * pixels), dtype=np.uint8)


def _window(middle: float, reach: float, count: int) -> slice:
    """The rows or columns of a picture that a ring can touch."""
    low, high = (int(np.clip(middle + side * (reach + 1), 0, count)) for side in (-1, 1))
    return slice(low, high)


def _paint(pixels: Array, color: Array, depth: Array) -> None:
    """Mix a colour into pixels (H, W, 3) that are ``depth`` (H, W) [pixel] inside of its area."""
    share = np.clip(depth, 0, 1)[..., None]
    pixels[...] = share * color + (1 - share) * pixels
