"""A picture that notebooks show and that can be saved."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from .picture import Picture, save_pixels
from .png import png_bytes


class Still:
    """A picture of a robot: notebooks show it, :meth:`save` writes it, ``numpy.asarray`` has its pixels."""

    def __init__(self, pixels: Picture) -> None:
        self.pixels = pixels

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to ``path`` (.png or .jpg)."""
        save_pixels(path, self.pixels)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.pixels, dtype=dtype, copy=bool(copy))

    def _repr_png_(self) -> bytes:
        return png_bytes(self.pixels)

    def __repr__(self) -> str:
        height, width, _ = self.pixels.shape
        return f"Still({width} x {height}); .save('picture.png') writes it"
