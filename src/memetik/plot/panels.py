"""Several pictures in one, each with a caption."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ..errors import MemetikError
from .chart import Chart, styled
from .style import DPI

_CAPTION = 0.3  # height of a caption [inch]


def panels(pictures: Mapping[str, npt.ArrayLike], *, title: str = "") -> Chart:
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

        size = (width / DPI, len(images) * (height / DPI + _CAPTION) + (_CAPTION if title else 0))
        figure = Figure(figsize=size, layout="constrained")
        figure.get_layout_engine().set(w_pad=0, h_pad=0.02, hspace=0)  # type: ignore[union-attr]
        rows = figure.subplots(len(images), 1, squeeze=False)[:, 0]
        for axes, (caption, image) in zip(rows, images.items(), strict=True):
            axes.imshow(image)
            axes.set_title(caption, loc="left", fontsize=10, pad=3)
            axes.set_axis_off()
        if title:
            figure.suptitle(title, x=0.01, ha="left", fontsize=11)
    return Chart(figure)
