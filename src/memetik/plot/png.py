"""Writes PNG files without any dependency."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt


def png_bytes(picture: npt.NDArray[np.uint8]) -> bytes:
    """A picture (height, width, 3) of sRGB bytes as the contents of a PNG file (8 bits, RGB, no filter)."""
    height, width, _ = picture.shape
    rows = np.zeros((height, 1 + 3 * width), dtype=np.uint8)  # each row begins with its filter type, 0
    rows[:, 1:] = picture.reshape(height, 3 * width)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
