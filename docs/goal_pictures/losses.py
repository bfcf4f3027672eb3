"""The plot of all losses, each with the square for comparison."""

from __future__ import annotations

from typing import Any

import numpy as np

from memetik.losses import KINDS, Loss

from .canvas import DASHES, FAINT, GHOST, LINK, POINTS_PER_PIXEL, REGION, SMALL, TARGET, Canvas

WIDTH, HEIGHT, COLUMNS = 800, 360, 5
EXAMPLES: dict[str, dict[str, Any]] = {
    "Huber": {"delta": 0.4},
    "Hinge": {"lower": -0.6, "upper": 0.6},
    "Groove": {"width": 0.15, "steepness": 1},
    "Swamp": {"lower": -0.6, "upper": 0.6},
    "SwampGroove": {"lower": -0.6, "upper": 0.6},
}
"""Loss -> parameters that show its shape; the other losses use their defaults."""
SPANS = {"Angle": 1.98, "Quaternion": 1.98}  # range of x for losses of chords, which are at most 2
USUAL_SPAN = 1.2

Inset = tuple[float, float, float, float]  # an axes rectangle: left, bottom, width, height


def losses(canvas: Canvas) -> None:
    width, height = WIDTH / COLUMNS, HEIGHT / 2
    for k, (name, kind) in enumerate(KINDS.items()):
        left, bottom = (k % COLUMNS) * width, (1 - k // COLUMNS) * height
        options = EXAMPLES.get(name, {})
        inset = (left + 18) / WIDTH, (bottom + 28) / HEIGHT, (width - 36) / WIDTH, (height - 72) / HEIGHT
        _plot(canvas, inset, kind(**options), SPANS.get(name, USUAL_SPAN))
        middle, top = left + width / 2, bottom + height
        canvas.label(name, (middle, top - 16), size=9.5, weight="bold")
        listed = ", ".join(f"{option}={value:g}" for option, value in options.items())
        canvas.label(listed, (middle, top - 32), size=SMALL)


def _plot(canvas: Canvas, inset: Inset, loss: Loss, span: float) -> None:
    x = np.linspace(-span, span, 401)
    y = loss(x)
    top = max(y.max(), span**2)
    axes = canvas.axes.inset_axes(inset, xlim=(-span, span), ylim=(-0.03 * top, 1.04 * top), facecolor="none")
    numbers = loss.to_dict()
    if "lower" in numbers:
        axes.axvspan(numbers["lower"], numbers["upper"], color=REGION, lw=0)
    axes.plot(x, x**2, color=GHOST, lw=1.4 * POINTS_PER_PIXEL, ls=DASHES)
    axes.plot(x, y, color=TARGET, lw=2.4 * POINTS_PER_PIXEL)
    axes.spines[["left", "top", "right"]].set_visible(False)
    axes.spines["bottom"].set_color(FAINT)
    axes.set_xticks([-1, 0, 1])
    axes.set_yticks([])
    axes.tick_params(length=0, labelsize=7, labelcolor=LINK, pad=2)
