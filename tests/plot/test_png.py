"""Other libraries read the same pixels from our PNG files."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from memetik.plot.png import png_bytes


def test_another_reader_sees_the_same_pixels(tmp_path: Path) -> None:
    from matplotlib.image import imread

    pixels = np.random.default_rng(1).integers(0, 256, size=(37, 53, 3), dtype=np.uint8)
    (tmp_path / "noise.png").write_bytes(png_bytes(pixels))
    read = np.round(255 * imread(tmp_path / "noise.png")).astype(np.uint8)
    np.testing.assert_array_equal(read, pixels)
