"""Pictures of robots: drafts in a fraction of a second, or path-traced on the CPU.

No graphics card and no display are needed. Path tracing uses mitsuba, which the extra ``plot`` installs;
drafts need only numpy.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from ..collision.collision_check import Contact
from ..collision.shapes import rgba
from ..collision.sphere_robot import SphereRobot
from ..errors import MemetikError, UnknownNameError
from ..goals import Goal
from ..transforms import Array, finite_vector
from . import draft, path_tracer
from .camera import THREE_QUARTER
from .mesh_outlines import outline, warn_of_undrawn_meshes
from .moments import checked_contacts, checked_margin, moments
from .png import png_bytes
from .progress import progress_bar
from .scene import Frames, Surroundings, View, compose

if TYPE_CHECKING:
    from ..robot.robot import Robot
    from ..solve.solution import Solution

Picture: TypeAlias = npt.NDArray[np.uint8]
Quality: TypeAlias = Literal["draft", "preview", "final"]

QUALITIES: tuple[Quality, ...] = get_args(Quality)
SAMPLES = {"preview": 4, "final": 24}
"""Light paths per pixel, by quality."""
BACKGROUND = "#dbe1e8"
NEAR = 0.02
"""The clearance [m] below which spheres are amber by default."""


def render(
    robot: Robot,
    q: npt.ArrayLike | None = None,
    *,
    size: tuple[int, int] = (960, 720),
    quality: Quality = "final",
    samples: int | None = None,
    view: tuple[float, float] = THREE_QUARTER,
    background: str = BACKGROUND,
    goals: Goal | Iterable[Goal] = (),
    frames: Frames = (),
    focus: str | None = None,
    spheres: SphereRobot | None = None,
    world: Any = None,
    margin: float = NEAR,
    contacts: Iterable[Contact] = (),
) -> Picture:
    """A picture of ``robot`` at ``q`` as an array (height, width, 3) of sRGB bytes.

    Parameters
    ----------
    q : the configuration; by default a typical posture of the robot.
    size : width and height in pixels.
    quality : ``"draft"`` takes about a second and needs no other package, but shows no shadows on the robot;
        ``"preview"`` is path-traced in seconds, ``"final"`` about five times longer.
    samples : light paths per pixel, at least 4; replaces the number of the quality. Noise is filtered.
    view : direction of the camera: azimuth, from the robot's x towards its y, and elevation [rad].
    background : ``"#rrggbb"``.
    goals : goals whose targets are drawn: poses as red, green and blue axes, positions as spheres, lines of
        sight, directions, planes and solids. No link hides the ring around a pose or a position.
    frames : other poses (4, 4) in the root's frame, drawn as axes.
    focus : a link; the camera moves close to it and to the links below it.
    spheres : a :class:`~memetik.collision.SphereRobot`, drawn as translucent spheres. With a ``world`` they
        have the colour of their clearance: red in contact, amber below ``margin``, else grey; and contacts
        are marked.
    world : a :class:`~memetik.World`, or shapes in the root's frame. Of half-spaces, a square is drawn, which
        is translucent where it would hide the robot. The worlds of :class:`~memetik.KeepClear` goals are
        drawn, too.
    margin : the clearance [m] below which spheres are amber.
    contacts : those to mark, such as ``solution.contacts``: a dot at the point and an arrow along the normal.

    Meshes in .stl and .obj files are drawn; .dae and other formats need ``pip install 'memetik[mesh]'``.
    Links without shapes, and those whose meshes cannot be read, are drawn as sticks from joint to joint.

    >>> import memetik as mk
    >>> mk.plot.render(mk.Robot.load("ur5"), quality="draft", size=(320, 240)).shape
    (240, 320, 3)
    """
    options: dict[str, Any] = {"quality": quality, "samples": samples, "view": view, "background": background}
    shown: dict[str, Any] = {"goals": goals, "frames": frames, "focus": focus, "spheres": spheres}
    near: dict[str, Any] = {"world": world, "margin": margin, "contacts": contacts}
    return render_all(robot, [q], size=size, **shown, **near, **options)[0]


def render_all(
    robot: Robot,
    configurations: Iterable[npt.ArrayLike | Solution | None],
    *,
    size: tuple[int, int] = (960, 720),
    quality: Quality = "final",
    samples: int | None = None,
    view: tuple[float, float] = THREE_QUARTER,
    background: str = BACKGROUND,
    goals: Goal | Iterable[Goal] = (),
    frames: Frames = (),
    focus: str | None = None,
    spheres: SphereRobot | None = None,
    world: Any = None,
    worlds: Iterable[Any] | None = None,
    margin: float = NEAR,
    contacts: Iterable[Contact] = (),
) -> list[Picture]:
    """A picture of each of ``configurations`` from the same camera; see :func:`render` for the options.

    A :class:`~memetik.Solution` in place of a configuration is drawn as ``solution.plot()`` does: with the
    goals, the obstacles and the contacts of its query. ``worlds`` has a world for each configuration, such as
    ``world.snapshot()`` of each moment, if obstacles move.
    """
    width, height = _checked_size(size)
    if quality not in QUALITIES:
        raise UnknownNameError("quality level", quality, QUALITIES)
    if samples is not None and samples < 1:
        raise MemetikError(f"samples: expected at least 1 per pixel, got {samples}")
    azimuth, elevation = (float(angle) for angle in finite_vector(view, 2, "view (azimuth, elevation)"))
    sky = np.array(rgba(background)[:3])
    wanted = [goals] if isinstance(goals, Goal) else list(goals)
    around = Surroundings((), spheres, None, checked_margin(margin), checked_contacts(contacts))
    shown = moments(robot, list(configurations), wanted, around, world, worlds)
    if not shown:
        return []
    warn_of_undrawn_meshes(robot)
    parts = (robot, shown, frames, View((azimuth, elevation), width / height, focus))
    if quality == "draft":
        return _drafts(parts, (width, height), sky)
    return path_tracer.trace(parts, (width, height), samples or SAMPLES[quality], sky)


def _drafts(parts: tuple[Any, ...], size: tuple[int, int], sky: Array) -> list[Picture]:
    """Draft pictures of the scene that :func:`compose` makes from ``parts``."""
    robot, shown = parts[:2]
    pictures = []
    with progress_bar(f"drawing {robot.name}", len(shown)) as advance:
        scene = compose(*parts, outline=outline)
        for number, (shapes, films) in enumerate(zip(scene.pictures, scene.films, strict=True)):
            pictures.append(scene.annotated(draft.draft(shapes, films, scene, size, sky), number))
            advance()
    return pictures


def save_picture(
    path: str | os.PathLike[str], robot: Robot, q: npt.ArrayLike | None = None, **options: Any
) -> None:
    """Write a picture to ``path`` (.png or .jpg); ``options`` are those of :func:`render`."""
    _picture_file(path)  # checks the path before the work
    save_pixels(path, render(robot, q, **options))


def save_pixels(path: str | os.PathLike[str], picture: Picture) -> None:
    """Write a picture from :func:`render` to ``path``: .png, or .jpg, which needs ``mitsuba``."""
    file = _picture_file(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix.lower() == ".png":
        file.write_bytes(png_bytes(picture))
    else:
        path_tracer.write_bitmap(file, picture)


def _picture_file(path: str | os.PathLike[str]) -> Path:
    file = Path(path)
    if file.suffix.lower() not in (".png", ".jpg", ".jpeg"):
        raise MemetikError(f"{file}: unknown suffix {file.suffix!r}; pictures can be saved as .png or .jpg")
    return file


def _checked_size(size: tuple[int, int]) -> tuple[int, int]:
    width, height = (int(n) for n in finite_vector(size, 2, "picture size"))
    if not (1 <= width <= 16384 and 1 <= height <= 16384):
        raise MemetikError(f"picture size {size}: expected width and height of 1 to 16384 pixels")
    return width, height
