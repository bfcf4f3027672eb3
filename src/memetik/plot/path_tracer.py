"""Renders path-traced pictures with mitsuba."""

from __future__ import annotations

import importlib
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import MissingDependencyError
from ..transforms import Array
from .denoise import Image, denoise
from .meshes import MeshFiles
from .mitsuba_scene import EXPOSURES, MitsubaScene, linear
from .progress import progress_bar
from .scene import compose

_VARIANT = "scalar_rgb"
_one_at_a_time = threading.Lock()


def trace(
    parts: tuple[Any, ...], size: tuple[int, int], samples: int, background: Array
) -> list[npt.NDArray[np.uint8]]:
    """Pictures (height, width, 3) of the scene that :func:`compose` makes from ``parts``."""
    sky = linear(background).astype(np.float32)
    pictures = []
    robot, moments = parts[:2]
    bar = progress_bar(f"rendering {robot.name}", EXPOSURES * len(moments))
    with mitsuba() as mi, tempfile.TemporaryDirectory() as scratch, bar as advance:
        meshes = MeshFiles(mi, Path(scratch))
        scene = compose(*parts, outline=meshes.outline)
        for number, (shapes, films) in enumerate(zip(scene.pictures, scene.films, strict=True)):
            described = MitsubaScene(mi, meshes)
            for item in shapes:
                described.add(item)
            for item in films:
                described.add_film(item)
            if scene.camera.position[2] > scene.room.floor[2]:
                described.add_floor(scene.room.floor, 5 * scene.room.radius)
            described.add_lights(scene.camera, scene.room.center, scene.room.radius)
            described.set_camera(scene.camera, size)
            exposures, labels = described.render(samples, advance)
            light, opacity = exposures[..., :3], exposures[..., 3:]
            picture = _srgb_bytes(denoise(light + (1 - opacity) * sky, labels))
            pictures.append(scene.annotated(picture, number))
    return pictures


def write_bitmap(file: Path, picture: npt.NDArray[np.uint8]) -> None:
    """Write a picture in the format given by the suffix."""
    with mitsuba() as mi:
        mi.Bitmap(picture).write(str(file))


@contextmanager
def mitsuba() -> Iterator[Any]:
    """The renderer in the variant used here; the user's own variant is restored afterwards."""
    try:
        module: Any = importlib.import_module("mitsuba")
    except ImportError:
        raise MissingDependencyError("rendering a picture", "plot") from None
    with _one_at_a_time:
        previous, level = module.variant(), module.log_level()
        module.set_variant(_VARIANT)
        module.set_log_level(module.LogLevel.Error)
        try:
            yield module
        finally:
            module.set_log_level(level)
            if previous is not None:
                module.set_variant(previous)


def _srgb_bytes(light: Image) -> npt.NDArray[np.uint8]:
    """Convert linear light to sRGB bytes."""
    light = np.clip(light, 0, 1)
    display = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(255 * display), dtype=np.uint8)
