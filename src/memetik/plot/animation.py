"""Animations of robots: the pictures of many configurations in a GIF file."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..errors import MemetikError, MissingDependencyError
from ..number_checks import as_real
from .picture import Picture, Quality, render_all

if TYPE_CHECKING:
    from ..robot.robot import Robot
    from ..solve.solution import Solution

_RATES = (0.01, 50.0)
"""Pictures a second: GIF files count hundredths in 16 bits, and browsers slow down files of higher rates."""
_SAMPLED = 1 << 18
"""Pixels that the colours of a file are chosen from."""


def animate(
    robot: Robot,
    configurations: Iterable[npt.ArrayLike | Solution],
    path: str | os.PathLike[str],
    *,
    fps: float = 20.0,
    there_and_back: bool = False,
    worlds: Iterable[Any] | None = None,
    size: tuple[int, int] = (480, 360),
    quality: Quality = "draft",
    **options: Any,
) -> None:
    """Write an animation of ``robot`` to ``path`` (.gif), which repeats forever.

    Parameters
    ----------
    configurations : one for each picture. A :class:`~memetik.Solution` in place of a configuration also
        shows the goals, the obstacles and the contacts of its query.
    fps : pictures a second, from 0.01 to 50.
    there_and_back : whether the motion is also played backwards, so that it repeats without a jump.
    worlds : for each picture the obstacles that it shows, such as the ``world.snapshot()`` of its moment.
        Solutions need none: their obstacles are where the query had them.
    size : width and height in pixels.
    quality : as in :func:`render`; all pictures have the same camera, which sees the whole motion.
    options : the other options of :func:`render`.

    Needs pillow, which the extra ``plot`` installs.

    >>> import tempfile
    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> solver = mk.Solver(robot, mk.Position("tool0", name="tip"))
    >>> places = [(0.4, 0.1 * k, 0.4) for k in range(4)]
    >>> motion = [solver.solve(targets={"tip": place}) for place in places]
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     mk.plot.animate(robot, motion, f"{directory}/tip.gif", fps=10, size=(64, 48))
    """
    file = Path(path)
    if file.suffix.lower() != ".gif":
        raise MemetikError(f"{file}: unknown suffix {file.suffix!r}; animations can be saved as .gif")
    slowest, fastest = _RATES
    if not slowest <= as_real(fps) <= fastest:
        raise MemetikError(f"fps: expected {slowest:g} to {fastest:g} pictures a second, got {fps!r}")
    try:
        image: Any = importlib.import_module("PIL.Image")
    except ImportError:
        raise MissingDependencyError("writing an animation", "plot") from None
    shown = list(configurations)
    if not shown:
        raise MemetikError("configurations: expected at least one, got none")
    pictures = render_all(robot, shown, worlds=worlds, size=size, quality=quality, **options)
    played = _with_common_colors(image, pictures)
    if there_and_back:
        played += played[-2:0:-1]
    first, *others = played
    hundredths = np.diff(np.round(100 / float(fps) * np.arange(len(played) + 1)))
    file.parent.mkdir(parents=True, exist_ok=True)
    timing = {"duration": (10 * hundredths).astype(int).tolist(), "loop": 0}
    first.save(file, save_all=True, append_images=others, **timing)


def _with_common_colors(image: Any, pictures: list[Picture]) -> list[Any]:
    """The pictures in the same 256 colours. So what does not move does not flicker, and is stored once.

    Colours count by the square root of their number of pixels, so that small markers keep theirs.
    """
    random = np.random.default_rng(0)
    rows = [picture.reshape(-1, 3) for picture in pictures]
    sample = np.concatenate([row[random.integers(len(row), size=1 + _SAMPLED // len(rows))] for row in rows])
    colors, counts = np.unique(sample, axis=0, return_counts=True)
    weighted = np.repeat(colors, np.ceil(np.sqrt(counts)).astype(int), axis=0)
    palette = image.fromarray(weighted[None]).quantize(256, method=image.Quantize.MEDIANCUT, kmeans=1)
    return [
        image.fromarray(picture).quantize(palette=palette, dither=image.Dither.NONE) for picture in pictures
    ]
