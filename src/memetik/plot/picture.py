"""Pictures of robots, path-traced on the CPU by mitsuba (``pip install 'memetik[plot]'``).

No graphics card and no display are needed.
"""

from __future__ import annotations

import importlib
import os
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..collision.shapes import Mesh, rgba
from ..errors import MemetikError, MissingDependencyError
from ..goals import Goal
from ..models.postures import presentation
from ..transforms import Array, finite_vector, rigid_transform
from .camera import THREE_QUARTER, framing
from .denoise import Image, denoise
from .markers import markers, triad
from .meshes import MeshFiles
from .posed import PLAIN, Posed, placed, posed_shapes
from .stage import Stage, linear

if TYPE_CHECKING:
    from ..robot.robot import Robot

Picture: TypeAlias = npt.NDArray[np.uint8]
Frames: TypeAlias = Mapping[str, npt.ArrayLike] | Sequence[npt.ArrayLike]

BACKGROUND = "#dbe1e8"

_VARIANT = "scalar_rgb"
_one_at_a_time = threading.Lock()


def render(
    robot: Robot,
    q: npt.ArrayLike | None = None,
    *,
    size: tuple[int, int] = (960, 720),
    samples: int = 24,
    view: tuple[float, float] = THREE_QUARTER,
    background: str = BACKGROUND,
    goals: Goal | Iterable[Goal] = (),
    frames: Frames = (),
    focus: str | None = None,
) -> Picture:
    """A picture of ``robot`` at ``q`` as an array (height, width, 3) of sRGB bytes.

    Parameters
    ----------
    q : the configuration; by default one that shows the robot well.
    size : width and height in pixels.
    samples : light paths per pixel, at least 4; the time grows with it, remaining grain is filtered.
    view : from where: azimuth, counted from the robot's x towards its y, and elevation [rad].
    background : ``"#rrggbb"``.
    goals : goals whose targets are drawn: frames as red, green and blue axes, places as balls, lines of
        sight, directions, planes and solids.
    frames : other poses (4, 4) in the root's frame, drawn as axes.
    focus : a link; the camera comes close to it and to what it carries.

    Meshes are drawn if they are .obj or .ply files; .stl and .dae need the package trimesh. Links whose
    meshes cannot be read, and robots without any shapes, are drawn as sticks.
    """
    options: dict[str, Any] = {"size": size, "samples": samples, "view": view, "background": background}
    return render_all(robot, [q], goals=goals, frames=frames, focus=focus, **options)[0]


def render_all(
    robot: Robot,
    configurations: Iterable[npt.ArrayLike | None],
    *,
    size: tuple[int, int] = (960, 720),
    samples: int = 24,
    view: tuple[float, float] = THREE_QUARTER,
    background: str = BACKGROUND,
    goals: Goal | Iterable[Goal] = (),
    frames: Frames = (),
    focus: str | None = None,
) -> list[Picture]:
    """A picture of each of ``configurations``, all from the same place; the rest is as in :func:`render`."""
    width, height = _checked_size(size)
    if samples < 1:
        raise MemetikError(f"a picture needs at least one sample per pixel, got {samples}")
    azimuth, elevation = (float(angle) for angle in finite_vector(view, 2, "view (azimuth, elevation)"))
    sky = linear(np.array(rgba(background)[:3])).astype(np.float32)
    postures = [presentation(robot) if q is None else robot.pack({}, base=q) for q in configurations]
    if not postures:
        return []
    wanted = [goals] if isinstance(goals, Goal) else list(goals)
    with _mitsuba() as mi, tempfile.TemporaryDirectory() as scratch:
        meshes = MeshFiles(mi, Path(scratch))
        bodies = [posed_shapes(robot, posture, meshes.can_draw) for posture in postures]
        room = _Room.around(np.vstack([_outline(item, meshes) for shapes in bodies for item in shapes]))
        triads = _triads(frames, 0.18 * room.radius)
        marks = [triads + markers(robot, posture, wanted, 0.18 * room.radius) for posture in postures]
        if focus is None:
            interesting = [_outline(item, meshes) for items in (*bodies, *marks) for item in items]
        else:
            near = set(robot.subtree(focus).link_names)
            own = [item for shapes in bodies for item in shapes if item.link in near]
            origins = [robot.fk(posture, focus)[None, :3, 3] for posture in postures]
            interesting = [*(_outline(item, meshes) for item in own), *origins]
        camera = framing(
            np.vstack(interesting), (azimuth, elevation), aspect=width / height, closest=0.5 * room.radius
        )
        pictures = []
        for shapes, items in zip(bodies, marks, strict=True):
            stage = Stage(mi, meshes)
            for item in (*shapes, *items):
                stage.add(item)
            if camera.position[2] > room.floor[2]:
                stage.floor(room.floor, 5 * room.radius)
            stage.lights(camera, room.center, room.radius)
            stage.camera(camera, (width, height))
            exposures, labels = stage.expose(samples)
            light, opacity = exposures[..., :3], exposures[..., 3:]
            pictures.append(_develop(denoise(light + (1 - opacity) * sky, labels)))
    return pictures


@dataclass(frozen=True, eq=False)
class _Room:
    """What all bodies fill [m]; the middle of the ``floor`` is below them."""

    center: Array
    radius: float
    floor: Array

    @classmethod
    def around(cls, points: Array) -> _Room:
        low, high = points.min(axis=0), points.max(axis=0)
        center, radius = (low + high) / 2, max(float(np.linalg.norm(high - low)) / 2, 1e-3)
        # a hair's breadth below the lowest point, so that no face lies in the floor
        return cls(center, radius, np.array([*center[:2], low[2] - 1e-4 * radius]))


def save_picture(
    path: str | os.PathLike[str], robot: Robot, q: npt.ArrayLike | None = None, **options: Any
) -> None:
    """Write a picture to ``path`` (.png or .jpg); ``options`` are those of :func:`render`."""
    _picture_file(path)  # before the work
    save_pixels(path, render(robot, q, **options))


def save_pixels(path: str | os.PathLike[str], picture: Picture) -> None:
    """Write what :func:`render` returned to ``path`` (.png or .jpg)."""
    file = _picture_file(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    with _mitsuba() as mi:
        mi.Bitmap(picture).write(str(file))


def _picture_file(path: str | os.PathLike[str]) -> Path:
    file = Path(path)
    if file.suffix.lower() not in (".png", ".jpg", ".jpeg"):
        raise MemetikError(f"{file}: pictures are saved as .png or .jpg")
    return file


@contextmanager
def _mitsuba() -> Iterator[Any]:
    """The renderer in the variant used here; the user's own variant is restored afterwards."""
    try:
        mitsuba: Any = importlib.import_module("mitsuba")
    except ImportError:
        raise MissingDependencyError("rendering a picture", "plot") from None
    with _one_at_a_time:
        previous, level = mitsuba.variant(), mitsuba.log_level()
        mitsuba.set_variant(_VARIANT)
        mitsuba.set_log_level(mitsuba.LogLevel.Error)
        try:
            yield mitsuba
        finally:
            mitsuba.set_log_level(level)
            if previous is not None:
                mitsuba.set_variant(previous)


def _checked_size(size: tuple[int, int]) -> tuple[int, int]:
    width, height = (int(n) for n in finite_vector(size, 2, "picture size"))
    if not (1 <= width <= 16384 and 1 <= height <= 16384):
        raise MemetikError(f"picture size {size}: expected width and height of 1 to 16384 pixels")
    return width, height


def _outline(item: Posed, meshes: MeshFiles) -> Array:
    vertices = meshes.vertices(item.shape) if isinstance(item.shape, Mesh) else item.shape.outline()
    assert vertices is not None  # only shapes that can be drawn get here
    return placed(vertices, item.pose)


def _triads(frames: Frames, length: float) -> list[Posed]:
    poses = list(frames.items()) if isinstance(frames, Mapping) else list(enumerate(frames))
    return [
        Posed(str(name), arm.shape, arm.origin, arm.color or PLAIN)
        for name, values in poses
        for arm in triad(rigid_transform(values, f"frame {name}"), length)
    ]


def _develop(light: Image) -> Picture:
    """Bytes for a display, by the curve of sRGB."""
    light = np.clip(light, 0, 1)
    display = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(255 * display), dtype=np.uint8)
