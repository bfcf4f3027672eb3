"""Several pictures in one, each with a caption."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ..errors import MemetikError
from .chart import Chart, styled
from .style import DPI

_CAPTION = 40  # height of a caption [pixel]


def panels(pictures: Mapping[str, npt.ArrayLike]) -> Chart:
    """Pictures (height, width, 3) of the same size, one above the other, each below its caption.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> views = {"front": robot.plot(size=(160, 120)), "side": robot.plot(size=(160, 120), view=(1.6, 0.2))}
    >>> mk.plot.panels(views)._repr_png_()[1:4]
    b'PNG'
    """
    images = {caption: np.asarray(picture) for caption, picture in pictures.items()}
    if not images:
        raise MemetikError("panels: expected at least one picture, got none")
    height, width = next(iter(images.values())).shape[:2]
    with styled():
        from matplotlib.figure import Figure

        row = height + _CAPTION
        total = len(images) * row
        figure = Figure(figsize=(width / DPI, total / DPI))
        for index, (caption, image) in enumerate(images.items()):
            bottom = total - (index + 1) * row
            axes = figure.add_axes((0, bottom / total, 1, height / total))  # each pixel stays one pixel
            axes.imshow(image, aspect="auto")
            axes.set_title(caption, loc="left", fontsize=10, pad=4, x=0.01)
            axes.set_axis_off()
    return Chart(figure)
